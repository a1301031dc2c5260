extension DocumentChecker {
    /// Reports servers and credentials that cannot be used.
    mutating func check(_ client: Client) {
        checkTypeName(client.name)
        var servers = Uniqueness("the server `%` is declared twice")
        for server in client.servers {
            if let name = server.name { add(name.text.lowerCamelCase, at: name.range, to: &servers) }
            check(server)
        }
        for server in client.servers.filter({ $0.name == nil }).dropFirst() {
            report("only one SERVER can be without a name; write SERVER(name)", at: server.range)
        }
        var names = Uniqueness("the name `%` is used twice")
        for credential in client.credentials {
            add(credential.name.text, at: credential.name.range, to: &names)
            if Reserved.client.contains(credential.name.text) {
                report(
                    "`\(credential.name.text)` is already a member of the client; choose another name",
                    at: credential.name.range)
            }
            check(credential)
        }
        checkArguments(client.credentials.map(\.name))
        if client.name.text.upperCamelCase.first?.isNumber ?? false {
            report("the name of a client begins with a letter", at: client.name.range)
        }
        if let needs = client.needs { check(needs) }
        var failures = Uniqueness("`%` is declared twice in this client")
        for failure in client.failures {
            let statuses = failure.statuses.map { ("FAILURE " + $0.status.text, $0.range) }
            for (name, range) in statuses.isEmpty ? [("FAILURE", failure.range)] : statuses {
                add(name, at: range, to: &failures)
            }
            checkResponse(failure)
        }
    }

    private mutating func check(_ server: Client.Server) {
        guard let host = server.url.hostOfServer, !host.isEmpty else {
            return report(
                "the URL of a server begins with https:// or http:// and a host, like \"https://api.example.com/v1\"",
                at: server.range)
        }
        guard let used = server.url.variablesInBraces else {
            return report("the braces of the URL are not closed; write a variable as `{region}`", at: server.range)
        }
        let declared = server.variables.map(\.name.text)
        for name in used where !declared.contains(name) {
            let hint = name.nearest(among: declared).map { "did you mean `{\($0)}`?" }
            report(
                "the variable `{\(name)}` has no value; \(hint ?? "write \(name) DEFAULT \"…\" after the URL")",
                at: server.range)
        }
        for variable in server.variables where !used.contains(variable.name.text) {
            report("the URL has no variable `{\(variable.name.text)}`; remove it", at: variable.name.range)
        }
        checkArguments(server.variables.map(\.name))
        var names = Uniqueness("the variable `%` is declared twice")
        for variable in server.variables { add(variable.name.text, at: variable.name.range, to: &names) }
    }

    private mutating func check(_ credential: Client.Credential) {
        switch credential.kind {
        case .bearer, .basic:
            guard let name = credential.writtenWireName else { return }
            report(
                "\(credential.kind.rawValue) is sent in the Authorization field; remove the wire name", at: name.range)
        case .header, .cookie:
            guard !credential.wireName.isHTTPToken else { return }
            report(
                "`\(credential.wireName)` is not the name of a \(credential.kind == .cookie ? "cookie" : "header field"); it can have letters, digits, and hyphens",
                at: credential.writtenWireName?.range ?? credential.name.range)
        case .query: break
        }
    }

    /// Reports credentials that no client declares.
    mutating func check(_ needs: Needs) {
        guard let client = program.client else {
            return report(
                "no CLIENT declares credentials; add one, like `CLIENT API { BEARER token; }`", at: needs.range)
        }
        let names = client.credentials.map(\.name.text)
        for name in needs.alternatives.flatMap({ $0 }) where !names.contains(name.text) {
            let known = name.text.nearest(among: names).map { "did you mean `\($0)`?" }
            report(
                "`\(client.name.text)` has no credentials `\(name.text)`; \(known ?? "declare them, like `BEARER \(name.text);`")",
                at: name.range)
        }
    }

    /// Reports rules that are not before a request.
    mutating func checkRules(of operation: Operation) {
        let rules = operation.rules
        guard operation.kind == .request else {
            if let range = rules.range {
                report("TIMEOUT, RETRY, IDEMPOTENT, and NEEDS come before a REQUEST; move them there", at: range)
            }
            return
        }
        if let attempts = rules.attempts, attempts.value != attempts.value.rounded() || attempts.value > 100 {
            report("RETRY needs a number of attempts from 1 to 100, like 3", at: attempts.range)
        }
        if let needs = rules.needs { check(needs) }
    }
}

extension String {
    /// The host of an absolute URL of HTTP, or nil for any other text.
    package var hostOfServer: Substring? {
        guard let scheme = ["https://", "http://"].first(where: hasPrefix),
            unicodeScalars.allSatisfy({ $0.isASCII && $0.isSeen }), !contains(where: { "\"<>\\^`|?#".contains($0) })
        else { return nil }
        return dropFirst(scheme.count).prefix { $0 != "/" }
    }

    /// The names between braces, or nil if the braces do not match.
    package var variablesInBraces: [String]? {
        var names: [String] = []
        var rest = self[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let after = rest[rest.index(after: start)...]
            guard rest[start] == "{", let end = after.firstIndex(where: { $0 == "{" || $0 == "}" }), after[end] == "}"
            else {
                return nil
            }
            names.append(String(after[..<end]))
            rest = after[after.index(after: end)...]
        }
        return names
    }
}
