import HTTPIDLCompiler

/// Creates the client of a document.
struct ClientImporter {
    let client: IDLClient
    /// The names of the credentials, by the names of the security schemes.
    private let names: [String: String]
    private let entries: EntryList

    init(_ document: OpenAPIDocument, named name: String?, _ entries: EntryList) throws(ImportError) {
        self.entries = entries
        let title = document.root["info"]?["title"]?.text ?? ""
        var client = IDLClient(name: name ?? Self.name(of: title))
        client.comment = title
        client.servers = Self.servers(of: document, entries)
        var scope = NameScope(Reserved.client)
        var names: [String: String] = [:]
        for (key, reference) in document.root["components"]?["securitySchemes"]?.members ?? [] {
            let scheme = try document.resolved(reference)
            let name = scope.unique(key.fieldName)
            guard let credential = Self.credential(scheme, name) else {
                entries.add(scheme, "this authentication is not supported; add it to the requests yourself")
                continue
            }
            client.credentials.append(credential)
            names[key] = name
        }
        self.names = names
        let needs = Self.needs(document.root["security"], names, entries)
        client.needs = needs == "NOTHING" ? nil : needs
        if client.needs == nil, try !document.hasSecurity {
            // The document does not say which operations need the credentials.
            client.needs =
                client.credentials.isEmpty
                ? nil : (client.credentials.map(\.name) + ["NOTHING"]).joined(separator: " OR ")
        }
        self.client = client
    }

    /// A short name: `Swagger Petstore - OpenAPI 3.0` becomes `SwaggerPetstore`.
    private static func name(of title: String) -> String {
        let short = title.split(separator: " - ").first.map(String.init) ?? title
        let name = short.typeName
        return name.isEmpty ? "API" : name.hasPrefix("_") ? "API\(name.dropFirst())" : name
    }

    private static func credential(_ scheme: Element, _ name: String) -> IDLClient.Credential? {
        let key = scheme["name"]?.text
        let wireName = key?.idlWireName
        if scheme["type"]?.text == "apiKey",
            wireName == nil || scheme["in"]?.text != "query" && key?.isHTTPToken != true
        {
            return nil
        }
        switch (scheme["type"]?.text, scheme["scheme"]?.text?.lowercased(), scheme["in"]?.text) {
        case ("oauth2", _, _), ("openIdConnect", _, _), ("http", "bearer", _):
            return IDLClient.Credential(kind: "BEARER", name: name)
        case ("http", "basic", _): return IDLClient.Credential(kind: "BASIC", name: name)
        case ("apiKey", _, "header"?): return IDLClient.Credential(kind: "HEADER", name: name, wireName: wireName)
        case ("apiKey", _, "query"?): return IDLClient.Credential(kind: "QUERY", name: name, wireName: wireName)
        case ("apiKey", _, "cookie"?): return IDLClient.Credential(kind: "COOKIE", name: name, wireName: wireName)
        default: return nil
        }
    }

    private static func servers(of document: OpenAPIDocument, _ entries: EntryList) -> [IDLClient.Server] {
        let places = document.root["servers"]?.elements ?? Self.commonServers(of: document)
        var scope = NameScope()
        var servers: [IDLClient.Server] = []
        for place in places {
            guard let url = place["url"]?.text, url.contains("://") || url.hasPrefix("{") else {
                entries.add(place, "this server has no host; pass its URL to the client")
                continue
            }
            let variables = place["variables"]?.members.compactMap { name, variable in
                variable["default"]?.scalar.map { (name: name.fieldName, value: $0) }
            }
            let name = (place["name"]?.text ?? place["description"]?.text ?? "").nameWords.prefix(3).joined(
                separator: " ")
            for url in urls(url, place) {
                let used = variables?.filter { url.contains("{\($0.name)}") }
                guard url.hostOfServer?.isEmpty == false, url.variablesInBraces?.count == used?.count ?? 0 else {
                    entries.add(
                        place, "this is not the URL of a server, or a variable has no default; pass a URL to the client"
                    )
                    continue
                }
                servers.append(
                    IDLClient.Server(
                        name: servers.isEmpty ? nil : scope.unique(name.memberName.isEmpty ? "other" : name.memberName),
                        url: url, variables: used ?? []))
            }
        }
        return servers
    }

    /// The URLs of a server: one for each scheme if the scheme is a variable.
    private static func urls(_ url: String, _ place: Element) -> [String] {
        let text = url.withFieldNames
        guard url.hasPrefix("{"), let end = url.firstIndex(of: "}"), let textEnd = text.firstIndex(of: "}") else {
            return [text]
        }
        let variable = place["variables"]?[String(url[url.index(after: url.startIndex)..<end])]
        var schemes = variable?["enum"]?.texts ?? []
        if let scheme = variable?["default"]?.text {
            schemes.removeAll { $0 == scheme }
            schemes.insert(scheme, at: 0)
        }
        return schemes.map { $0 + text[text.index(after: textEnd)...] }
    }

    /// The servers of the paths, if all paths have the same servers.
    private static func commonServers(of document: OpenAPIDocument) -> [Element] {
        let lists = (document.root["paths"]?.members ?? []).map { $0.value["servers"]?.elements ?? [] }
        guard let first = lists.first, lists.allSatisfy({ $0.urls == first.urls }) else { return [] }
        return first
    }

    /// What is written after `NEEDS`, or nil for nothing.
    private static func needs(
        _ security: Element?, _ names: [String: String], _ entries: EntryList
    ) -> String? {
        guard let security else { return nil }
        let ways = security.elements.map { way in way.members.map { names[$0.key] } }
        let known = ways.filter { !$0.contains(nil) }.map { $0.compactMap { $0 } }
        guard !known.isEmpty else {
            if !ways.isEmpty {
                entries.add(security, "the client does not have this authentication; add it to the requests yourself")
            }
            return "NOTHING"
        }
        // A request uses the first complete alternative, so the alternative without credentials comes last.
        let texts = known.filter { !$0.isEmpty }.map { $0.joined(separator: " AND ") }
        return (texts + (known.contains([]) ? ["NOTHING"] : [])).joined(separator: " OR ")
    }

    /// The credentials of an operation, if they differ from those of the client.
    func needs(of operation: Element) -> String? {
        guard let security = operation["security"] else { return nil }
        let needs = Self.needs(security, names, entries)
        let isNothing = needs == "NOTHING" && client.needs == nil
        return needs == client.needs || isNothing ? nil : needs
    }

    /// Adds an entry if an operation has servers of its own.
    func checkServers(of source: OperationSource) {
        guard let place = source.element["servers"] ?? source.item["servers"] else { return }
        guard let url = place.elements.urls.first, url.withFieldNames != client.servers.first?.url else { return }
        entries.add(place, "this operation uses the server \(url); call it with a client for that server")
    }
}

extension OpenAPIDocument {
    /// Whether the document, or an operation, has security requirements.
    fileprivate var hasSecurity: Bool {
        get throws(ImportError) {
            if root["security"] != nil { return true }
            for (_, reference) in root["paths"]?.members ?? [] {
                for (_, operation) in try resolved(reference).members where operation["security"] != nil { return true }
            }
            return false
        }
    }
}

extension [Element] {
    fileprivate var urls: [String] { compactMap { $0["url"]?.text } }
}

extension String {
    /// The URL of a server, with its variables renamed to valid names.
    fileprivate var withFieldNames: String {
        var (url, rest) = ("", self[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            url += rest[..<start] + "{" + String(rest[rest.index(after: start)..<end]).fieldName + "}"
            rest = rest[rest.index(after: end)...]
        }
        return url + rest
    }
}
