import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// libcurl and its running transfers. Only one thread uses it at a time: the one that has the turn.
final class CurlEngine: CCallbackContext {
    let poller: any Poller
    let idleWatch: IdleWatch?
    let settings: TransferSettings
    let blocks: BlockPool
    /// Sends a command to the loop from any thread.
    var post: @Sendable (LoopCommand) -> Bool = { _ in false }
    /// The latest time at which libcurl wants to be called, or nil for never.
    private var timer: Instant?
    /// Closes connections that have been idle for too long.
    var pruning: ConnectionPruning
    /// When the limit on the number of connections is lifted, while descriptors are short.
    var shortageEnd: Instant?
    /// The number of open sockets.
    var openSockets = 0
    var sockets = ConnectionSockets()
    private(set) var isStopped = false
    /// Whether there may be a connection over TLS, to a server or to a proxy. It may be written to at any time.
    private(set) var hasSecure: Bool
    /// Whether libcurl has ever asked for bytes of a body that had none ready.
    var mayStarve = false

    let multi: UnsafeMutableRawPointer
    /// The TLS sessions that the handles share if each is used once. Otherwise, each handle keeps its own.
    let share: UnsafeMutableRawPointer?
    private(set) var running: [ObjectIdentifier: EasyHandle] = [:]
    /// The transfers that wait for a connection. libcurl could queue them, too, but that costs nearly as much as
    /// carrying them.
    private var waiting: [ObjectIdentifier: Transfer] = [:]
    private var slots: ConnectionSlots<ObjectIdentifier, String>
    /// The transfers whose turn has come. They are connected outside of libcurl's callbacks.
    private var connecting: [Transfer] = []
    /// The handles of ended transfers, with the state that libcurl keeps in them.
    private var spare: [EasyHandle] = []
    /// The handles with a name lookup that is no longer needed.
    private var lookingUp: [ObjectIdentifier: EasyHandle] = [:]
    /// The handles of running transfers that have something to publish.
    private var touched: [EasyHandle] = []
    /// The number of handles.
    var handleCount = 0
    /// Handles by HTTP/2 stream.
    var streams: [StreamID: EasyHandle] = [:]
    private var waiters: [Waiter] = []
    private var countRequests: [CountRequest] = []
    private var ended = 0
    private var activity: Duration?

    private static let mostSpareHandles = 512
    private static let mostKeptConnections = 256
    /// How many timers of libcurl can run in a row before sockets are handled.
    private static let timersInARow = 4

    /// Throws ``TransportError`` if libcurl does not support the options.
    init(_ options: CurlConnector.Options, _ poller: any Poller, _ blocks: BlockPool) throws {
        self.blocks = blocks
        let settings = try TransferSettings(options)
        self.settings = settings
        hasSecure = settings.mayUseSecureProxy
        pruning = try ConnectionPruning(options.idleConnectionTimeout)
        slots = ConnectionSlots(perHost: options.connectionsPerHost)
        guard let multi = LCMultiMake() else { throw TransportError(.other, "libcurl is out of memory") }
        self.multi = multi
        share = settings.needsFreshHandles ? LCShareMake() : nil
        self.poller = poller
        idleWatch = options.idleTimeout.map { IdleWatch($0, options.clock) }
        LCMultiSetNumber(multi, .connectionsPerHost, options.connectionsPerHost)
        // Idle connections must leave descriptors to the rest of the process.
        let kept = min(max(Self.mostKeptConnections, options.connectionsPerHost), max(1, Descriptor.limit / 4))
        LCMultiSetNumber(multi, .keptConnections, kept)
        LCMultiSetCallbacks(multi, context, onSocketChange, onTimerChange)
    }

    /// The latest time at which there is something to do, or nil for never.
    var deadline: Instant? {
        // Pruning waits while descriptors are short.
        guard let due = shortageEnd ?? pruning.due else { return timer }
        return timer.map { min($0, due) } ?? due
    }

    /// The time of this round, on the clock of the idle limit.
    var now: Duration {
        if let activity { return activity }
        let now = idleWatch?.now ?? .zero
        activity = now
        return now
    }

    /// Carries out a command.
    func apply(_ command: LoopCommand) {
        switch command {
        case .start(let transfer): start(transfer)
        case .cancel(let transfer):
            transfer.noteCancel()
            stop(transfer, CancellationError())
        case .resume(let transfer): running[ObjectIdentifier(transfer)]?.resume()
        case .endIdle(let answer): answer.fulfill(endIdle())
        case .count(let request): countRequests.append(request)
        case .stop:
            isStopped = true
            let transfers = waiting.values + running.values.compactMap(\.transfer)
            for transfer in transfers { stop(transfer, TransportError(.invalidated)) }
            for transfer in connecting { tell(transfer, TransportError(.invalidated)) }
            connecting = []
        }
    }

    /// Whether libcurl is carrying a transfer.
    var isCarrying: Bool { !running.isEmpty }

