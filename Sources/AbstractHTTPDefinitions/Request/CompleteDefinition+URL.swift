import AbstractHTTP
import Foundation

extension CompleteDefinition {
    /// Returns the URL of a request. Its variables are filled from `members`, and these members are removed.
    ///
    /// A path with a scheme is the whole URL. Otherwise, the prefix and the path are joined as they are and resolved
    /// against the base (RFC 3986, section 5.2). Throws ``DefinitionError`` and `InvalidRequest`.
    ///
    /// - Parameter base: The base URL of the API, which is used if the definition has none.
    func url(
        filledBy members: inout HTTPContent.Members, base: String?, _ options: FieldOptions,
        _ places: [String: ParameterLocation]?
    ) throws -> String {
        // The values are a copy of the members, which must be gone when the members change.
        let (url, used) = try resolvedURL(TemplateValues(members, options, places), base: base)
        for name in used { members[name] = nil }
        return try forcedQuery(from: &members, options).map { url.appendingURLPath("?" + $0) } ?? url
    }

    /// Returns the URL without the query, and the names of the members in it.
    private func resolvedURL(_ values: consuming TemplateValues, base: String?) throws -> (String, Set<String>) {
        let template = try template
        var used: Set<String> = []
        var url = try template.filled(by: values, noting: &used)
        if !template.isAbsolute {
            guard let base = definition.baseURL ?? base, !base.isEmpty else { throw InvalidRequest.missingBase(url) }
            let filledBase =
                base.hasBraces ? try DefinitionTemplate(base).filled(by: values, noting: &used) : base
            guard filledBase.hasAuthority else { throw InvalidRequest.baseURL(filledBase) }
            let reference = definition.namesHost ? url : url.asPathReference
            // Resolving escapes invalid characters, which would hide them from this check.
            try filledBase.checkAuthority()
            try reference.checkAuthority()
            guard let resolved = URL(string: filledBase)?.resolving(reference) else {
                throw InvalidRequest.malformedURL(filledBase)
            }
            url = resolved
        }
        if let stray = values.name(notAmong: used) {
            throw DefinitionError.place(stray, reason: "the URL has no such variable; add it to the path")
        }
        return (url, used)
    }

    /// Returns the query of ``DefinitionParameters/forcedQuery``, and removes it from the members.
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

    /// The text as a reference to a path (RFC 3986, section 4.2), even if its first segment is empty or has a colon.
    fileprivate var asPathReference: String {
        if hasPrefix("//") { return "/." + self }
        let special = utf8.first { "/?#:".utf8.contains($0) }
        return special == UInt8(ascii: ":") ? "./" + self : self
    }
}
