import AbstractHTTP
import AbstractHTTPLibcurl
import Dispatch
import Foundation

/// The one thread that waits for the sockets of a connector, and the turns in which libcurl is driven.
///
/// Commands come from any thread and are left in a queue. A caller that is alone takes the turn and begins its transfer
/// itself.
final class CurlLoop: Sendable {
    /// Memory for the bodies of all transfers.
    let blocks = BlockPool()
    private let state = LockedValue(LoopState())
    private let waker: Waker
    /// Used by who has the turn.
    private let engine: UncheckedSendableBox<CurlEngine>
    private let turn = DispatchSemaphore(value: 0)
    private let hasEnded = Promise<Void>()

    /// How often in a row the thread takes what is ready before it sends what it was asked to meanwhile.
    private static let roundsOfTaking = 4

    /// Begins the thread. Throws a `POSIXError` when the process has too many files open, and ``TransportError``.
    init(_ options: CurlConnector.Options) throws {
        let waker = try Waker()
        self.waker = waker
        engine = UncheckedSendableBox(try CurlEngine(options, try options.makePoller(waker), blocks))
    }

    /// Lets the loop run, until ``stop()``.
    func begin() {
        engine.value.post = { [weak self] command in self?.post(command) ?? false }
        let thread = Thread {
            // Foundation leaves it out now and then, when two threads begin at once.
            LCNameThread("curl-connector")
            LCMarkThread(self.mark)
            self.run()
        }
        // Dispatch opens a descriptor for its first timer, and traps if there is none left. Make it do so now.
        Task { try? await Task.sleep(for: .nanoseconds(1)) }
        // As much as other threads of tasks have, for those that run here; what is not used takes no memory.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Whether this is its thread.
    var isHere: Bool { LCThreadMark() == mark }

    private var mark: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

    /// Begins `transfer`, on the calling thread when that is quicker.
    func start(_ transfer: Transfer) {
        switch state.withLock({ $0.start(transfer) }) {
        case .drive: drive(transfer)
        case .left(let wakes): if wakes { waker.wake() }
        case .refused: transfer.publish(end: .failure(TransportError(.invalidated))).waiter?.resume()
        }
    }

    /// Leaves `command` to the loop; returns whether it will be carried out. From anywhere, also within a cancellation
    /// handler.
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

    /// Runs `job` on the loop's thread, or on another one when that has ended. From anywhere.
    func run(_ job: LoopJob) {
        switch state.withLock({ $0.post(job) }) {
        case .left(let wakes): if wakes { waker.wake() }
        case .drive, .refused: DispatchQueue.global().async(execute: job.run)
        }
    }

    /// Ends `transfer` at once for who waits for it, and then for libcurl.
    func leave(_ transfer: Transfer) {
        transfer.publish(end: .failure(CancellationError())).waiter?.resume()
        post(.cancel(transfer))
    }

    /// Ends every transfer, and the thread.
    func stop() { post(.stop) }

    /// Waits until the thread has done its last.
    func end() async { await hasEnded.value() }

    /// A caller's turn: its transfer, and what comes meanwhile.
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
            engine.poller.settle()
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

    /// What the thread does.
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
        // With some versions of libcurl this waits for names that are looked up.
        engine.shutDown()
        hasEnded.fulfill(())
    }

    private func perform(_ work: LoopState.Work, _ engine: CurlEngine) {
        for command in work.commands { engine.apply(command) }
        guard !work.jobs.isEmpty else { return }
        for job in work.jobs { job.run() }
        for command in state.withLock({ $0.takeCommands() }) { engine.apply(command) }
    }

    /// Takes the responses that are there already, and does what is asked because of them: requests that go out
    /// together wake a server once. Sockets have their turn here also while work keeps coming.
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

    /// Tells who waits what has come in the round.
    private func endRound(_ engine: CurlEngine) {
        let (waiters, ended) = engine.endRound()
        if ended > 0 { state.withLock { $0.noteEnded(ended) } }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the caller that has the turn hands it over.
    private func takeTurn() {
        turn.wait()
        // What the caller wrote is visible once the lock is taken.
        state.withLock { _ in }
    }
}
