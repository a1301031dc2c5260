/// A key and its value, not encoded.
struct Field {
    enum Value {
        case none
        case text(String)
        case texts([String])
        case part(MultipartForm.Part)
    }

    let key: String
    let value: Value
}

extension HTTPContent {
    /// The fields of a dictionary. Unless `carriesBytes`, data becomes Base64 text and files are rejected.
    func fields(_ options: FieldOptions, carriesBytes: Bool = false) throws(HTTPContentError) -> [Field] {
        switch self {
        case .dictionary: break
        case .data where !carriesBytes: throw HTTPContentError(reason: .data)
        case .file where !carriesBytes: throw HTTPContentError(reason: .file)
        default: throw HTTPContentError(reason: .noKey)
        }
        var collector = FieldCollector(options: options, carriesBytes: carriesBytes)
        try collector.collectChildren(of: self, below: nil)
        return collector.fields
    }

    /// The fields of a value with a key.
    func fields(
        named key: String, _ options: FieldOptions, carriesBytes: Bool = false
    ) throws(HTTPContentError) -> [Field] {
        var collector = FieldCollector(options: options, carriesBytes: carriesBytes)
        try collector.collect(self, key)
        return collector.fields
    }
}
