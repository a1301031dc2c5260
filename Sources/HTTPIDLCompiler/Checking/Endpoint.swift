/// One operation of a message: a request, its responses, and its failures.
struct Endpoint {
    let message: Message
    let method: Method
    /// The name in the file, or nil if it is derived from the path.
    let ownName: Name?
    /// Nil if the message declares only the others. It then has no fields.
    let request: Operation?
    let responses: [Operation]
    private(set) var failures: [Operation]
    /// The client whose failures the operation has, or nil for its own.
    private var failuresOfClient: Client?

    init(
        message: Message, method: Method, ownName: Name?, request: Operation?, responses: [Operation],
        failures: [Operation]
    ) {
        (self.message, self.method, self.ownName) = (message, method, ownName)
        (self.request, self.responses, self.failures) = (request, responses, failures)
    }

    /// Returns the operation with the failures of a client, unless it has its own.
    func inheriting(from client: Client?) -> Self {
        guard let client, failures.isEmpty, !client.failures.isEmpty else { return self }
        var endpoint = self
        (endpoint.failures, endpoint.failuresOfClient) = (client.failures, client)
        return endpoint
    }

    /// The name, such as `GetMyExample` for `GET` and `/my/example`.
    var name: String { ownName?.text.upperCamelCase ?? method.text.capitalizedName + message.swiftName }
    var requestName: String { name + "Request" }
    var responseName: String { name + "Response" }
    var failureName: String { (failuresOfClient?.name.text.upperCamelCase ?? name) + "Failure" }
    /// Whether the types of the failures belong to the operation.
    var hasOwnFailures: Bool { failuresOfClient == nil && !failures.isEmpty }
    /// The reason for the deprecation, or nil if there is none.
    var deprecation: String? {
        message.attributes.deprecation ?? request?.attributes.deprecation
            ?? responses.lazy.compactMap(\.attributes.deprecation).first
    }
    /// The properties of the variables of the path, in order.
    var variableNames: [Name] {
        let fields = request?.body.fields.filter { $0.place == .path } ?? []
        return message.path.parameters.map { variable in fields.first { $0.wireName == variable.text }?.name ?? variable
        }
    }
    /// The position of the first part.
    var range: Range<Int> { (request ?? responses.first ?? failures.first)?.range ?? message.range }
}

extension Endpoint {
    /// The parts of a response or a failure, if there is more than one.
    func alternatives(_ kind: Operation.Kind) -> [Operation]? {
        let operations = kind == .response ? responses : failures
        return operations.count > 1 ? operations : nil
    }

    /// The type that is the model of each failure, or nil if there is no such type.
    var sharedFailureType: TypeReference? {
        guard let first = failures.first?.body.whole, !first.isOptional,
            failures.allSatisfy({ $0.body.fields.isEmpty && $0.body.whole?.isSame(as: first) ?? false })
        else { return nil }
        return first
    }

    /// The name of the type that has a case for each status.
    func bodyName(_ kind: Operation.Kind) -> String { (kind == .response ? responseName : failureName) + "Body" }

    /// The name of the structure of one of several parts, or nil if a single type is enough.
    func partName(_ part: Operation) -> String? {
        guard !part.body.fields.isEmpty else { return nil }
        let suffix = part.statuses.first?.status.text ?? "Other"
        return (part.kind == .response ? responseName : failureName) + suffix
    }

    /// The types that are generated, and where each is declared.
    var typeNames: [(String, Range<Int>)] {
        [(requestName, range), (responseName, range)] + typeNames(.response) + typeNames(.failure)
    }

    private func typeNames(_ kind: Operation.Kind) -> [(String, Range<Int>)] {
        var names: [(String, Range<Int>)] = []
        if kind == .failure {
            guard hasOwnFailures, sharedFailureType == nil else { return [] }
            names.append((failureName, failures[0].range))
        }
        guard let parts = alternatives(kind) else { return names }
        names.append((bodyName(kind), parts[0].range))
        // A part that is declared twice is another error.
        for part in parts {
            guard let name = partName(part), !names.contains(where: { $0.0 == name }) else { continue }
            names.append((name, part.range))
        }
        return names
    }
}

