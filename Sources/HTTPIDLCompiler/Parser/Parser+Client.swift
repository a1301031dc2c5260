extension Parser {
    /// Parses the text after the word `CLIENT`.
    mutating func parseClient(_ attributes: Attributes) throws(Abandoned) -> Client {
        var client = Client(attributes: attributes, name: try name(of: "the CLIENT"))
        try parseMembers(Self.clientMembers) { (parser) throws(Abandoned) in
            try parser.parseClientMember(&client)
        }
        return client
    }

    private mutating func parseClientMember(_ client: inout Client) throws(Abandoned) {
        let attributes = try parseAttributes()
        let word = scanner.peek()
        if attributes.deprecation != nil {
            throw fail("a server or credentials cannot be DEPRECATED; remove the word", at: word)
        }
        if word.identifier == "NEEDS" {
            if client.needs != nil { _ = fail("NEEDS is there twice; remove one", at: word) }
            client.needs = try parseNeeds()
            return try parseEnd()
        }
        if takes(word: "SERVER") {
            client.servers.append(try parseServer(attributes, word))
            return
        }
        if takes(word: Operation.Kind.failure.rawValue) {
            client.failures.append(try parseFailure(attributes, word))
            return
        }
        guard let kind = word.identifier.flatMap(Client.Credential.Kind.init(rawValue:)) else {
            let words = ["SERVER", "NEEDS", "FAILURE"] + Client.Credential.Kind.allCases.map(\.rawValue)
            throw fail(
                "SERVER, NEEDS, FAILURE, or credentials such as BEARER are expected, not \(word.kind.shown)\(hint(for: word, among: words))",
                at: word)
        }
        _ = take()
        let name = try name(of: "the credentials")
        let wireName = try parseWireName()
        try parseEnd()
        client.credentials.append(
            Client.Credential(
                attributes: commented(attributes), kind: kind, name: name, writtenWireName: wireName))
    }

    /// Parses a failure of all operations.
    private mutating func parseFailure(_ attributes: Attributes, _ word: Token) throws(Abandoned) -> Operation {
        let statuses = try parseStatuses(of: .failure)
        return Operation(
            attributes: attributes, method: .known(.get), name: nil, kind: .failure, statuses: statuses, format: nil,
            body: try parseBody(), pages: nil, rules: OperationRules(), range: word.range)
    }

    private mutating func parseServer(_ attributes: Attributes, _ word: Token) throws(Abandoned) -> Client.Server {
        var name: Name?
        if takes("(") {
            name = try self.name(of: "the server")
            try expect(")", "after the name of the server")
        }
        let token = take()
        guard case .string(let url) = token.kind else {
            throw fail("the URL of the server is expected in quotation marks, not \(token.kind.shown)", at: token)
        }
        var variables: [Client.Server.Variable] = []
        while scanner.peek().identifier != nil, !isAtLineEnd || hasDefaultAhead {
            let name = try self.name(of: "the variable")
            guard takes(word: "DEFAULT"), case .string(let value) = scanner.peek().kind else {
                let token = scanner.peek()
                throw fail("a variable needs DEFAULT and a text, not \(token.kind.shown)", at: token)
            }
            _ = take()
            variables.append(Client.Server.Variable(name: name, defaultValue: value))
        }
        try parseEnd()
        return Client.Server(
            attributes: commented(attributes), name: name, url: url, range: token.range, variables: variables)
    }

    /// Whether the word after the next one is `DEFAULT`.
    private var hasDefaultAhead: Bool {
        mutating get {
            var ahead = scanner
            _ = ahead.take()
            return ahead.take().identifier == "DEFAULT"
        }
    }

    private mutating func commented(_ attributes: Attributes) -> Attributes {
        var attributes = attributes
        if attributes.documentation.isEmpty { attributes.documentation = trailingDocumentation() }
        return attributes
    }
}
