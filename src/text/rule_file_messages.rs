//! The messages for the errors of the crate `rule-files`.

use rule_files::yaml::{YamlErrorKind, YamlType, YamlValue};
use rule_files::{PatternErrorKind, RuleError};

use crate::limits::{
    MAX_FRONTMATTER_BYTES, MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS,
    MAX_RULE_COMPONENTS, MAX_YAML_DEPTH, MAX_YAML_EVENTS,
};
use crate::text::messages::messages;

messages! {
    /// Errors in a pattern.
    for PatternErrorKind as PATTERN_ERRORS {
        Empty = "pattern_empty";
        Traversal = "pattern_traversal";
        Absolute = "pattern_absolute";
        Negated = "pattern_negated";
        Backslash = "pattern_backslash";
        Nul = "pattern_nul";
        TooLong(bytes) = "pattern_too_long" with limit = MAX_PATTERN_BYTES;
        TooDeep(components) = "pattern_too_deep" with limit = MAX_PATTERN_COMPONENTS;
        TooManyAlternatives = "pattern_too_many" with limit = MAX_PATTERN_ALTERNATIVES;
        TooCostly = "pattern_too_costly" with limit = MAX_PATTERN_BYTES;
        OpenBrace = "pattern_open_brace";
        OpenBracket = "pattern_open_bracket";
        Recursive = "pattern_recursive";
        Range(range) = "pattern_range";
    }
}

messages! {
    /// Errors in what a document's header says about the files it applies to.
    for RuleError as RULE_ERRORS {
        Endless = "rule_endless" with limit = MAX_FRONTMATTER_BYTES;
        Field(field) = "rule_field";
        Pattern { field, pattern, reason } = "rule_pattern";
        ManyPatterns(field) = "rule_many_patterns" with limit = MAX_RULE_COMPONENTS;
    }
}

messages! {
    /// Errors in a YAML file.
    for YamlErrorKind as YAML_ERRORS {
        Encoding = "yaml_encoding";
        Empty = "yaml_empty";
        TooDeep = "yaml_too_deep" with limit = MAX_YAML_DEPTH;
        TooMany = "yaml_too_many" with limit = MAX_YAML_EVENTS;
        Directive = "yaml_directive";
        Tag = "yaml_tag";
        Tab = "yaml_tab";
        Alias(text) = "yaml_alias";
        Escape = "yaml_escape";
        EndlessAlias = "yaml_endless_alias";
        Expansion = "yaml_expansion";
        RepeatedKey(key) = "yaml_repeated_key";
        SecondDocument = "yaml_second_document";
        Type { expected, found } = "yaml_type";
        NoList(text) = "yaml_no_list";
        Unquoted { expected, found } = "yaml_unquoted";
        UnknownField(field, fields) = "yaml_unknown_field";
        MistakenField(field, meant) = "yaml_mistaken_field";
        MissingField(field) = "yaml_missing_field";
        UnknownWord(word, words) = "yaml_unknown_word";
        MergeConflict = "yaml_merge_conflict";
        UnquotedColon = "yaml_unquoted_colon";
        Unclosed = "yaml_unclosed";
        NoColon = "yaml_no_colon";
        Syntax(problem) = "yaml_syntax";
    }
}

messages! {
    /// Types that a field of a YAML file accepts.
    for YamlType as YAML_TYPES {
        Truth = "yaml_truth";
        Number = "yaml_number";
        Text = "yaml_text";
        List = "yaml_list";
        Map = "yaml_map";
    }
}

messages! {
    /// Values that a field of a YAML file has instead.
    for YamlValue as YAML_VALUES {
        Nothing = "yaml_found_nothing";
        Truth(value) = "yaml_found_truth";
        Number(value) = "yaml_found_number";
        Text(text) = "yaml_found_text";
        List = "yaml_found_list";
        Map = "yaml_found_map";
    }
}
