extension Parser {
    /// Parses the text after the word `MESSAGE`.
    mutating func parseMessage(_ attributes: Attributes, _ range: Range<Int>) throws(Abandoned) -> Message {
        var messageName: Name?
        if takes("(") {
            messageName = try name(of: "the message")
            try expect(")", "after the name of the message")
        }
        let path = try parsePath()
        try refuseBraces(after: path)
        try expect("{", "after the path")
        var operations: [Operation] = []
        while !takes("}") {
            guard scanner.peek().kind != .end else {
                throw fail("the message has no end; `}` is missing", at: range)
            }
            guard !beginsDeclaration else {
                _ = fail("`}` is missing before \(scanner.peek().kind.shown)", at: scanner.peek())
                break
            }
            do {
                operations.append(try parseOperation(after: operations.last))
            } catch {
                guard skipToOperation() else { throw error }
            }
        }
        return Message(attributes: attributes, name: messageName, path: path, operations: operations, range: range)
    }

    /// Rejects `/{id}`, which is a common way to write a parameter elsewhere.
    private mutating func refuseBraces(after path: MessagePath) throws(Abandoned) {
        var ahead = scanner
        let brace = ahead.take()
        guard brace.range.lowerBound == path.range.upperBound, let name = ahead.take().identifier,
            ahead.take().kind == .sign("}")
        else { return }
        throw fail("`{\(name)}` is not a parameter; write it as `$\(name)`, or write a brace as `\\{`", at: brace)
    }

    /// Parses a request, a response, or a failure.
    ///
    /// - Parameter last: The operation above it. A part without a method has the method of that operation.
    private mutating func parseOperation(after last: Operation?) throws(Abandoned) -> Operation {
        var (attributes, pages, rules) = (try parseAttributes(), PageAttribute?.none, OperationRules())
        while try parseRule(&rules, &pages) { attributes.append(try parseAttributes()) }
        let word = scanner.peek()
        let (method, name) = try parseMethod(after: last)
        let kindWord = scanner.peek()
        guard let text = kindWord.identifier, let kind = Operation.Kind(rawValue: text) else {
            let hint = hint(for: kindWord, among: Operation.Kind.allCases.map(\.rawValue))
            throw fail(
                "REQUEST, RESPONSE, or FAILURE is expected after \(method.text), not \(kindWord.kind.shown)\(hint)",
                at: kindWord)
        }
        _ = take()
        let statuses = try parseStatuses(of: kind)
        return Operation(
            attributes: attributes, method: method, name: name, kind: kind, statuses: statuses,
            format: try parseBodyFormat(), body: try parseBody(), pages: pages, rules: rules,
            range: word.range.lowerBound..<kindWord.range.upperBound)
    }

    /// Parses the method and the name of an operation, or takes those of the operation above it.
    private mutating func parseMethod(after last: Operation?) throws(Abandoned) -> (Method, Name?) {
        let word = scanner.peek()
        if let kind = word.identifier.flatMap(Operation.Kind.init(rawValue:)) {
            guard let last else {
                throw fail("a method is expected before \(kind.rawValue), like `GET \(kind.rawValue) { … }`", at: word)
            }
            return (last.method, last.name)
        }
        guard let method = word.method else {
            let methods = hint(for: word, among: KnownMethod.allCases.map(\.rawValue), within: 1)
            let hint = methods.isEmpty ? hint(for: word, among: Self.wordsBeforeMethods) : methods
            throw fail(
                "a method such as GET is expected, not \(word.kind.shown)\(hint.isEmpty ? word.quotedMethodHint : hint)",
                at: word)
        }
        guard method.isToken else {
            throw fail("\(word.kind.shown) is not a method; write capital letters, like \"PURGE\"", at: word)
        }
        _ = take()
        guard takes("(") else { return (method, nil) }
        let name = try name(of: "the operation")
        try expect(")", "after the name of the operation")
        return (method, name)
    }

    private static let wordsBeforeMethods = ["DEPRECATED", "PAGES", "TIMEOUT", "RETRY", "IDEMPOTENT", "NEEDS"]

