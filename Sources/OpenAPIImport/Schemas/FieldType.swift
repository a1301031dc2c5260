/// The type of a field for a schema.
struct FieldType {
    var type: IDLType
    var isNullable = false
    /// The only value, as it is written in a `.http` file.
    var constant: String?
    /// What is written after `AS`. It has no meaning for the elements of an array.
    var formats: [String] = []
    /// The type without formats. Default: the same.
    var plainType: IDLType?
    /// Sentences for the comment of the field.
    var notes: [String] = []

    init(_ type: IDLType, isNullable: Bool = false) { (self.type, self.isNullable) = (type, isNullable) }

    /// The type as an element of an array or as a value of a dictionary.
    var element: IDLType {
        let type = plainType ?? type
        return isNullable && type != .content ? .optional(type) : type
    }

    func nullable(_ isNullable: Bool) -> Self {
        var type = self
        type.isNullable = type.isNullable || isNullable
        return type
    }
}

/// Where the values of a schema are used.
struct SchemaUse {
    /// Whether they are sent.
    var isRequest: Bool
    /// Whether they are received.
    var isResponse = false
    /// Whether they are the fields of a form.
    var isForm = false
    /// Whether they are the parts of a multipart form, where bytes are files.
    var isMultipart = false
    /// Whether they are parameters.
    var isParameter = false
}
