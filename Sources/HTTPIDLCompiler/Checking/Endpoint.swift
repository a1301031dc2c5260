/// One method of a message: a request and its response.
struct Endpoint {
    let message: Message
    let method: Method
    /// `GetMyExample` of `GET` and `/my/example`.
    let name: String
    /// Nil where the message has only the other one; then it is one without fields.
    let request: Operation?
    let response: Operation?

    var requestName: String { name + "Request" }
    var responseName: String { name + "Response" }
    /// Why nobody should use it; nil where everybody may.
    var deprecation: String? {
        message.attributes.deprecation ?? request?.attributes.deprecation ?? response?.attributes.deprecation
    }
}

extension Message {
    /// Its methods, in the order in which they are first named.
    var endpoints: [Endpoint] {
        var methods: [Method] = []
        for operation in operations where !methods.contains(operation.method) { methods.append(operation.method) }
        return methods.map { method in
            func first(_ kind: Operation.Kind) -> Operation? {
                operations.first { $0.method == method && $0.kind == kind }
            }
            return Endpoint(
                message: self, method: method, name: method.rawValue.capitalizedName + swiftName,
                request: first(.request), response: first(.response))
        }
    }

    private var swiftName: String { name?.text ?? path.swiftName }
}

extension MessagePath {
    /// `MyExample` of `/my/example`, `UsersUserId` of `/users/$user_id`.
    fileprivate var swiftName: String {
        segments.map { segment in
            switch segment {
            case .text(let text, _): text.keepingNameCharacters.upperCamelCase
            case .parameter(let name): name.text.upperCamelCase
            }
        }.joined()
    }
}

extension String {
    /// `Get` of `GET`.
    fileprivate var capitalizedName: String { prefix(1) + dropFirst().lowercased() }

    /// `UserId` of `user_id`: the beginning and what follows each `_` as a capital, everything else as it is.
    var upperCamelCase: String {
        split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
