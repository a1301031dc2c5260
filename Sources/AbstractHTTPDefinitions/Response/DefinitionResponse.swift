import AbstractHTTP
import Foundation

/// A response before it is decoded into an object.
public struct DefinitionResponse: Sendable {
    /// The definition, completed from the default definition.
    public var definition: Definition { task.definition }
    private let task: DefinitionTask
    /// The response.
    public private(set) var response: Response
    let serializer: ResponseSerializer
    /// The body as a tree, which is read only once.
    private var tree: HTTPContent?
    /// The received response, if its body was replaced.
    private var received: Response?

    init(_ task: DefinitionTask, _ response: Response, _ serializer: ResponseSerializer) {
        (self.task, self.response, self.serializer) = (task, response, serializer)
    }

    /// Returns the body as a tree, or null if it is empty. Rethrows errors of the decoder.
    public mutating func content() throws -> HTTPContent {
        if let tree { return tree }
        let content: HTTPContent = response.hasNoContent ? .null : try response.decoded(by: decoder)
        tree = content
        return content
    }

    /// Replaces the body with `content`, from which the object is then decoded. Null becomes an empty body. Rethrows
    /// errors of the encoder.
    ///
    /// The new body and its Content-Type are JSON, or a property list if the serializer reads property lists.
    /// If the serializer is a decoder of your own, and not a `JSONContentDecoder`, it does not read the new body.
    public mutating func replace(with content: HTTPContent) throws {
        if received == nil { received = response }
        tree = content
        response.data = try content == .null ? Data() : serializer.bytes(of: content)
        response.headers[.contentType] = serializer.writtenType
    }
}

extension DefinitionResponse {
    /// The decoder of the body, or nil if the config decides. A body that was replaced is JSON, which a decoder of your
    /// own may be unable to read, or a property list if the serializer reads these.
    var decoder: (any ContentDecoder)? {
        guard received != nil else { return serializer.decoder(of: response) }
        switch serializer {
        case .propertyList: return PropertyListContentDecoder()
        case .decoder(let decoder): return decoder is JSONContentDecoder ? decoder : JSONContentDecoder()
        case .json, .bytes: return response.jsonDecoder(of: nil)
        }
    }

    /// Returns a model of the body. If the body was replaced by a string, a model of type `String` is that string, and
    /// not its JSON.
    func decoded<Model: Decodable>(as type: Model.Type = Model.self) throws -> Model {
        if received != nil, case .string(let text)? = tree, let model = text as? Model { return model }
        return try response.decoded(as: type, by: decoder)
    }

    /// Returns the received body as a tree, or null if it is empty.
    mutating func receivedContent() throws -> HTTPContent {
        guard let received else { return try content() }
        return received.hasNoContent ? .null : try received.decoded(by: serializer.decoder(of: received))
    }

    /// Returns the object that the definition requests, or nil if the body is empty or null and the definition accepts
    /// that. By default, a definition accepts it if it requests no model.
    mutating func object(_ registry: DefinitionRegistry) throws -> (any Sendable)? {
        let type = definition.responseType ?? .default
        let wantsModel = type == .object || type == .objects
        if definition.acceptsNull ?? !wantsModel, isNull() { return nil }
        guard wantsModel else { return try serializer.object(of: response, decoder) }
        let name = definition.responseClasses?[response.statusCode] ?? definition.responseClass
        let model = try name.map(registry.model(named:)) ?? .tree
        return type == .object ? try model.object(self) : try model.objects(self)
    }

    /// Returns the model of a failure that the definition names, or else its tree. Nil if there is no content, unless
    /// the model is created from a whole response.
    func failure(_ registry: DefinitionRegistry) throws -> (any Sendable)? {
        let name = definition.failureClasses?[response.statusCode] ?? definition.failureClass
        guard let name else { return try response.failureModel(as: HTTPContent.self, by: decoder) }
        return try registry.model(named: name).failure(self)
    }

    /// Whether the body is empty, or reads as null.
    private mutating func isNull() -> Bool {
        if response.hasNoContent { return true }
        if case .bytes = serializer { return false }
        // A longer body is not null, so it is not decoded here. An error in the body is reported when it is parsed.
        return response.data.count < 64 && (try? content()) == .some(.null)
    }
}
