extension [Field] {
    /// The fields as `key=value&key=value`, each key and each value escaped. Data and files, of which there are none, are
    /// left out.
    func urlEncoded(by escaping: some URLEncoder) -> String {
        var text = ""
        for (index, field) in enumerated() {
            if index > 0 { text += "&" }
            text += escaping.encode(field.key)
            switch field.value {
            case .none, .data, .file: break
            case .text(let value):
                text += "="
                text += escaping.encode(value)
            case .texts(let values):
                text += "="
                text += values.map(escaping.encode).joined(separator: ",")
            }
        }
        return text
    }
}