    private var counts: TransferCounts {
        TransferCounts(
            running: running.count, waiting: waiting.count + connecting.count,
            paused: running.values.count { $0.isPaused }, spareHandles: spare.count, handles: handleCount,
            isWatched: idleWatch?.isWatching == true)
    }

    private func answerCountRequests() {
        guard !countRequests.isEmpty else { return }
        let counts = counts
        for request in countRequests where request.isWanted(counts) { request.answer.fulfill(counts) }
        countRequests.removeAll { $0.answer.current != nil }
    }

    /// Tells libcurl which sockets are ready.
    func handleReadySockets() {
        poller.forEachReady { socket, interest in LCMultiAct(multi, socket, Int32(interest.rawValue)) }
    }

    /// Polls the socket briefly if there is only one, and tells libcurl if it is ready.
    func waitForLone(_ wait: SpinWait, _ waker: Waker) -> SpinWait.End {
        guard let (socket, interest) = poller.takeLone() else { return .timedOut }
        let (ready, end) = wait.perform(on: socket, interest, waker)
        if !ready.isEmpty { LCMultiAct(multi, socket, Int32(ready.rawValue)) }
        return end
    }

    /// Does everything that is possible without waiting: starts transfers, calls libcurl if its timer is due, and ends
    /// completed transfers.
    func advance() {
        repeat {
            connectAll()
            endShortage()
            pruneConnections()
            runTimers()
            endAll()
        } while !connecting.isEmpty
    }

    private func connectAll() {
        guard !connecting.isEmpty else { return }
        var index = 0
        while index < connecting.count {
            connect(connecting[index])
            index += 1
        }
        connecting.removeAll(keepingCapacity: true)
    }

    private func runTimers() {
        for _ in 0..<Self.timersInARow {
            guard let timer, timer == .distantPast || timer <= .now else { break }
            self.timer = nil
            LCMultiAct(multi, LCSocketTimeout, 0)
        }
    }

    /// Ends the completed transfers.
    func endAll() {
        var code = LCCode.OK
        while let easy = LCMultiNextDone(multi, &code) {
            guard let handle = EasyHandle.with(LCEasyContext(easy), { $0 }) else {
                endPruning()
                continue
            }
            if handle.isShortOfDescriptors, waitForDescriptors(handle) { continue }
            if handle.mayMove(after: code), handle.rewindForMove(), addAgain(handle, { $0.move() }) { continue }
            end(handle, handle.result(of: code))
        }
        for handle in touched where handle.isRejectedEarly { end(handle, .success(())) }
    }

    /// Publishes what happened in the round, once for each transfer. Returns the waiters to resume, and the number of
    /// ended transfers.
    func endRound() -> (waiters: [Waiter], ended: Int) {
        for handle in touched where handle.isTouched {
            if let waiter = handle.publish() { waiters.append(waiter) }
        }
        touched.removeAll(keepingCapacity: true)
        answerCountRequests()
        activity = nil
        defer { (waiters, ended) = ([], 0) }
        return (waiters, ended)
    }

    /// Frees everything that libcurl holds, and the handles, which retain the engine. Nothing is called afterwards.
    func shutDown() {
        (spare, running, lookingUp, streams) = ([], [:], [:], [:])
        endPruning()
        LCMultiFree(multi)
        LCShareFree(share)
        pruning.free()
        idleWatch?.end()
        for request in countRequests { request.answer.fulfill(nil) }
    }
}

/// Transfers.
extension CurlEngine {
    private func start(_ transfer: Transfer) {
        guard !isStopped else { return tell(transfer, TransportError(.invalidated)) }
        if transfer.isSecure { hasSecure = true }
        if slots.begin(ObjectIdentifier(transfer), with: transfer.host) {
            connecting.append(transfer)
        } else {
            waiting[ObjectIdentifier(transfer)] = transfer
            // The transfer may have been canceled already, and a cancel is not repeated.
            if transfer.isCanceled { stop(transfer, CancellationError()) }
        }
    }

    /// Starts `transfer`, which has a connection or may open one.
    private func connect(_ transfer: Transfer) {
        guard !transfer.isCanceled else {
            leave(transfer)
            return tell(transfer, CancellationError())
        }
        guard let handle = spare.popLast() ?? EasyHandle(self) else {
            leave(transfer)
            return tell(transfer, TransportError(.other, "libcurl is out of memory"))
        }
        running[ObjectIdentifier(transfer)] = handle
        do {
            try handle.prepare(transfer)
            let code = LCMultiAdd(multi, handle.easy)
            guard code == 0 else { throw TransportError(.other, String(cString: LCMultiCodeText(code))) }
            idleWatch?.begin(post)
        } catch {
            end(handle, .failure(error))
        }
    }

    /// Publishes the error of a transfer that never began.
    private func tell(_ transfer: Transfer, _ error: any Error) {
        ended += 1
        if let waiter = transfer.publish(end: .failure(error)).waiter { waiters.append(waiter) }
    }

