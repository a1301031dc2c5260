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

    /// The numbers of all sessions, in the order of their holders.
    package var text: String { numbers.map { "\($0.session)" }.joined(separator: ",") }

    /// Whether a holder has begun another session since, as `later` shows.
    func haveEnded(before later: Sessions?) -> Bool {
        guard let later, later !== self else { return false }
        return numbers.contains { holder, session in later.number(of: holder).map { $0 > session } ?? false }
    }

    /// The current sessions of the holders. Nil if there are none.
    @inline(__always)
    static func current(_ holders: [any SessionHolder], _ others: [any SessionHolder]) -> Sessions? {
        guard !holders.isEmpty || !others.isEmpty else { return nil }
        return Sessions((holders + others).map { ($0, $0.session) })
    }
}

/// Finds the holders among policies and middleware when these are added.
enum SessionHolders {
    /// Types that are no holders. A cast takes longer than all other steps.
    private static let others = LockedValue(TypeCache())

    static func among(_ parts: [any Sendable]) -> [any SessionHolder] { parts.compactMap(holder) }

    static func holder(_ part: any Sendable) -> (any SessionHolder)? {
        let type = type(of: part)
        guard !others.withLock({ $0.contains(type) }) else { return nil }
        if let holder = part as? any SessionHolder { return holder }
        others.withLock { $0.insert(type) }
        return nil
    }
}
