import AbstractHTTP

/// Creates one model or an array of models from a response.
struct DefinitionModel: Sendable {
    let object: @Sendable (Response, (any ContentDecoder)?) throws -> any Sendable
    let objects: @Sendable (Response, (any ContentDecoder)?) throws -> any Sendable

    /// Decodes the models.
    init<Model: Decodable & Sendable>(_ type: Model.Type) {
        object = { try $0.decoded(as: Model.self, by: $1) }
        objects = { try $0.decoded(as: [Model].self, by: $1) }
    }

    /// Creates the models from their trees.
    init(_ make: @escaping @Sendable (HTTPContent) throws -> any Sendable) {
        object = { try make($0.decoded(as: HTTPContent.self, by: $1)) }
        objects = { try $0.decoded(as: [HTTPContent].self, by: $1).map(make) }
    }

    /// Creates no model. The result is the tree of an object or of an array.
    static let tree = Self(
        object: { response, decoder in
            let content = try response.decoded(as: HTTPContent.self, by: decoder)
            guard content.members != nil else { throw content.mismatch(HTTPContent.Members.self, "an object") }
            return content
        },
        objects: { response, decoder in
            let content = try response.decoded(as: HTTPContent.self, by: decoder)
            guard content.arrayValue != nil else { throw content.mismatch([HTTPContent].self, "an array") }
            return content
        })

    private init(
        object: @escaping @Sendable (Response, (any ContentDecoder)?) throws -> any Sendable,
        objects: @escaping @Sendable (Response, (any ContentDecoder)?) throws -> any Sendable
    ) {
        (self.object, self.objects) = (object, objects)
    }
}

extension HTTPContent {
    fileprivate func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "\(short) is not \(wanted)"))
    }
}
