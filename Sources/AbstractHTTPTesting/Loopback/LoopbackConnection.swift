import AbstractHTTP
import Foundation

/// Serves one connection on its thread, request after request, until one side closes it or a fault happens.
struct LoopbackConnection {
    let socket: Socket
    let core: LoopbackCore
    private let writer: ResponseWriter
    private var reader: RequestReader
    /// Whether the last request was already recorded.
    private var isRecorded = false

    init(_ socket: Socket, _ core: LoopbackCore) {
        self.socket = socket
        self.core = core
        writer = ResponseWriter(socket: socket, waits: core.waits)
        reader = RequestReader(keptBodyBytes: core.keptBodyBytes, read: socket.read)
    }

    /// Serves until the connection is lost.
    mutating func serve() {
        do {
            if let response = core.takeEnqueued(atAccept: true) { return try fail(response) }
            while try serveOne() {}
        } catch {
            if !isRecorded { core.recordTruncated(reader.request) }
        }
    }

    /// Serves one request. Returns whether another one may follow.
    private mutating func serveOne() throws -> Bool {
        guard try reader.begin() else { return false }
        isRecorded = false
        let enqueued = core.takeEnqueued(atAccept: false)
        guard try read(enqueued) else { return false }
        if let enqueued, enqueued.isEarly { return try serveEarly(enqueued) }
        record()
        return try write(enqueued ?? core.response(to: reader.request), to: reader.request)
    }

    /// Sends the response first, and then reads the body.
    private mutating func serveEarly(_ response: LoopbackResponse) throws -> Bool {
        let outcome = try writer.write(response, to: reader.request)
        switch outcome {
        case .kept: break
        // The client sees the end. A close before the body is read would become a reset.
        case .closed: socket.shutDown(.sending)
        case .broken(let kind):
            recordTruncated()
            try lose(kind)
            return false
        }
        guard try readBody(response) else { return false }
        record()
        guard case .kept = outcome else { return false }
        return true
    }

    private mutating func record() {
        core.record(reader.request)
        isRecorded = true
    }

    private mutating func recordTruncated() {
        core.recordTruncated(reader.request)
        isRecorded = true
    }

    /// Reads the request, or only its head if the response is early. Returns false if a fault came first.
    private mutating func read(_ enqueued: LoopbackResponse?) throws -> Bool {
        let fault = enqueued?.fault
        if let enqueued, let fault, fault.stage == .requestHead {
            try reader.skip(fault.after ?? 0)
            try fail(enqueued)
            return false
        }
        try reader.head()
        if let enqueued, let fault, fault.stage == .requestBody {
            _ = try reader.body(limit: fault.after ?? 0)
            try fail(enqueued)
            return false
        }
        return enqueued?.isEarly == true ? true : try readBody(enqueued)
    }

    private mutating func readBody(_ enqueued: LoopbackResponse?) throws -> Bool {
        if reader.expectsContinue, enqueued?.isEarly != true {
            try socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        var pace = RateLimiter(enqueued?.requestThrottle)
        return try reader.body { [waits = core.waits] count in
            var rest = count
            while rest > 0 {
                let step = pace.step(rest)
                try waits.pause(step.wait)
                rest -= step.bytes
            }
        }
    }

    /// Writes `response`. Returns whether the connection is kept.
    private func write(_ response: LoopbackResponse, to request: LoopbackRequest) throws -> Bool {
        switch try writer.write(response, to: request) {
        case .kept: return true
        case .closed: break
        case .broken(let kind): try lose(kind)
        }
        return false
    }

    /// Executes the fault of `response` at a stage before the response.
    private mutating func fail(_ response: LoopbackResponse) throws {
        recordTruncated()
        guard let fault = response.fault else { return }
        try writer.spoil(response, fault.kind)
        try lose(fault.kind)
    }

    /// Breaks the connection as `kind` says. It is closed after this returns.
    private func lose(_ kind: LoopbackFault.Kind) throws {
        switch kind {
        case .close, .truncate, .corruptLength, .garbage: break
        case .reset: socket.resetWhenClosed()
        case .stall: try socket.waitUntilClosed()
        case .halfClose:
            socket.shutDown(.sending)
            while try !socket.read().isEmpty {}
        }
    }
}
