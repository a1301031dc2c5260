import AbstractHTTP
import Foundation

extension Definition {
    /// The URL of a request, filled from its parameters, which are taken out of them.
    ///
    /// A path with a scheme is the whole URL. Otherwise prefix and path are joined as they are, and resolved against
    /// the base (RFC 3986, section 5.2); `base` is that of the API, where the definition has none. Throws
    /// ``DefinitionError`` and `InvalidRequest`.
    func url(filledBy members: inout HTTPContent.Members, base: String?, _ options: FieldOptions) throws -> String {
        guard let path else { throw DefinitionError.noPath(name ?? "") }
        var used: Set<String> = []
        let template = try template(of: path)
        var url = try template.filled(by: members, options, noting: &used)
        if !template.isAbsolute {
            guard let base = baseURL ?? base, !base.isEmpty else { throw InvalidRequest.missingBase(url) }
            let filledBase =
                base.hasBraces ? try DefinitionTemplate(base).filled(by: members, options, noting: &used) : base
            guard filledBase.hasAuthority else { throw InvalidRequest.relativeURL(filledBase) }
            let reference = namesHost(path) ? url : url.asPathReference
            // Resolving escapes invalid characters, which would hide them from this check.
            try filledBase.checkAuthority()
            try reference.checkAuthority()
            guard let resolved = URL(string: filledBase)?.resolving(reference) else {
                throw InvalidRequest.malformedURL(filledBase)
            }
            url = resolved
        }
        for name in used { members[name] = nil }
        return try forcedQuery(from: &members, options).map { url.appendingURLPath("?" + $0) } ?? url
    }

    /// The path alone, where it has a scheme; otherwise after the prefix.
    private func template(of path: String) throws(DefinitionError) -> DefinitionTemplate {
        // Only a path with a colon can have a scheme.
        if path.offset(of: UInt8(ascii: ":")) != nil {
            let template = try DefinitionTemplate(path, mayNameHost: namesHost(path))
            guard !template.isAbsolute else { return template }
        }
        return try DefinitionTemplate((pathPrefix ?? "") + path, mayNameHost: namesHost(path))
    }

    /// Whether the path begins with a host: only one that has the slashes itself does.
    private func namesHost(_ path: String) -> Bool { (pathPrefix ?? "").isEmpty && path.hasPrefix("//") }

    /// The query of ``DefinitionParameters/forcedQuery``, which is taken out of the members.
    private func forcedQuery(from members: inout HTTPContent.Members, _ options: FieldOptions) throws -> String? {
        guard let content = members[DefinitionParameters.forcedQuery] else { return nil }
        members[DefinitionParameters.forcedQuery] = nil
        guard content != .null else { return nil }
        do throws(any Error) {
            guard let query = try QueryContentEncoder(options: options).encode(content).query else { return nil }
            return query.isEmpty ? nil : query
        } catch let error as HTTPContentError {
            throw error.below(key: DefinitionParameters.forcedQuery)
        }
    }
}

extension String {
    /// Whether the text may have variables.
    fileprivate var hasBraces: Bool { offset(of: UInt8(ascii: "{")) != nil || offset(of: UInt8(ascii: "}")) != nil }

    /// The text as a reference to a path (RFC 3986, section 4.2): its first segment may be empty, or have a colon.
    fileprivate var asPathReference: String {
        if hasPrefix("//") { return "/." + self }
        let special = utf8.first { "/?#:".utf8.contains($0) }
        return special == UInt8(ascii: ":") ? "./" + self : self
    }
}
