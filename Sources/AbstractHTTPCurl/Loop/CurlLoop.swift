import AbstractHTTP
import AbstractHTTPLibcurl
import Dispatch
import Foundation

/// The thread that waits for the sockets of a connector, and the turns in which libcurl runs.
///
/// Any thread can leave commands in the queue. A caller that is alone takes the turn and starts its transfer itself.
final class CurlLoop: Sendable {
    /// Memory for the bodies of all transfers.
    let blocks = BlockPool()
    private let state = LockedValue(LoopState())
    private let waker: Waker
    /// Used only by the thread that has the turn.
    private let engine: UncheckedSendableBox<CurlEngine>
    private let turn = DispatchSemaphore(value: 0)
    private let hasEnded = Promise<Void>()

    /// How often in a row the thread handles ready sockets before it sends the requests that arrived meanwhile.
    private static let roundsOfTaking = 4

    /// Creates the loop. Throws a `POSIXError` if the process has too many open files, and ``TransportError``.
    init(_ options: CurlConnector.Options) throws {
        let waker = try Waker()
        self.waker = waker
        engine = UncheckedSendableBox(try CurlEngine(options, try options.makePoller(waker), blocks))
    }

    /// Starts the thread, which runs until ``stop()``.
    func begin() {
        engine.value.post = { [weak self] command in self?.post(command) ?? false }
        let thread = Thread {
            // Foundation sometimes omits the name if two threads start at the same time.
            LCNameThread("curl-connector")
            LCMarkThread(self.mark)
            self.run()
        }
        // Dispatch opens a descriptor for its first timer, and traps if there is none left. Make it do so now.
        Task { try? await Task.sleep(for: .nanoseconds(1)) }
        // Other threads that run tasks have this size, too. Unused parts take no memory.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Whether the current thread is the thread of the loop.
    var isHere: Bool { LCThreadMark() == mark }

    private var mark: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    /// Starts `transfer`, on the calling thread if that is faster.
    func start(_ transfer: Transfer) {
        switch state.withLock({ $0.start(transfer) }) {
        case .drive: drive(transfer)
        case .left(let wakes): if wakes { waker.wake() }
        case .refused: transfer.publish(end: .failure(TransportError(.invalidated))).waiter?.resume()
        }
    }

    /// Sends `command` to the loop. Returns whether it will be carried out. Call it from any thread, even within a
    /// cancellation handler.
    @discardableResult
    func post(_ command: LoopCommand) -> Bool {
        switch state.withLock({ $0.post(command) }) {
        case .left(let wakes):
            if wakes { waker.wake() }
            return true
        case .drive, .refused:
            return false
        }
    }

    /// Runs `job` on the loop's thread, or on another one if that has ended. Call it from any thread.
    func run(_ job: LoopJob) {
        switch state.withLock({ $0.post(job) }) {
        case .left(let wakes): if wakes { waker.wake() }
        case .drive, .refused: DispatchQueue.global().async(execute: job.run)
        }
    }

    /// Ends `transfer` for its waiter immediately, and then for libcurl.
    func leave(_ transfer: Transfer) {
        transfer.publish(end: .failure(CancellationError())).waiter?.resume()
        post(.cancel(transfer))
    }

    /// Ends all transfers and the thread.
    func stop() { post(.stop) }

    /// Waits until the thread has ended.
    func end() async { await hasEnded.value() }

    /// Runs a caller's turn: its transfer, and the commands that arrive meanwhile.
    private func drive(_ transfer: Transfer) {
        var isHolding = false
        defer { if isHolding { LCDropPipeSignal() } }
        let engine = engine.value
        engine.apply(.start(transfer))
        for round in 1... {
            if engine.hasSecure, !isHolding { isHolding = LCHoldPipeSignal() }
            engine.advance()
            endRound(engine)
            if !transfer.isAnswered, let wait = state.withLock({ $0.beginCallersWait(round: round) }) {
                let end = engine.waitForLone(wait, waker)
                state.withLock { $0.endCallersWait(end) }
                continue
            }
            engine.poller.applyChanges()
            let step = state.withLock { state in
                state.nextOfCaller(round: round, deadline: engine.deadline, needsWake: engine.poller.needsWake)
            }
            switch step {
            case .work(let commands): for command in commands { engine.apply(command) }
            case .leave(let wakes):
                if wakes { waker.wake() }
                return
            case .handOver:
                turn.signal()
                return
            }
        }
    }

    /// Runs the loop on its thread.
    private func run() {
        _ = LCHoldPipeSignal()
        let engine = engine.value
        while !engine.isStopped {
            engine.handleReadySockets()
            engine.advance()
            endRound(engine)
            engine.poller.willWait()
            switch state.withLock({ $0.nextOfLoop(deadline: engine.deadline, now: .now) }) {
            case .work(let work):
                perform(work, engine)
                takeReady(engine)
            case .wait(let deadline, let spins):
                wait(until: deadline, engine.poller, spins: spins && SpinWait.maySpin)
                if !state.withLock({ $0.wake() }) { takeTurn() }
            }
        }
        endRound(engine)
        for job in state.withLock({ $0.end() }) { job.run() }
        // Some versions of libcurl wait here for running name lookups.
        engine.shutDown()
        hasEnded.fulfill(())
    }

    private func perform(_ work: LoopState.Work, _ engine: CurlEngine) {
        for command in work.commands { engine.apply(command) }
        guard !work.jobs.isEmpty else { return }
        for job in work.jobs { job.run() }
        for command in state.withLock({ $0.takeCommands() }) { engine.apply(command) }
    }

    /// Handles the responses that have already arrived and the work that they cause, so that new requests are sent
    /// together and wake a server once. Sockets get their turn here even while new work keeps arriving.
    private func takeReady(_ engine: CurlEngine) {
        for _ in 1..<Self.roundsOfTaking {
            guard engine.isCarrying, engine.poller.wait(milliseconds: 0) else { return }
            engine.handleReadySockets()
            engine.endAll()
            endRound(engine)
            perform(state.withLock { $0.takeWork() }, engine)
        }
    }

    private func wait(until deadline: Instant?, _ poller: any Poller, spins: Bool) {
        if spins {
            let isThere = poller.spin(nanoseconds: SpinWait.longestSpin)
            state.withLock { $0.noteSpin(timedOut: !isThere) }
            if isThere { return }
        }
        poller.wait(milliseconds: deadline?.milliseconds(from: .now) ?? -1)
    }

    /// Ends the round and resumes the waiters.
    private func endRound(_ engine: CurlEngine) {
        let (waiters, ended) = engine.endRound()
        if ended > 0 { state.withLock { $0.noteEnded(ended) } }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the caller that has the turn hands it over.
    private func takeTurn() {
        turn.wait()
        // Taking the lock makes the caller's changes visible.
        state.withLock { _ in }
    }
}
