//! Changes to generated schemas that all of Muster's schemas have in common.

use serde_json::{Map, Value, json};

/// Removes everything that allows `null`: optional keys are left out instead.
pub(crate) fn remove_null(object: &mut Map<String, Value>) {
    if object.get("default") == Some(&Value::Null) {
        object.remove("default");
    }
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            object.insert("type".to_owned(), one);
        }
    }
    let Some(Value::Array(alternatives)) = object.get_mut("anyOf") else { return };
    alternatives.retain(|alternative| alternative != &json!({"type": "null"}));
    if alternatives.len() == 1 {
        let only = object.remove("anyOf").unwrap_or_default();
        // draft-07 ignores the keys next to a `$ref`, such as `description`, so the `$ref` goes into an
        // `allOf`
        object.insert("allOf".to_owned(), only);
    }
}

/// Gives each definition a title, which editors show above its description: `SizeRange` becomes "Size range".
pub(crate) fn title_definitions(schema: &mut Value) {
    let Some(Value::Object(definitions)) = schema.get_mut("definitions") else { return };
    for (name, definition) in definitions {
        let mut title = String::new();
        for letter in name.chars() {
            if letter.is_ascii_uppercase() && !title.is_empty() {
                title.push(' ');
                title.push(letter.to_ascii_lowercase());
            } else {
                title.push(letter);
            }
        }
        if let Some(definition) = definition.as_object_mut() {
            definition.insert("title".to_owned(), title.into());
        }
    }
}
