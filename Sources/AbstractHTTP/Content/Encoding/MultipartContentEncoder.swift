import Foundation

/// Writes the fields of a value as a ``MultipartForm``. Data and files become parts with their bytes, and all other
/// values text. A server may take data as a file only if it has a file name.
///
/// ```swift
/// let content: HTTPContent = ["title": "Holiday", "film": .file(HTTPFile(film))]
/// let http = HTTP("https://example.com/films").method(.post).content(content, encoder: .multipart)
/// ```
public struct MultipartContentEncoder: ContentEncoder {
    /// How the value becomes fields.
    public var options: FieldOptions

    /// Creates an encoder.
    public init(options: FieldOptions = FieldOptions()) {
        self.options = options
    }

    /// Writes `value`. Throws ``HTTPContentError`` for values that cannot be fields and for files that cannot be read.
    public func encode(_ value: any Encodable) throws -> EncodedContent {
        var form = MultipartForm()
        try form.add(contentsOf: HTTPContent(value, keys: options.keys), options)
        return EncodedContent(mediaType: form.contentType, body: form.body)
    }
}

extension ContentEncoder where Self == MultipartContentEncoder {
    /// A multipart encoder with the default options.
    public static var multipart: Self { Self() }
    /// A multipart encoder with options.
    public static func multipart(_ options: FieldOptions) -> Self { Self(options: options) }
}

extension MultipartForm {
    /// Adds a part for each field of a tree. Throws ``HTTPContentError`` for values that cannot be fields, and for
    /// files that cannot be read.
    package mutating func add(contentsOf content: HTTPContent, _ options: FieldOptions) throws {
        for field in try content.fields(options, carriesBytes: true) { add(field) }
    }

    init(fields: [Field]) {
        self.init()
        for field in fields { add(field) }
    }

    private mutating func add(_ field: Field) {
        switch field.value {
        case .none: add(field.key, "")
        case .text(let text): add(field.key, text)
        case .texts(let texts): add(field.key, texts.joined(separator: ","))
        case .part(let part): add(part)
        }
    }
}

extension MultipartForm.Part {
    static func part(_ name: String, _ data: HTTPData) throws(HTTPContentError) -> Self {
        try part(name, .data(data.data), data.fileName, data.knownMediaType ?? .binary)
    }

    static func part(_ name: String, _ file: HTTPFile) throws(HTTPContentError) -> Self {
        try part(name, file.body(), file.fileName ?? file.url.lastPathComponent, file.knownMediaType)
    }

    private static func part(
        _ name: String, _ body: RequestBody, _ fileName: String?, _ mediaType: MediaType
    ) throws(HTTPContentError) -> Self {
        do {
            return try Self(name: name, body: body, fileName: fileName, contentType: mediaType)
        } catch {
            throw HTTPContentError(reason: .mediaType)
        }
    }
}
