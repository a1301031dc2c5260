import AbstractHTTP
public import AbstractHTTPPagination

extension DefinitionAPI {
    /// Returns the items of a list whose definition says where the next page is. A page is requested when the reader
    /// asks for its first item.
    ///
    /// - Parameters:
    ///   - name: The name of the definition, which has a ``Definition/nextPage``.
    ///   - type: The type of an item.
    ///   - parameters: The initial parameters of the context.
    ///   - token: Where to resume the list, or nil for the first item.
    ///   - context: Configures the request. It is called before this method returns, and its callbacks are called for
    ///     each page.
    public func items<Item: Decodable & Sendable>(
        _ name: String, as type: Item.Type = Item.self, parameters: DefinitionParameters = [:],
        from token: PageToken? = nil, context: (inout RequestContext) -> Void = { _ in }
    ) -> PageItems<DefinitionPage<Item>, [Item]> {
        pages(name, as: type, parameters: parameters, from: token, context: context).items(\.items)
    }

    /// Returns the pages of a list whose definition says where the next page is. A page is requested when the reader
    /// asks for it.
    ///
    /// - Parameters:
    ///   - name: The name of the definition, which has a ``Definition/nextPage``.
    ///   - type: The type of an item.
    ///   - parameters: The initial parameters of the context.
    ///   - token: Where to resume the list, or nil for the first page.
    ///   - context: Configures the request. It is called before this method returns, and its callbacks are called for
    ///     each page.
    public func pages<Item: Decodable & Sendable>(
        _ name: String, as type: Item.Type = Item.self, parameters: DefinitionParameters = [:],
        from token: PageToken? = nil, context: (inout RequestContext) -> Void = { _ in }
    ) -> Pages<DefinitionPage<Item>> {
        let complete = definition(named: name).flatMap { complete in
            complete.definition.nextPage == nil ? .failure(.noNextPage(name)) : .success(complete)
        }
        let connection = connection(complete, parameters, context) { received in
            try DefinitionPage<Item>(&received)
        }
        return connection.pages(next: (try? complete.get().definition.nextPage?.rule()) ?? .link, from: token)
    }
}

/// A page of a definition's list.
///
/// ```swift
/// for try await page in api.pages("RepoList", as: Repo.self) { show(page.model.items) }
/// ```
public struct DefinitionPage<Item: Decodable & Sendable>: Sendable {
    /// The items of the page. A transformer of the context can replace them.
    public private(set) var items: [Item]
    /// The number of items that the server sent.
    fileprivate let count: Int
    /// The cursor, or the URL of the next page.
    fileprivate let next: String?

    /// Creates a page without a next page.
    public init(items: [Item]) { (self.items, count, next) = (items, items.count, nil) }

    fileprivate init(_ received: inout DefinitionResponse) throws {
        switch received.definition.nextPage {
        case .url(let path), .cursor(_, let path): next = try received.cursor(at: path)
        default: next = nil
        }
        items = try received.items(at: received.definition.itemsPath ?? "")
        count = items.count
    }
}

extension DefinitionPage: TransformableModel {
    var transformable: any Sendable { items }

    func transformed(to object: (any Sendable)?) -> Self? {
        guard let items = object as? [Item] else { return nil }
        var page = self
        page.items = items
        return page
    }
}

extension DefinitionResponse {
    /// Returns the cursor or URL of the next page, or nil. A behavior may have removed it from the content.
    fileprivate mutating func cursor(at path: String) throws -> String? {
        let value = try content().value(at: path) ?? receivedContent().value(at: path)
        switch value {
        case nil, .null: return nil
        case .string(let text): return text
        case .number(let number): return "\(number)"
        default: throw DefinitionError.noCursor(at: path)
        }
    }

    fileprivate mutating func items<Item: Decodable>(at path: String) throws -> [Item] {
        let content = try content().value(at: path) ?? .null
        if content.isNull, definition.acceptsNull == true { return [] }
        guard content.arrayValue != nil else { throw DefinitionError.noItems(at: path) }
        guard !path.isEmpty else { return try response.decoded(by: decoder) }
        // Decoders read bytes. Only the JSON and property list decoders can read a part that was encoded again.
        switch serializer {
        case .decoder(let decoder) where !(decoder is JSONContentDecoder): return try content.decoded()
        case .json, .propertyList, .bytes, .decoder:
            var part = self
            try part.replace(with: content)
            return try part.response.decoded(by: part.decoder)
        }
    }
}

extension Definition.NextPage {
    fileprivate func rule<Item>() -> PageRule<DefinitionPage<Item>> {
        switch self {
        case .link(let relation): .link(relation)
        case .url: .url(\.next)
        case .cursor(let parameter, _): .cursor(parameter, \.next)
        case .offset(let parameter): .offset(parameter) { $0.count }
        case .number(let parameter, let first): .number(parameter, first: first, isLast: { $0.count == 0 })
        }
    }
}

extension HTTPContent {
    /// Returns the value at a path of keys, or the value itself if the path is empty.
    fileprivate func value(at path: String) -> HTTPContent? {
        path.split(separator: ".").reduce(self) { $0?[String($1)] }
    }
}