    private func stop(_ transfer: Transfer, _ error: any Error) {
        if let handle = running[ObjectIdentifier(transfer)] {
            breakOff(handle, error)
        } else if waiting.removeValue(forKey: ObjectIdentifier(transfer)) != nil {
            leave(transfer)
            tell(transfer, error)
        }
    }

    /// Gives the connection of `transfer` to the next waiting transfer.
    private func leave(_ transfer: Transfer) {
        guard let next = slots.end(ObjectIdentifier(transfer), with: transfer.host) else { return }
        if let transfer = waiting.removeValue(forKey: next) { connecting.append(transfer) }
    }

    /// Removes the connection limit of the host of `transfer`, which takes many requests over one connection.
    func noteMultiplexing(_ transfer: Transfer) {
        for id in slots.lift(transfer.host) {
            if let transfer = waiting.removeValue(forKey: id) { connecting.append(transfer) }
        }
    }

    /// Ends a transfer that libcurl has not completed.
    private func breakOff(_ handle: EasyHandle, _ error: any Error) {
        // Removing the handle would make libcurl wait for the name lookup, which blocks all other transfers.
        let isLookingUp = !Libcurl.leavesNameLookups && handle.mayWaitForName
        end(handle, .failure(error), isLookingUp: isLookingUp)
    }

    func end(_ handle: EasyHandle, _ result: Result<Void, any Error>, isLookingUp: Bool = false) {
        guard let transfer = handle.transfer else { return endLookup(handle) }
        running[ObjectIdentifier(transfer)] = nil
        pruning.noteUse()
        ended += 1
        if !isLookingUp { LCMultiRemove(multi, handle.easy) }
        if let waiter = handle.publish(end: result) { waiters.append(waiter) }
        let isReusable = !handle.wasRetried && !handle.isHeadTooLong
        handle.clear()
        if isLookingUp {
            handle.refuseConnection()
            lookingUp[ObjectIdentifier(handle)] = handle
        } else if spare.count < Self.mostSpareHandles, !isStopped, isReusable {
            if !settings.needsFreshHandles || handle.renew() { spare.append(handle) }
        }
        leave(transfer)
    }

    /// Gives `handle` back to libcurl, which has ended or queued its transfer. `change` is called before. Returns false
    /// and sets the failure of the handle if this is not possible.
    func addAgain(_ handle: EasyHandle, _ change: (EasyHandle) -> Void = { _ in }) -> Bool {
        LCMultiRemove(multi, handle.easy)
        do {
            try handle.prepareAgain()
            change(handle)
            let code = LCMultiAdd(multi, handle.easy)
            guard code == 0 else { throw TransportError(.outOfResources, String(cString: LCMultiCodeText(code))) }
            return true
        } catch {
            handle.failure = error
            return false
        }
    }

    /// Removes `handle` after its abandoned name lookup.
    private func endLookup(_ handle: EasyHandle) {
        guard lookingUp.removeValue(forKey: ObjectIdentifier(handle)) != nil else { return }
        LCMultiRemove(multi, handle.easy)
    }

    /// Marks `handle` to be published at the end of the round.
    func touch(_ handle: EasyHandle) { touched.append(handle) }

    /// Resumes `waiter` at the end of the round. If its thread were woken for each block, it would read the block and
    /// sleep again before the next one.
    func resumeLater(_ waiter: Waiter) { waiters.append(waiter) }

    private func endIdle() -> Duration? {
        guard let idleWatch, !running.isEmpty else {
            idleWatch?.pause()
            return nil
        }
        var next = now + idleWatch.timeout
        for handle in Array(running.values) {
            guard let deadline = handle.lastActivity.map({ $0 + idleWatch.timeout }) else { continue }
            if deadline > now {
                next = min(next, deadline)
            } else if !handle.noteSending() {
                breakOff(handle, TransportError(.idle(for: idleWatch.timeout)))
            }
        }
        return next
    }
}

/// Callbacks of libcurl about sockets and its timer.
extension CurlEngine {
    fileprivate func noteTimer(milliseconds: Int) {
        switch milliseconds {
        case ..<0: timer = nil
        case 0: timer = .distantPast
        default: timer = Instant.now.advanced(byMilliseconds: milliseconds)
        }
    }

    fileprivate func noteSocket(_ easy: UnsafeMutableRawPointer?, _ socket: Int32, _ what: Int32) {
        guard what != LCPollRemove else {
            if mayStarve, let easy { EasyHandle.with(LCEasyContext(easy)) { $0.noteUnwatched() } }
            return poller.unwatch(socket)
        }
        var interest: Interest = []
        if what & LCPollReading != 0 { interest.insert(.reading) }
        if what & LCPollWriting != 0 { interest.insert(.writing) }
        poller.watch(socket, interest)
    }
}

private let onSocketChange: LCSocketChange = { easy, socket, what, context, _ in
    CurlEngine.with(context) { $0.noteSocket(easy, socket, what) }
    return 0
}

private let onTimerChange: LCTimerChange = { _, milliseconds, context in
    CurlEngine.with(context) { $0.noteTimer(milliseconds: milliseconds) }
    return 0
}
