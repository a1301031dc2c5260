import AbstractHTTP

/// Who is signed in, as the app knows it. The test compares what the product sends with this.
final class ModelUsers: Sendable {
    private struct State {
        /// The user of each session. Nil before a sign-in.
        var names: [String?] = [nil]
        /// What the app has told `signIn(with:user:)` in this session.
        var identifier: String?
        /// How often the cookies have been removed.
        var clearings = 0
        var lastToken = 0
    }

    private let state = LockedValue(State())

    /// The number of the current session.
    var session: Int { state.withLock { $0.names.count - 1 } }

    var clearings: Int { state.withLock(\.clearings) }

    /// The number of the last token.
    var lastToken: Int { state.withLock(\.lastToken) }

    /// The user who is signed in.
    var current: String? { state.withLock { $0.names.last.flatMap { $0 } } }

    /// Distinguishes the users of sessions. Without a sign-in, each session has its own guest.
    func name(of session: Int) -> String {
        state.withLock { $0.names.indices.contains(session) ? $0.names[session] : nil } ?? "guest \(session)"
    }

    /// A token that no one else has.
    func token(of session: Int) -> String {
        state.withLock { state in
            state.lastToken += 1
            return "\(session).\(state.lastToken)"
        }
    }

    func clear() { state.withLock { $0.clearings += 1 } }

    /// Begins a session without a user.
    func signOut() {
        state.withLock { state in
            state.names.append(nil)
            state.identifier = nil
        }
    }

    /// Signs in a user. Returns whether a new session begins.
    func signIn(_ name: String, as identifier: String?) -> Bool {
        state.withLock { state in
            let isSignedOut = state.names.last.flatMap { $0 } == nil
            let isSame = isSignedOut || identifier == nil || identifier == state.identifier
            if isSame {
                state.names[state.names.count - 1] = name
                state.identifier = identifier ?? (isSignedOut ? nil : state.identifier)
            } else {
                state.names.append(name)
                state.identifier = identifier
            }
            return !isSame
        }
    }
}
