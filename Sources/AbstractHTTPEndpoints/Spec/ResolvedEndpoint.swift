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
        _ definition: EndpointDefinition<Input, Output>, _ input: Input, _ values: Configuration.RequestValues
    ) throws {
        let gaps = try GapFilling(input, names: definition.address.variableNames())
        let base = definition.mockedOutput == nil ? values.base : values.base ?? "https://mock.invalid"
        url = try definition.address.url(filledBy: gaps.members, otherBase: base)
        httpMethod = definition.method
        headers = try definition.headers(values)
        content = gaps.content
        contentEncoder = definition.encoder(values)
        carriesIdempotencyKey = definition.carriesIdempotencyKey
    }
}

/// What of an input stands in the gaps of the path, and what is left of it.
private struct GapFilling {
    let members: HTTPContent.Members
    let content: (any Encodable)?

    init(_ input: some Encodable, names: Set<String>) throws {
        let whole: (any Encodable)? = input is None ? nil : input
        guard !names.isEmpty, let whole else {
            (members, content) = ([:], whole)
            return
        }
        switch try HTTPContent(whole) {
        case .dictionary(let all):
            members = all
            content = all.allSatisfy { names.contains($0.key) } ? nil : PartialContent(whole, without: names)
        case .array:
            (members, content) = ([:], whole)
        case let value:
            // A value that has no keys stands in the one gap there is.
            guard names.count == 1, let name = names.first else { throw HTTPContentError(reason: .noKey) }
            (members, content) = ([name: value], nil)
        }
    }
}

extension EndpointDefinition {
    /// The fields of the configuration and those of the endpoint, which win.
    fileprivate func headers(_ values: Configuration.RequestValues) throws -> [String: String] {
        var fields: [HTTPHeaderName: String] = [:]
        for (name, value) in values.headers { fields[HTTPHeaderName(rawValue: name)] = value }
        if let accept = reading.acceptField { fields[.accept] = accept }
        for (name, value) in headers { fields[name] = value }
        if let authorization { fields[.authorization] = try authorization().value }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, $0.value) })
    }

    /// What writes the input; nil for what the config says.
    fileprivate func encoder(_ values: Configuration.RequestValues) -> (any ContentEncoder)? {
        if let encoder { return encoder }
        if [.get, .head, .delete].contains(method) { return values.queryEncoder }
        switch Input.self {
        case is Data.Type, is HTTPData.Type, is HTTPFile.Type, is String.Type: return .binary
        case is JSON.Type: return values.encoder ?? .json(nulls: .sent)
        default: return values.encoder
        }
    }
}
