/// Chooses a decoder by the Content-Type of the response.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.contentDecoder = MediaTypeDecoder(json: JSONContentDecoder(keys: .fromSnakeCase))
/// ```
public struct MediaTypeDecoder: ContentDecoder {
    static let standard: any ContentDecoder = Self()

    /// For `application/json`, `…+json`, and whatever is not known: servers that say nothing mostly send JSON.
    public var json: any ContentDecoder
    /// For `application/x-plist` and `…+plist`.
    public var propertyList: any ContentDecoder
    /// For `application/x-www-form-urlencoded`.
    public var form: any ContentDecoder
    /// For `text/…`: a model that is one value is read from the text, any other one from JSON.
    public var text: any ContentDecoder
    /// For others, by media type in lower case, without parameters. They come before all the rest.
    public var others: [String: any ContentDecoder]

    /// Makes a choice.
    public init(
        json: any ContentDecoder = JSONContentDecoder(),
        propertyList: any ContentDecoder = PropertyListContentDecoder(),
        form: any ContentDecoder = FormContentDecoder(), text: (any ContentDecoder)? = nil,
        others: [String: any ContentDecoder] = [:]
    ) {
        self.json = json
        self.propertyList = propertyList
        self.form = form
        self.text = text ?? TextContentDecoder(otherwise: json)
        self.others = others
    }

    /// Decodes by the decoder for the Content-Type.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try decoder(for: response.mediaType?.essence ?? "").decode(type, from: response)
    }

    private func decoder(for essence: String) -> any ContentDecoder {
        if !others.isEmpty, let decoder = others[essence] { return decoder }
        switch essence {
        case "application/json", "text/json": return json
        case "application/x-www-form-urlencoded": return form
        case "application/x-plist", "application/x-apple-plist", "text/x-apple-plist+xml": return propertyList
        case let essence where essence.hasSuffix("+plist"): return propertyList
        case let essence where essence.hasPrefix("text/") && !essence.hasSuffix("+json"): return text
        default: return json
        }
    }
}
