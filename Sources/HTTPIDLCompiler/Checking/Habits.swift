/// Names that other languages use for the built-in types.
package enum Habits {
    package static func has(_ name: String) -> Bool { types[name] != nil }

    /// The built-in type that a name stands for elsewhere, or nil if there is none.
    static func type(for name: String) -> String? { types[name] }

    private static let types = [
        "INT": "INT32", "INTEGER": "INT32", "int": "INT32", "int32": "INT32", "int64": "INT64", "integer": "INT32",
        "LONG": "INT64", "long": "INT64", "UINT": "UINT32", "BOOLEAN": "BOOL", "Boolean": "BOOL", "boolean": "BOOL",
        "TEXT": "STRING", "STR": "STRING", "NUMBER": "DOUBLE", "number": "DOUBLE", "FLOAT32": "FLOAT",
        "FLOAT64": "DOUBLE", "BYTES": "BLOB", "DATETIME": "DATE", "TIMESTAMP": "DATE", "LIST": "ARRAY<…>",
        "List": "ARRAY<…>", "MAP": "DICT<…>", "Map": "DICT<…>", "OBJECT": "STRUCT",
    ]
}
