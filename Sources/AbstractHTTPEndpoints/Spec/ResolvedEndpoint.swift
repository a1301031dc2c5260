import AbstractHTTP
import Foundation

/// The request of one attempt: the definition of an endpoint, its input and the configuration, put together.
struct ResolvedEndpoint: RequestSpec {
    let url: String
    let httpMethod: HTTPMethod
    let headers: [String: String]
    let content: (any Encodable)?
    let contentEncoder: (any ContentEncoder)?
    let carriesIdempotencyKey: Bool

    init<Input: Encodable & Sendable, Output>(
        _ definition: EndpointDefinition<Input, Output>, _ input: Input, _ values: ConfigurationStorage.RequestValues
    ) throws {
        let value = input.present
        let gaps = try GapFilling(value, names: definition.address.variableNames(), definition.parameters)
        let base = definition.mockedOutput == nil ? values.base : values.base ?? "https://mock.invalid"
        url = try definition.address.url(filledBy: gaps.members, otherBase: base)
        httpMethod = definition.method
        let isWhole = value?.isWhole ?? false
        headers = try definition.headers(values, isWhole: isWhole)
        content = gaps.content
        contentEncoder = definition.encoder(values, isWhole: isWhole)
        carriesIdempotencyKey = definition.carriesIdempotencyKey
    }
}

/// What stands in the gaps of the path, and what is left of the input.
private struct GapFilling {
    private(set) var members: HTTPContent.Members = [:]
    let content: (any Encodable)?

    /// - Parameters:
    ///   - names: The gaps.
    ///   - parameters: What fills some of them before the input does.
    init(_ whole: (any Encodable)?, names: Set<String>, _ parameters: [String: any Encodable & Sendable]) throws {
        let open = names.subtracting(parameters.keys)
        (members, content) = try whole.map { try Self.split($0, names, open) } ?? ([:], nil)
        for (name, value) in parameters where names.contains(name) { members[name] = try HTTPContent(value) }
    }

    private static func split(
        _ whole: any Encodable, _ names: Set<String>, _ open: Set<String>
    ) throws -> (HTTPContent.Members, (any Encodable)?) {
        guard !names.isEmpty, !whole.isBytes else { return ([:], whole) }
        switch try HTTPContent(whole) {
        case .dictionary(let all):
            let isUsedUp = all.allSatisfy { names.contains($0.key) }
            return (all, isUsedUp ? nil : PartialContent(whole, without: names))
        case .array: return ([:], whole)
        case let value:
            // A value that has no keys stands in the one gap that is open.
            guard open.count == 1, let name = open.first else { return ([:], whole) }
            return ([name: value], nil)
        }
    }
}

extension Encodable {
    /// Whether the value is bytes, which no gap holds.
    fileprivate var isBytes: Bool { self is Data || self is HTTPData || self is HTTPFile }

    /// Whether the value is a body by itself.
    fileprivate var isWhole: Bool { isBytes || self is String }

    /// The value; nil where there is none to be sent.
    fileprivate var present: (any Encodable)? {
        switch self {
        case is None: nil
        case let optional as any OptionalInput: optional.wrapped?.present
        default: self
        }
    }
}

private protocol OptionalInput {
    var wrapped: (any Encodable)? { get }
}

extension Optional: OptionalInput where Wrapped: Encodable {
    fileprivate var wrapped: (any Encodable)? { self }
}

extension EndpointDefinition {
    /// The fields of the configuration and those of the endpoint, which win.
    fileprivate func headers(
        _ values: ConfigurationStorage.RequestValues, isWhole: Bool
    ) throws -> [String: String] {
        var fields: [HTTPHeaderName: String] = [:]
        // Sorted, so that of two names that differ in their case always the same one wins.
        for (name, value) in values.headers.sorted(by: { $0.key < $1.key }) {
            fields[HTTPHeaderName(rawValue: name)] = value
        }
        // That of the configuration is about what its encoder writes.
        if encoder != nil || isWhole { fields[.contentType] = nil }
        if let accept = reading.acceptField { fields[.accept] = accept }
        for (name, value) in headers { fields[name] = value }
        if let authorization { fields[.authorization] = try authorization().value }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) })
    }

    /// What writes the input; nil for what the config says.
    fileprivate func encoder(
        _ values: ConfigurationStorage.RequestValues, isWhole: Bool
    ) -> (any ContentEncoder)? {
        if let encoder { return encoder }
        if [.get, .head, .delete].contains(method) { return values.queryEncoder }
        return isWhole ? .binary : values.encoder
    }
}
