import AbstractHTTP
import Foundation

/// One request, and its response so far. The loop publishes, and one task reads.
final class Transfer: Sendable {
    private struct State {
        /// At this number of unread bytes, the sender has to pause until half of them are read.
        var mostBytes = Transfer.fewBytes
        /// Whether more than one block may be unread.
        var readsAhead = true
        var head: ResponseHead
        var hasHead = false
        var blocks = BlockQueue()
        var isPaused = false
        var end: Result<Void, any Error>?
        var metrics: TransferMetrics?
        var trailers: HTTPHeaders?
        var isCanceled = false
        var waiter: Waiter?
        var isReading = false

        mutating func nextStep() -> Step {
            if let block = blocks.popFirst() {
                let resumes = isPaused && blocks.byteCount <= mostBytes / 2
                if resumes { isPaused = false }
                return .block(block, resumes: resumes)
            }
            return end.map { .end($0) } ?? .wait
        }
    }

    private enum Step {
        case block(Block, resumes: Bool)
        case end(Result<Void, any Error>)
        case wait
    }

    /// The limit for a reader on the loop's thread, which reads soon, and as long as there is no reader.
    private static let fewBytes = Block.usualSize
    /// The limit for a reader on another thread, which takes longer to react.
    private static let manyBytes = 1 << 20
    /// The number of bytes that are reserved for the head. If one thread allocated them and another one freed them,
    /// both would wait for the allocator.
    private static let usualBytesOfHead = 480

    let request: Request
    let context: ExchangeContext
    /// The URL as written.
    let url: String
    let upload: Upload
    /// The scheme, host, and port as written. They determine which connections can carry the request.
    let host: String
    /// The rest of the URL.
    var target: Substring { url[url.utf8.index(url.startIndex, offsetBy: host.utf8.count)...] }
    let isSecure: Bool
    /// Whether the body of the response is read while it arrives.
    let isLive: Bool
    private let blocks: BlockPool
    private let state: LockedValue<State>

    /// Throws ``TransportError/Kind/unsupported`` if the URL is not HTTP, and ``AbstractHTTP/InvalidRequest`` if the
    /// host is ambiguous or a file is missing.
    init(_ request: Request, _ context: ExchangeContext, _ blocks: BlockPool, isLive: Bool = true) throws {
        var url = request.urlText
        url.makeContiguousUTF8()
        self.url = url
        guard let origin = HTTPOrigin(of: url) else {
            let scheme = (request.url.scheme ?? "").lowercased()
            throw TransportError(
                .unsupported, "the scheme \(scheme) is neither http nor https; begin the URL with https://")
        }
        if !origin.isPlain { try request.url.checkAuthority() }
        isSecure = origin.isSecure
        self.request = request
        self.context = context
        self.isLive = isLive
        upload = try Upload(request.body, blocks)
        host = String(url[..<url.utf8.index(url.startIndex, offsetBy: origin.byteCount)])
        self.blocks = blocks
        var head = ResponseHead()
        head.bytes.reserveCapacity(Self.usualBytesOfHead)
        state = LockedValue(State(head: head))
    }

    deinit {
        var unread = state.withLock { $0.blocks }
        while let block = unread.popFirst() { blocks.give(block) }
    }

    /// Whether the request was canceled, possibly before it began.
    var isCanceled: Bool { state.withLock { $0.isCanceled } }

    /// Whether nobody waits for the response anymore.
    var isAbandoned: Bool {
        state.withLock { state in
            guard case .failure(let error) = state.end else { return state.isCanceled }
            return state.isCanceled || error is CancellationError
        }
    }

    /// Whether the sender has to pause.
    var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Whether nothing more will be published.
    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// Whether the response has begun or will never arrive.
    var isAnswered: Bool { state.withLock { $0.hasHead || $0.end != nil } }

    /// The durations of the transfer so far.
    var metrics: TransferMetrics? { state.withLock { $0.metrics } }

