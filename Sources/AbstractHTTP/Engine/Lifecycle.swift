/// Decides what a connection may do next. It is a pure value without I/O, locks, or callbacks.
///
/// A generation lasts from `onStart` to `onEnd`. An attempt is one try within a generation, and a token identifies it.
/// Commands change the phase from any thread. The pipeline takes one step at a time. Before each step, it checks
/// whether its attempt is still current.
struct Lifecycle: Sendable {
    /// Identifies an attempt, or the cancel or deadline that replaced it.
    typealias Token = UInt64

    /// Where the request of an attempt comes from.
    enum Source: Sendable, Equatable {
        /// A new request, built from the spec.
        case spec
        /// The request of the previous attempt.
        case lastRequest
    }

    enum Phase: Sendable, Equatable {
        case idle
        case running(Token)
        case ending(Token)
    }

    /// What a command to start did.
    enum Start: Sendable, Equatable {
        /// A generation was opened.
        case opened
        /// The current attempt was replaced, in the same generation.
        case replaced
        /// A generation will be opened when the current one has ended.
        case remembered
    }

    /// A deadline that has expired.
    struct Expiry: Sendable, Equatable {
        let clock: Deadlines.Clock
        let limit: Duration
    }

    /// What the pipeline does next.
    enum Step: Sendable, Equatable {
        /// Make the first request and call `onStart`.
        case open(Token, Source)
        /// Make one attempt.
        case attempt(Token, Source)
        /// Fail, because a deadline has expired.
        case expire(Token, Expiry)
        /// Call the listeners of the cancel.
        case deliverCancel
    }

    private(set) var phase = Phase.idle
    /// Counts the generations, from 1.
    private(set) var generation: UInt64 = 0
    private var lastToken: Token = 0
    /// Where the request for `onStart` comes from, until its step is taken.
    private var pendingOpening: Source?
    private var pendingAttempt: Source?
    private var pendingExpiry: Expiry?
    /// The first token of the generation.
    private var firstToken: Token = 0
    private var isCancelDue = false
    private var remembered: Source?

    /// Handles start, restart, and repeatRequest.
    mutating func start(_ source: Source) -> Start {
        switch phase {
        case .idle:
            open(source)
            return .opened
        case .running:
            // The total deadline has expired. It wins, and the restart is dropped.
            let expiry = pendingExpiry?.clock == .total ? pendingExpiry : nil
            run(source)
            if expiry != nil { (pendingAttempt, pendingExpiry) = (nil, expiry) }
            return .replaced
        case .ending:
            remembered = source
            return .remembered
        }
    }

    /// Whether a start was remembered.
    var isReopening: Bool { remembered != nil }

    /// Forgets a start that was remembered.
    mutating func forgetStart() { remembered = nil }

    /// Cancels the running generation. Returns whether one was running.
    mutating func cancel() -> Bool {
        guard case .running = phase else { return false }
        phase = .ending(nextToken())
        (pendingAttempt, pendingExpiry) = (nil, nil)
        isCancelDue = true
        return true
    }

    /// Cancels the running generation if `attempt` is its current attempt. Returns whether it did.
    mutating func cancel(attempt: Token) -> Bool {
        phase == .running(attempt) && cancel()
    }

    /// Handles an expired deadline of attempt `token` or of its generation. Returns whether that was still running.
    mutating func expire(_ expiry: Expiry, _ token: Token) -> Bool {
        guard case .running(let current) = phase else { return false }
        guard expiry.clock == .total ? token >= firstToken : token == current else { return false }
        phase = .running(nextToken())
        (pendingAttempt, pendingExpiry) = (nil, expiry)
        return true
    }

    /// Whether `token` belongs to the current generation, even if its outcome is settled.
    func isOfGeneration(_ token: Token) -> Bool { phase != .idle && token >= firstToken }

    /// Whether a deadline has expired and its step has not been taken yet.
    var isExpiring: Bool { pendingExpiry != nil }

    /// Whether the attempt is current. Its outcome may be settled already, in which case only the last events follow.
    func allows(_ token: Token) -> Bool {
        phase == .running(token) || phase == .ending(token)
    }

    /// Whether the attempt is current and its outcome is still open.
    func isRunning(_ token: Token) -> Bool {
        phase == .running(token)
    }

    /// Begins another attempt to recover from attempt `token`. Returns whether it did.
    mutating func recover(_ token: Token, _ source: Source) -> Bool {
        guard phase == .running(token) else { return false }
        run(source)
        return true
    }

    /// Settles the outcome of attempt `token`. Returns whether it was still open.
    mutating func commit(_ token: Token) -> Bool {
        guard phase == .running(token) else { return false }
        phase = .ending(token)
        return true
    }

    /// Ends the generation after its last `onEnd`. Returns whether a remembered start has opened the next one.
    mutating func end() -> Bool {
        guard case .ending = phase else { return false }
        phase = .idle
        guard let source = remembered else { return false }
        remembered = nil
        open(source)
        return true
    }

    /// Returns the next step, or nil if nothing is due. Each step is returned once.
    mutating func nextStep() -> Step? {
        switch phase {
        case .running(let token), .ending(let token):
            if let source = pendingOpening {
                pendingOpening = nil
                return .open(token, source)
            }
            if isCancelDue {
                isCancelDue = false
                return .deliverCancel
            }
            if let expiry = pendingExpiry {
                pendingExpiry = nil
                return .expire(token, expiry)
            }
            guard let source = pendingAttempt else { return nil }
            pendingAttempt = nil
            return .attempt(token, source)
        case .idle:
            return nil
        }
    }

    private mutating func open(_ source: Source) {
        generation += 1
        pendingOpening = source
        firstToken = lastToken + 1
        run(source)
    }

    private mutating func run(_ source: Source) {
        phase = .running(nextToken())
        (pendingAttempt, pendingExpiry) = (source, nil)
        if pendingOpening != nil { pendingOpening = source }
    }

    private mutating func nextToken() -> Token {
        lastToken += 1
        return lastToken
    }
}
