//! What is wrong with a YAML file.

use super::{MAX_DEPTH, MAX_EVENTS};
use crate::text::message::messages;

messages! {
    /// What is wrong with a YAML file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum YamlFault {
        /// Not UTF-8.
        Encoding = "yaml_encoding";
        /// It holds nothing but comments.
        Empty = "yaml_empty";
        /// More than 16 lists and mappings are open.
        TooDeep = "yaml_too_deep" with limit = MAX_DEPTH;
        /// More than 100,000 events: one for a scalar, two for a list or a mapping.
        TooMany = "yaml_too_many" with limit = MAX_EVENTS;
        /// A directive: a line that begins with `%`.
        Directive = "yaml_directive";
        /// A tag other than `!!str`.
        Tag = "yaml_tag";
        /// A tab where a line is indented.
        Tab = "yaml_tab";
        /// An alias of an anchor that there is not: mostly a pattern without quotes.
        Alias(text: String) = "yaml_alias";
        /// A backslash in double quotes that begins no escape.
        Escape = "yaml_escape";
        /// An alias within what it stands for.
        EndlessAlias = "yaml_endless_alias";
        /// The aliases stand for more than the file holds.
        Expansion = "yaml_expansion";
        /// A key that its mapping has already.
        RepeatedKey(key: String) = "yaml_repeated_key";
        /// A second document.
        SecondDocument = "yaml_second_document";
        /// Another value than the field takes; what it takes, and a `yaml_found_…`.
        Type {
            /// What it takes.
            expected: YamlType,
            /// What stands there.
            found: YamlValue,
        } = "yaml_type";
        /// A number or a truth value where a text is taken; a `yaml_found_…`.
        Unquoted {
            /// What it takes.
            expected: YamlType,
            /// What stands there.
            found: YamlValue,
        } = "yaml_unquoted";
        /// A field that there is not; the fields that there are.
        UnknownField(field: String, fields: &'static [&'static str]) = "yaml_unknown_field";
        /// A field that is required and not there.
        MissingField(field: &'static str) = "yaml_missing_field";
        /// None of the words that the field takes; those are.
        UnknownWord(word: String, words: &'static [&'static str]) = "yaml_unknown_word";
        /// Not YAML, as the parser says it.
        Syntax(fault: String) = "yaml_syntax";
    }
}

messages! {
    /// What a field of a YAML file takes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum YamlType {
        /// True or false.
        Truth = "yaml_truth";
        /// A whole number, not 0 and not negative.
        Number = "yaml_number";
        /// A text.
        Text = "yaml_text";
        /// A list.
        List = "yaml_list";
        /// A mapping.
        Map = "yaml_map";
    }
}

messages! {
    /// What stands in a YAML file instead.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum YamlValue {
        /// Nothing: `null`, or a key without a value.
        Nothing = "yaml_found_nothing";
        /// Nothing, written as `~`.
        Tilde = "yaml_found_tilde";
        /// True or false, as it is written.
        Truth(value: String) = "yaml_found_truth";
        /// A number, as it is written.
        Number(value: String) = "yaml_found_number";
        /// A text, at most 80 characters of it.
        Text(text: String) = "yaml_found_text";
        /// A list.
        List = "yaml_found_list";
        /// A mapping.
        Map = "yaml_found_map";
    }
}
