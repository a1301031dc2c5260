import AbstractHTTP
import Foundation

/// Writes one response after another to a connection, each with its pace and its faults.
struct ResponseWriter {
    /// The state of the connection after a response.
    enum Outcome {
        case kept
        case closed
        /// The connection is lost in this way.
        case broken(LoopbackFault.Kind)
    }

    let socket: Socket
    let waits: ThreadWaits

    func write(_ response: LoopbackResponse, to request: LoopbackRequest) throws -> Outcome {
        try waits.pause(response.delay)
        for interim in response.interim { try socket.write(ResponseFraming(interim, to: request.method).head) }
        let framing = ResponseFraming(response, to: request.method)
        if let fault = response.fault, let cut = framing.headCut {
            try socket.write(framing.head.prefix(cut))
            return .broken(fault.kind)
        }
        try socket.write(framing.separateHead)
        if framing.hasBody {
            try waits.pause(response.bodyDelay)
            var body = BodyWriter(response, framing, socket, waits)
            guard try body.write() else { return response.fault.map { .broken($0.kind) } ?? .closed }
        }
        return try end(response, request, framing)
    }

    /// Writes what a fault sends at a stage before the response.
    func spoil(_ response: LoopbackResponse, _ kind: LoopbackFault.Kind) throws {
        let framing = ResponseFraming(response, to: .get)
        switch kind {
        case .close, .halfClose, .reset, .stall: return
        case .truncate: try socket.write(framing.head.prefix(framing.head.count / 2))
        case .garbage: try socket.write(framing.head)
        case .corruptLength:
            try socket.write(framing.separateHead)
            var body = BodyWriter(response, framing, socket, waits)
            _ = try body.write()
        }
    }

    private func end(
        _ response: LoopbackResponse, _ request: LoopbackRequest, _ framing: ResponseFraming
    ) throws -> Outcome {
        switch (response.fault?.kind, response.fault?.stage) {
        case (nil, _):
            let isLast = [request.headers, response.headers].contains { $0["Connection"]?.lowercased() == "close" }
            return isLast || framing.isRaw ? .closed : .kept
        case (.garbage, .end):
            try socket.write(ResponseFraming.garbage)
            return framing.isRaw ? .closed : .kept
        case (.corruptLength, .end) where !framing.isChunked && !framing.isRaw: return .kept
        case (let kind?, _): return .broken(kind)
        }
    }
}

/// Writes the body of one response.
private struct BodyWriter {
    private let response: LoopbackResponse
    private let framing: ResponseFraming
    private let socket: Socket
    private let waits: ThreadWaits
    private var pace: RateLimiter
    private var sent = 0
    /// The number of bytes after which the connection is lost.
    private var budget: Int?

    init(_ response: LoopbackResponse, _ framing: ResponseFraming, _ socket: Socket, _ waits: ThreadWaits) {
        (self.response, self.framing, self.socket, self.waits) = (response, framing, socket, waits)
        pace = RateLimiter(response.throttle)
        budget = framing.bodyBudget
    }

    /// Writes the body. Returns whether all of it was sent, with at least the announced length.
    mutating func write() throws -> Bool {
        switch response.body {
        case .data(let data), .raw(let data):
            guard try write(data) else { return false }
        case .chunks(let pieces), .stream(_, let pieces):
            while let piece = try next(of: pieces) {
                guard try write(piece) else { return false }
            }
        }
        guard budget == nil, sent >= framing.length ?? 0 else { return false }
        try socket.write(framing.terminator)
        return true
    }

    private func next(of pieces: AsyncStream<Data>) throws -> Data? {
        guard budget != sent else { return nil }
        return try waits.wait {
            var iterator = pieces.makeAsyncIterator()
            return await iterator.next()
        }
    }

    /// Writes one piece. Returns false if the fault came first.
    private mutating func write(_ piece: Data) throws -> Bool {
        guard !piece.isEmpty else { return true }
        guard budget != sent else { return false }
        if framing.isFirstPieceHalved { budget = piece.count / 2 }
        let (opening, closing) = framing.frame(of: piece, isFirst: sent == 0)
        let count = min(piece.count, budget.map { $0 - sent } ?? .max)
        try send(opening + piece.prefix(count))
        sent += count
        guard count == piece.count else { return false }
        try send(closing)
        return true
    }

    private mutating func send(_ bytes: Data) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let step = pace.step(rest.count)
            try waits.pause(step.wait)
            try socket.write(Data(rest.prefix(step.bytes)))
            rest = rest.dropFirst(step.bytes)
        }
    }
}
