import AbstractHTTP

/// Creates one model or an array of models from a response.
struct DefinitionModel: Sendable {
    /// Creates the models of a response.
    typealias Maker = @Sendable (DefinitionResponse) throws -> any Sendable

    let object: Maker
    let objects: Maker
    /// Creates one model of a failure, or nil if there is no content.
    let failure: @Sendable (DefinitionResponse) throws -> (any Sendable)?

    /// Decodes the models.
    init<Model: Decodable & Sendable>(_ type: Model.Type) {
        object = { try $0.decoded(as: Model.self) }
        objects = { try $0.decoded(as: [Model].self) }
        failure = { try $0.response.failureModel(as: Model.self, by: $0.decoder) }
    }

    /// Creates the models from their trees.
    init(_ make: @escaping @Sendable (HTTPContent) throws -> any Sendable) {
        object = { try make($0.decoded(as: HTTPContent.self)) }
        objects = { try $0.decoded(as: [HTTPContent].self).map(make) }
        failure = { try $0.decoded(as: HTTPContent?.self).map(make) }
    }

    /// Creates no model. The result is the tree of an object or of an array.
    static let tree = Self(
        object: { response in
            let content = try response.decoded(as: HTTPContent.self)
            guard content.members != nil else { throw content.mismatch(HTTPContent.Members.self, "an object") }
            return content
        },
        objects: { response in
            let content = try response.decoded(as: HTTPContent.self)
            guard content.arrayValue != nil else { throw content.mismatch([HTTPContent].self, "an array") }
            return content
        })

    private init(object: @escaping Maker, objects: @escaping Maker) {
        (self.object, self.objects, failure) = (object, objects, object)
    }
}

extension HTTPContent {
    fileprivate func mismatch(_ type: Any.Type, _ wanted: String) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "\(short) is not \(wanted)"))
    }
}