    /// The trailers, which are empty until the body has ended.
    var trailers: HTTPHeaders { state.withLock { $0.trailers } ?? [:] }
}

/// The loop's side.
extension Transfer {
    func noteCancel() { state.withLock { $0.isCanceled = true } }

    /// What to do after something was published.
    struct Publication {
        /// The waiter to resume when the turn allows it.
        var waiter: Waiter?
        /// Whether the sender has to pause.
        var pauses: Bool
        /// Whether the block now belongs to the reader. Otherwise, its bytes were copied.
        var tookBlock = false
    }

    /// Publishes everything in one step: a reader that sees the end has seen all before it. The first end counts.
    func publish(
        head: (statusCode: Int, bytes: UnsafeRawBufferPointer, isEncoded: Bool)? = nil, block: Block? = nil,
        metrics: TransferMetrics? = nil, trailers: HTTPHeaders? = nil, end: Result<Void, any Error>? = nil
    ) -> Publication {
        state.withLock { state in
            if state.end == nil { state.end = end }
            if let head {
                state.hasHead = true
                state.head.statusCode = head.statusCode
                state.head.isEncoded = head.isEncoded
                state.head.bytes.append(contentsOf: head.bytes)
            }
            if let metrics { state.metrics = metrics }
            if let trailers { state.trailers = trailers }
            let tookBlock = block.map { state.blocks.append($0) } ?? false
            if state.blocks.byteCount >= state.mostBytes { state.isPaused = true }
            defer { state.waiter = nil }
            return Publication(waiter: state.waiter, pauses: state.isPaused, tookBlock: tookBlock)
        }
    }
}

/// The reader's side.
extension Transfer {
    /// Waits for the head of the response after `begin` has started the transfer. Throws the reason if there is none.
    func response(_ begin: () -> Void) async throws -> ResponseHead {
        await Waiter.wait { waiter in
            state.withLock { $0.waiter = waiter }
            begin()
        }
        return try state.withLock { state in
            if state.hasHead { return state.head }
            try state.end?.get()
            throw TransportError(.noResponse)
        }
    }

    /// Returns the whole body if it has already arrived in one piece.
    func takeWholeBody() -> Data? {
        let (isComplete, block) = state.withLock { state -> (Bool, Block?) in
            guard case .success = state.end, state.blocks.count <= 1 else { return (false, nil) }
            return (true, state.blocks.popFirst())
        }
        return isComplete ? block.map { blocks.data($0) } ?? Data() : nil
    }

    /// Returns the next chunk, or nil at the end. Calls `resume` if the sender can continue.
    ///
    /// - Parameter isHere: Whether the reader is on the loop's thread.
    func next(isHere: Bool = false, _ resume: () -> Void) async throws -> Data? {
        try beginReading(isHere)
        defer { state.withLock { $0.isReading = false } }
        while true {
            switch state.withLock({ $0.nextStep() }) {
            case .block(let block, let resumes):
                if resumes { resume() }
                return blocks.data(block)
            case .end(let end):
                try end.get()
                return nil
            case .wait: await change()
            }
        }
    }

    private func beginReading(_ isHere: Bool) throws(ConcurrentRead) {
        try state.withLock { state throws(ConcurrentRead) in
            guard !state.isReading else { throw ConcurrentRead() }
            state.isReading = true
            if state.readsAhead { state.mostBytes = isHere ? Self.fewBytes : Self.manyBytes }
        }
    }

    /// Pauses the sender whenever a block is unread.
    func stopReadingAhead() {
        state.withLock { state in
            state.readsAhead = false
            state.mostBytes = 1
        }
    }

    /// Waits until something is published, unless there is already something to read.
    private func change() async {
        await Waiter.wait { waiter in
            let isThere = state.withLock { state in
                if !state.blocks.isEmpty || state.end != nil { return true }
                state.waiter = waiter
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
