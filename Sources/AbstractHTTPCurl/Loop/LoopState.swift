/// Decides which thread drives libcurl and what it does. The decisions are carried out outside the lock.
///
/// One thread at a time has the turn. Between two turns, no thread has it and the loop's thread waits for sockets. A
/// thread that starts a transfer can then take the turn.
struct LoopState: Sendable {
    /// The thread that has the turn.
    enum Driver: Sendable {
        case loop
        case caller
        /// A caller, while it waits for its socket.
        case waitingCaller
        case nobody
    }

    /// The result of submitting a command.
    enum Submission: Equatable {
        /// The caller has the turn and carries out the command.
        case drive
        /// The command is queued. `wakes` says whether the loop is waiting and has to be woken.
        case left(wakes: Bool)
        /// The loop has stopped.
        case refused
    }

    /// The work of the loop's thread.
    struct Work {
        var commands: [LoopCommand]
        /// The jobs of tasks, which run after the commands. Commands that they leave are carried out right after them.
        var jobs: [LoopJob]
    }

    /// The next step of the loop's thread.
    enum LoopStep {
        case work(Work)
        /// `spins` says whether a response may arrive so soon that sleeping would cost more than spinning.
        case wait(until: Instant?, spins: Bool)
    }

    /// The next step of a caller that has the turn.
    enum CallerStep {
        case work([LoopCommand])
        /// The turn is over. `wakes` says whether the loop has to be woken.
        case leave(wakes: Bool)
        /// The turn goes to the loop's thread, which waits for it.
        case handOver
    }

    private(set) var driver = Driver.loop
    private var isStopped = false
    private var commands: [LoopCommand] = []
    private var jobs: [LoopJob] = []
    private var hasEnded = false
    /// Whether jobs have run since the loop last waited.
    private var hasRun = false
    /// Whether the loop's thread has woken during a caller's turn.
    private var isLoopWaiting = false
    /// When the loop's thread wakes by itself, or nil for never.
    private var wakesAt: Instant?
    private var hasStarted = false
    private var running = 0
    /// Decides at which lone starts the caller waits for the response itself.
    private var waitBackoff = SpinBackoff()
    /// Decides at which starts a thread spins before it sleeps.
    private var spinBackoff = SpinBackoff()
    /// How many transfers in a row started while no other one was running.
    private var loneStarts = LoopState.loneStartsOfCallers

    /// The number of lone starts after which a caller starts its transfer itself. For a caller that sends one request
    /// after another, the switch to another thread costs most. Many requests are better served together.
    static let loneStartsOfCallers = 8
    /// The number of rounds after which a caller leaves the remaining work to the loop.
    static let roundsOfCallers = 4
    /// The longest wait of the loop after a start, so that it need not be woken for each time limit of libcurl.
    static let longestWaitAfterStart = 1_000

    /// Submits a transfer that is to start.
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

    /// Submits another command. After a stop, commands are refused.
    mutating func post(_ command: LoopCommand) -> Submission {
        guard !isStopped else { return .refused }
        if case .stop = command { isStopped = true }
        return leave(command)
    }

    private mutating func leave(_ command: LoopCommand) -> Submission {
        commands.append(command)
        return .left(wakes: isWaiting && commands.count + jobs.count == 1)
    }

    /// Submits `job`. After the end of the loop, jobs are refused.
    mutating func post(_ job: LoopJob) -> Submission {
        guard !hasEnded else { return .refused }
        jobs.append(job)
        return .left(wakes: isWaiting && commands.count + jobs.count == 1)
    }

    /// Makes the loop's thread refuse jobs from now on. Returns the jobs that it has not run.
    mutating func end() -> [LoopJob] {
        hasEnded = true
        return takeJobs()
    }

    private var isWaiting: Bool { driver == .nobody || driver == .waitingCaller }

    /// Call when the loop's thread has woken. Returns whether it has the turn. Otherwise, a caller hands it over.
    mutating func wake() -> Bool {
        isLoopWaiting = driver == .caller || driver == .waitingCaller
        if !isLoopWaiting { driver = .loop }
        return !isLoopWaiting
    }

    /// Call when the loop's thread has spun.
    mutating func noteSpin(timedOut: Bool) { spinBackoff.note(timedOut: timedOut) }

    /// Records that `count` transfers have ended. Call it before a caller learns of that and starts another one.
    mutating func noteEnded(_ count: Int) { running -= count }

    /// The next step when the loop's thread has no more work. libcurl wants to be called at `deadline`.
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

    /// The next step of a caller in its `round`. `needsWake` says whether a waiting loop misses the caller's changes.
    mutating func nextOfCaller(round: Int, deadline: Instant?, needsWake: Bool) -> CallerStep {
        // A stop ends the loop's thread, so only that thread can carry it out.
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

    /// How a caller can briefly wait for its response itself, or nil. It waits if there is no other work and the last
    /// response arrived soon enough.
    mutating func beginCallersWait(round: Int) -> SpinWait? {
        guard commands.isEmpty, jobs.isEmpty, running == 1, waitBackoff.isDue, round < Self.roundsOfCallers else {
            return nil
        }
        driver = .waitingCaller
        return spinBackoff.isDue ? .spinning : .sleeping
    }

    /// Ends the wait of a caller.
    mutating func endCallersWait(_ end: SpinWait.End) {
        driver = .caller
        waitBackoff.note(timedOut: end == .timedOut)
        if spinBackoff.isDue { spinBackoff.note(timedOut: end != .soon) }
    }

    /// Takes the work of the loop's thread.
    mutating func takeWork() -> Work {
        if !jobs.isEmpty { hasRun = true }
        return Work(commands: takeCommands(), jobs: takeJobs())
    }

    private mutating func takeJobs() -> [LoopJob] {
        defer { jobs = [] }
        return jobs
    }

    /// Takes the commands for the thread that has the turn.
    mutating func takeCommands() -> [LoopCommand] {
        defer { commands = [] }
        return commands
    }
}
