/// Chooses a decoder by the Content-Type of the response.
///
/// ```swift
/// var config = ConnectionConfig()
/// config.contentDecoder = MediaTypeDecoder(json: JSONContentDecoder(keys: .fromSnakeCase))
/// ```
public struct MediaTypeDecoder: ContentDecoder {
    static let standard: any ContentDecoder = Self()

    /// Decodes `application/json`, `…+json`, and unknown media types, because servers that send no media type usually
    /// send JSON.
    public var json: any ContentDecoder
    /// Decodes `application/x-plist` and `…+plist`.
    public var propertyList: any ContentDecoder
    /// Decodes `application/x-www-form-urlencoded`.
    public var form: any ContentDecoder
    /// Decodes `text/…`. By default, a model that is a single value is read from the text, and any other model from
    /// JSON.
    public var text: any ContentDecoder
    /// Decoders by media type, in lowercase and without parameters. They take precedence over all others.
    public var others: [String: any ContentDecoder]

    /// Creates a decoder.
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

    /// Decodes the body with the decoder for its Content-Type.
    public func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try decoder(for: response).decode(type, from: response)
    }

    /// The decoder for the Content-Type of a response.
    func decoder(for response: Response) -> any ContentDecoder { decoder(for: response.mediaType?.essence ?? "") }

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