    /// Parses the statuses after the word `RESPONSE` or `FAILURE`.
    mutating func parseStatuses(of kind: Operation.Kind) throws(Abandoned) -> [WrittenStatus] {
        var statuses: [WrittenStatus] = []
        while case .number(let text) = scanner.peek().kind {
            let token = take()
            guard kind != .request else { throw fail("a REQUEST has no status; remove `\(text)`", at: token) }
            guard let status = Status(text) else {
                throw fail("`\(text)` is not a status; write one like 404, or a class like 4XX", at: token)
            }
            guard status.isSuccess == (kind == .response) else {
                throw fail(
                    kind == .response
                        ? "\(text) is not a success; write `FAILURE \(text) { … }`"
                        : "\(text) is a success; write `RESPONSE \(text) { … }`", at: token)
            }
            statuses.append(WrittenStatus(status: status, range: token.range))
        }
        return statuses
    }

    /// Parses the format after the word `AS`.
    private mutating func parseBodyFormat() throws(Abandoned) -> BodyFormat? {
        guard takes(word: "AS") else { return nil }
        let token = take()
        let kind: BodyFormat.Kind
        switch token.kind {
        case .identifier("JSON"): kind = .json
        case .identifier("FORM"): kind = .form
        case .identifier("MULTIPART"): kind = .multipart
        case .identifier("QUERY"): kind = .query
        case .string(let text) where text.isMediaType: kind = .mediaType(text)
        case .string: throw fail("\(token.kind.shown) is not a media type; write one like \"text/csv\"", at: token)
        default:
            let hint = hint(for: token, among: ["JSON", "FORM", "MULTIPART", "QUERY"])
            throw fail(
                "JSON, FORM, MULTIPART, QUERY, or a media type in quotation marks is expected after AS, not \(token.kind.shown)\(hint)",
                at: token)
        }
        return BodyFormat(kind: kind, range: token.range)
    }

    /// Skips to the next operation of the same message, or to the end of the message. Returns false at the end of the
    /// file, or if a declaration begins within braces.
    private mutating func skipToOperation() -> Bool {
        var depth = 0
        while true {
            let token = scanner.peek()
            switch token.kind {
            case .end: return false
            case .sign("{"): depth += 1
            case .sign("}") where depth == 0: return true
            case .sign("}"): depth -= 1
            case .identifier where beginsDeclaration: return depth == 0
            case .identifier(let word) where depth == 0 && KnownMethod(rawValue: word) != nil:
                if isAtLineEnd { return true }
            default: break
            }
            _ = take()
            if token.kind == .sign("}"), depth == 0 { return true }
        }
    }
}

extension Status {
    fileprivate init?(_ text: String) {
        let digits = text.utf8.prefix { $0.isDigit }
        guard let first = text.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(first) else { return nil }
        if digits.count == 3, text.utf8.count == 3, let code = Int(text) {
            self = .code(code)
        } else if text.dropFirst() == "XX" {
            self = .group(Int(first - UInt8(ascii: "0")))
        } else {
            return nil
        }
    }
}

extension Method {
    /// Whether the method consists of capital letters, digits, and hyphens.
    fileprivate var isToken: Bool {
        text.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
            && text.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0.isDigit || $0 == UInt8(ascii: "-")
            }
    }
}

extension Token {
    /// What to do about a word in capitals that is not a method of the language.
    fileprivate var quotedMethodHint: String {
        guard let word = identifier, word.count > 2,
            word.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }),
            !["DEPRECATED", "PAGES"].contains(word), BuiltinType(rawValue: word) == nil
        else { return "" }
        return "; write any other method in quotation marks, like \"\(word)\""
    }
}

extension String {
    /// Whether this is a type and a subtype (RFC 9110, section 8.3.1), with or without parameters.
    package var isMediaType: Bool {
        let essence = prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        return essence.count == 2
            && essence.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { $0.continuesName || "!#$&-^.+*".utf8.contains($0) }
            } && unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F }
    }
}
