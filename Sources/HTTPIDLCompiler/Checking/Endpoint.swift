/// One method of a message: a request and its response.
struct Endpoint {
    let message: Message
    let method: Method
    /// The name, such as `GetMyExample` for `GET` and `/my/example`.
    let name: String
    /// Nil if the message declares only the other operation. This one then has no fields.
    let request: Operation?
    let response: Operation?

    var requestName: String { name + "Request" }
    var responseName: String { name + "Response" }
    /// The reason for the deprecation, or nil if there is none.
    var deprecation: String? {
        message.attributes.deprecation ?? request?.attributes.deprecation ?? response?.attributes.deprecation
    }
}

extension Message {
    /// The methods, in the order in which they first appear.
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
    fileprivate var capitalizedName: String { prefix(1) + dropFirst().lowercased() }

    /// `UserId` for `user_id`: the first letter and each letter after a `_` become uppercase, and all others stay.
    var upperCamelCase: String {
        split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
