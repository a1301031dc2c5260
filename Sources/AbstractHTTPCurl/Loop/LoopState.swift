/// Who drives libcurl, and what is to be done. Decides only: what is returned is done when the lock around it is left.
///
/// One thread at a time has the turn. Between two turns nobody has it and the loop's thread waits for sockets; then a
/// thread that starts a transfer may take it.
struct LoopState: Sendable {
    /// Who has the turn.
    enum Driver: Sendable {
        case loop
        case caller
        /// A caller, while it waits for its socket.
        case waitingCaller
        case nobody
    }

    /// What is done about a command.
    enum Submission: Equatable {
        /// The caller has the turn and carries it out.
        case drive
        /// It will be seen; `wakes` when the loop waits and has to be woken for it.
        case left(wakes: Bool)
        /// The loop has stopped.
        case refused
    }

    /// What the loop's thread has been asked to do.
    struct Work {
        var commands: [LoopCommand]
        /// Tasks, whose turn comes next; what they leave to be done comes with them.
        var jobs: [LoopJob]
    }

    /// How the loop's thread goes on.
    enum LoopStep {
        case work(Work)
        /// `spins` when a response may come so soon that falling asleep would cost more than spinning.
        case wait(until: Instant?, spins: Bool)
    }

    /// How a caller that has the turn goes on.
    enum CallerStep {
        case work([LoopCommand])
        /// The turn is over, and the loop has to be woken.
        case leave(wakes: Bool)
        /// The loop's thread, which waits for the turn, has it.
        case handOver
    }

    private(set) var driver = Driver.loop
    private var isStopped = false
    private var commands: [LoopCommand] = []
    private var jobs: [LoopJob] = []
    private var hasEnded = false
    /// Whether jobs were run since the loop waited last.
    private var hasRun = false
    /// Whether the loop's thread has woken during a caller's turn.
    private var isLoopWaiting = false
    /// When the loop's thread wakes by itself; nil for never.
    private var wakesAt: Instant?
    private var hasStarted = false
    private var running = 0
    /// At which lone starts the caller waits for the response itself.
    private var waitBackoff = SpinBackoff()
    /// At which starts a thread spins before it sleeps.
    private var spinBackoff = SpinBackoff()
    /// How many transfers in a row began while no other was running.
    private var loneStarts = LoopState.loneStartsOfCallers

    /// After how many lone starts a caller begins its transfer itself. For one that sends request after request, the
    /// way to another thread is what costs most; many are better served together.
    static let loneStartsOfCallers = 8
    /// After how many rounds a caller leaves what else there is to do to the loop.
    static let roundsOfCallers = 4
    /// How long the loop waits at most after a start, so that it need not be woken for each time limit of libcurl's.
    static let longestWaitAfterStart = 1_000

    /// A transfer is to begin.
    mutating func start(_ transfer: Transfer) -> Submission {
        guard !isStopped else { return .refused }
        running += 1
        hasStarted = true
        spinBackoff.countDown()
        loneStarts = running == 1 ? min(loneStarts + 1, Self.loneStartsOfCallers) : 0
        if driver == .nobody, commands.isEmpty, jobs.isEmpty, loneStarts == Self.loneStartsOfCallers {
            driver = .caller
            waitBackoff.countDown()
            return .drive
        }
        return leave(.start(transfer))
    }

    /// Something else is to be done. After a stop nothing is.
    mutating func post(_ command: LoopCommand) -> Submission {
        guard !isStopped else { return .refused }
        if case .stop = command { isStopped = true }
        return leave(command)
    }

    private mutating func leave(_ command: LoopCommand) -> Submission {
        commands.append(command)
        return .left(wakes: isWaiting && commands.count + jobs.count == 1)
    }

    /// `job` is to be run. After the end of the loop it is not.
    mutating func post(_ job: LoopJob) -> Submission {
        guard !hasEnded else { return .refused }
        jobs.append(job)
        return .left(wakes: isWaiting && commands.count + jobs.count == 1)
    }

    /// From now on the loop's thread takes no jobs; returns those that it has not run.
    mutating func end() -> [LoopJob] {
        hasEnded = true
        return takeJobs()
    }

    private var isWaiting: Bool { driver == .nobody || driver == .waitingCaller }

    /// The loop's thread has woken. Returns whether it has the turn; otherwise a caller hands it over.
    mutating func wake() -> Bool {
        isLoopWaiting = driver == .caller || driver == .waitingCaller
        if !isLoopWaiting { driver = .loop }
        return !isLoopWaiting
    }

    /// Call when the loop's thread has spun.
    mutating func noteSpin(timedOut: Bool) { spinBackoff.note(timedOut: timedOut) }

    /// So many transfers have ended. Noted before anybody learns of it, and starts another one.
    mutating func noteEnded(_ count: Int) { running -= count }

    /// The loop's thread has done all it knows of; libcurl wants to be called at `deadline`.
    mutating func nextOfLoop(deadline: Instant?, now: @autoclosure () -> Instant) -> LoopStep {
        guard commands.isEmpty, jobs.isEmpty else { return .work(takeWork()) }
        driver = .nobody
        defer { hasRun = false }
        wakesAt = deadline
        if hasStarted {
            let limit = now().advanced(byMilliseconds: Self.longestWaitAfterStart)
            wakesAt = min(deadline ?? limit, limit)
            hasStarted = false
        }
        return .wait(until: wakesAt, spins: hasRun && running == 1 && spinBackoff.isDue)
    }

    /// The same for a caller, in its `round`; `needsWake` when the loop does not see what was changed for it.
    mutating func nextOfCaller(round: Int, deadline: Instant?, needsWake: Bool) -> CallerStep {
        // A stop ends the loop's thread, which has to do it.
        if !commands.isEmpty, !isStopped, round < Self.roundsOfCallers { return .work(takeCommands()) }
        guard !isLoopWaiting else {
            isLoopWaiting = false
            driver = .loop
            return .handOver
        }
        driver = .nobody
        let isLate = deadline.map { deadline in wakesAt.map { deadline < $0 } ?? true } ?? false
        return .leave(wakes: needsWake || isLate || !commands.isEmpty || !jobs.isEmpty)
    }

    /// How a caller may wait for its response itself, for a moment: when nobody else has anything to do, and the last
    /// one was there so soon.
    mutating func beginCallersWait(round: Int) -> SpinWait? {
        guard commands.isEmpty, jobs.isEmpty, running == 1, waitBackoff.isDue, round < Self.roundsOfCallers else {
            return nil
        }
        driver = .waitingCaller
        return spinBackoff.isDue ? .spinning : .sleeping
    }

    /// The wait is over.
    mutating func endCallersWait(_ end: SpinWait.End) {
        driver = .caller
        waitBackoff.note(timedOut: end == .timedOut)
        if spinBackoff.isDue { spinBackoff.note(timedOut: end != .soon) }
    }

    /// What the loop's thread is to do.
    mutating func takeWork() -> Work {
        if !jobs.isEmpty { hasRun = true }
        return Work(commands: takeCommands(), jobs: takeJobs())
    }

    private mutating func takeJobs() -> [LoopJob] {
        defer { jobs = [] }
        return jobs
    }

    /// What is to be done by who has the turn.
    mutating func takeCommands() -> [LoopCommand] {
        defer { commands = [] }
        return commands
    }
}
