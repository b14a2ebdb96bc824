//! Crates that say what is right, behind the feature `oracles`: they are slow to build.

use serde_json::Value;

/// A schema as the crate jsonschema understands it.
pub struct Validator(#[cfg(feature = "jsonschema")] jsonschema::Validator);

#[cfg(feature = "jsonschema")]
impl Validator {
    /// Compiles a schema that is published.
    pub fn new(schema: &Value) -> Self {
        Self(jsonschema::draft202012::new(schema).expect("a published schema is valid"))
    }

    /// Whether the schema accepts a value.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.0.is_valid(value)
    }
}

#[cfg(not(feature = "jsonschema"))]
impl Validator {
    pub fn new(_: &Value) -> Self {
        missing()
    }

    pub fn is_valid(&self, _: &Value) -> bool {
        missing()
    }
}

/// Counts the tokens of a text by the tokenizers of OpenAI.
#[cfg(feature = "bpe-openai")]
pub fn tokens(text: &str) -> [(&'static str, usize); 2] {
    let tokenizers = [("o200k", bpe_openai::o200k_base()), ("cl100k", bpe_openai::cl100k_base())];
    tokenizers.map(|(name, tokenizer)| (name, tokenizer.count(text)))
}

#[cfg(not(feature = "bpe-openai"))]
pub fn tokens(_: &str) -> [(&'static str, usize); 2] {
    missing()
}

#[cfg(not(all(feature = "bpe-openai", feature = "jsonschema")))]
fn missing() -> ! {
    panic!("this needs --features oracles")
}