extension Client {
    /// An operation that stands for all that have the failures of the client, or nil if it has none.
    var failingEndpoint: Endpoint? {
        guard let first = failures.first else { return nil }
        let path = MessagePath(segments: [], range: first.range)
        let message = Message(attributes: Attributes(), name: name, path: path, operations: [], range: first.range)
        return Endpoint(
            message: message, method: .known(.get), ownName: name, request: nil, responses: [], failures: failures)
    }

    /// The types that are generated, and where each is declared.
    var typeNames: [(String, Range<Int>)] {
        let failures =
            failingEndpoint?.typeNames.filter { !$0.0.hasSuffix("Request") && !$0.0.hasSuffix("Response") } ?? []
        return [(name.text, name.range)] + failures
    }
}

extension Message {
    /// The operations, in the order in which they first appear.
    var endpoints: [Endpoint] {
        let names = OperationNames(self)
        var keys: [OperationKey] = []
        var parts: [OperationKey: [Operation]] = [:]
        for operation in operations {
            let key = names.key(of: operation)
            if parts[key] == nil { keys.append(key) }
            parts[key, default: []].append(operation)
        }
        return keys.map { key in
            func all(_ kind: Operation.Kind) -> [Operation] { parts[key]?.filter { $0.kind == kind } ?? [] }
            return Endpoint(
                message: self, method: key.method, ownName: parts[key]?.lazy.compactMap(\.name).first,
                request: all(.request).first, responses: all(.response), failures: all(.failure))
        }
    }

    fileprivate var swiftName: String { name?.text ?? path.swiftName }
}

/// The names of the operations of a message, by their methods.
struct OperationNames {
    private var names: [Method: [String]] = [:]
    private var unnamed: Set<Method> = []

    init(_ message: Message) {
        for operation in message.operations {
            if let name = operation.name?.text {
                if names[operation.method]?.last != name { names[operation.method, default: []].append(name) }
            } else if operation.kind == .request {
                unnamed.insert(operation.method)
            }
        }
    }

    /// Which operation a part belongs to. A part without a name belongs to the only operation of its method.
    func key(of operation: Operation) -> OperationKey {
        let only = unnamed.contains(operation.method) ? nil : names[operation.method]?.first
        return OperationKey(method: operation.method, name: operation.name?.text ?? only)
    }

    /// One of the names that a part without a name could belong to, or nil if there is no doubt.
    func ambiguity(of operation: Operation) -> String? {
        guard operation.name == nil, operation.kind != .request, !unnamed.contains(operation.method) else { return nil }
        let names = Set(names[operation.method] ?? [])
        return names.count > 1 ? self.names[operation.method]?.first : nil
    }
}

/// What tells the operations of a message apart.
struct OperationKey: Hashable {
    let method: Method
    let name: String?
}

extension TypeReference {
    /// Whether another type is written in the same way.
    func isSame(as other: TypeReference) -> Bool {
        guard isOptional == other.isOptional else { return false }
        return switch (kind, other.kind) {
        case (.builtin(let one), .builtin(let two)): one == two
        case (.named(let one), .named(let two)): one == two
        case (.array(let one), .array(let two)), (.nullable(let one), .nullable(let two)): one.isSame(as: two)
        case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
            key.isSame(as: otherKey) && value.isSame(as: otherValue)
        default: false
        }
    }
}

extension MessagePath {
    /// `MyExample` for `/my/example`, `UsersUserId` for `/users/$user_id`.
    fileprivate var swiftName: String {
        segments.flatMap(\.pieces).map { piece in
            switch piece {
            case .text(let text, _): text.keepingNameCharacters.upperCamelCase
            case .variables(let expression): expression.variables.map(\.name.text.upperCamelCase).joined()
            }
        }.joined()
    }
}

extension String {
    /// `Get` for `GET`.
    fileprivate var capitalizedName: String {
        let letters = keepingNameCharacters
        return letters.prefix(1) + letters.dropFirst().lowercased()
    }

    /// `UserId` for `user_id`: the first letter and each letter after a `_` become uppercase, and all others stay.
    var upperCamelCase: String {
        split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
