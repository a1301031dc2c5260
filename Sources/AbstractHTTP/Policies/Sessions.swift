/// Something that belongs to one user at a time, such as a token.
package protocol SessionHolder: AnyObject, Sendable {
    /// The number of the current session. It changes when the user does.
    var session: Int { get }
}

/// The sessions in which a connection began. Its later requests never get the credentials of another session.
package final class Sessions: Sendable {
    private let numbers: [(holder: any SessionHolder, session: Int)]

    private init(_ numbers: [(holder: any SessionHolder, session: Int)]) { self.numbers = numbers }

    /// The number of the session of a holder. Nil if the holder is not in the config of the connection.
    package func number(of holder: some SessionHolder) -> Int? {
        numbers.first { $0.holder === holder }?.session
    }

    /// The current sessions of the holders among the parts of a connection. Nil if there are none.
    static func current(_ config: ConnectionConfig, _ setup: CopyOnWrite<ConnectionSetup>?) -> Sessions? {
        var numbers: [(holder: any SessionHolder, session: Int)] = []
        func add(_ part: any Sendable) {
            guard let holder = SessionHolders.holder(part) else { return }
            numbers.append((holder, holder.session))
        }
        for policy in config.recoveries { add(policy) }
        for middleware in config.middleware { add(middleware) }
        for middleware in config.lastMiddleware { add(middleware) }
        if let setup {
            for policy in setup.value.recoveries { add(policy) }
            for middleware in setup.value.middleware { add(middleware) }
        }
        return numbers.isEmpty ? nil : Sessions(numbers)
    }
}

/// Finds the holders among the policies and the middleware.
private enum SessionHolders {
    /// Types that are no holders. A cast takes longer than all other steps.
    private static let others = LockedValue(TypeCache())

    static func holder(_ part: any Sendable) -> (any SessionHolder)? {
        let type = type(of: part)
        guard !others.withLock({ $0.contains(type) }) else { return nil }
        if let holder = part as? any SessionHolder { return holder }
        others.withLock { $0.insert(type) }
        return nil
    }
}
