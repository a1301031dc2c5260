import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP
@testable import AbstractHTTPTesting

/// Every kind of fault at every stage, as a bare socket sees it (the bytes, and how the connection ends).
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct LoopbackFaultTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    private static let garbage = ResponseFraming.garbage

    enum End { case closed, reset, open }

    @Test(arguments: LoopbackFault.Kind.allCases, LoopbackFault.Stage.allCases)
    func faultHappensAtItsStage(_ kind: LoopbackFault.Kind, at stage: LoopbackFault.Stage) async throws {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(data: Data("0123456789".utf8)).failing(kind, at: stage))
        let client = try Socket.connected(to: server.port)

        // The system reports a reset only once. For a reset at the accept, usually the read reports it, but a later
        // write may.
        var isWriteReset = false
        do {
            try client.write(Data("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".utf8))
        } catch let error as SocketError {
            isWriteReset = error.code == ECONNRESET
        }

        let expected = expectation(of: kind, at: stage)
        await until { server.connectionCount > 0 }
        let (bytes, isReset) = try await onThread {
            try client.readAll(atMost: expected.end == .open ? expected.bytes.count : .max)
        }
        #expect(bytes == expected.bytes)
        switch expected.end {
        case .closed: #expect(!isReset || stage.isBeforeTheRequestIsRead)
        case .reset: #expect(isReset || isWriteReset)
        case .open: #expect(server.openConnectionCount == 1)
        }
        client.closeNow()
        await until { server.openConnectionCount == 0 }
        #expect(
            server.requests.count + server.truncatedRequests.count
                == (stage == .accept || stage == .requestHead ? 0 : 1))
    }

    private func expectation(of kind: LoopbackFault.Kind, at stage: LoopbackFault.Stage) -> (bytes: Data, end: End) {
        let (head, whole) = (Data(Self.head.utf8), Data((Self.head + "0123456789").utf8))
        switch kind {
        case .close, .halfClose: return (sent(before: stage), .closed)
        case .reset: return (sent(before: stage), .reset)
        case .stall: return (sent(before: stage), .open)
        case .truncate:
            switch stage {
            case .responseBody: return (head + Data("01234".utf8), .closed)
            case .end: return (whole.dropLast(), .closed)
            default: return (head.prefix(head.count / 2), .closed)
            }
        case .corruptLength:
            switch stage {
            case .responseBody: return (wholeWith("Content-Length: 11"), .closed)
            case .end: return (wholeWith("Content-Length: 9"), .open)
            default: return (wholeWith("Content-Length: 10\r\nContent-Length: 11"), .closed)
            }
        case .garbage:
            switch stage {
            case .responseBody:
                let head = Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                return (head + Self.garbage + Data("0123456789".utf8), .closed)
            case .end: return (whole + Self.garbage, .open)
            default: return (Self.garbage, .closed)
            }
        }
    }

    private func sent(before stage: LoopbackFault.Stage) -> Data {
        switch stage {
        case .responseBody: Data(Self.head.utf8)
        case .end: Data((Self.head + "0123456789").utf8)
        default: Data()
        }
    }

    private func wholeWith(_ lengths: String) -> Data {
        Data("HTTP/1.1 200 OK\r\n\(lengths)\r\n\r\n0123456789".utf8)
    }

    @Test(arguments: [
        (LoopbackFault(.truncate, at: .responseBody), "4\r\n01"), (LoopbackFault(.truncate, at: .end), "4\r\n0123\r\n"),
        (LoopbackFault(.truncate, at: .responseBody, after: 3), "4\r\n012"),
        (LoopbackFault(.close, at: .responseBody), ""),
        (LoopbackFault(.corruptLength, at: .responseBody), "5\r\n0123\r\n0\r\n\r\n"),
        (LoopbackFault(.corruptLength, at: .end), "4\r\n0123\r\n1\r\n\r\n"),
    ])
    func faultsApplyToChunks(_ fault: LoopbackFault, _ body: String) async throws {
        let server = try LoopbackServer()
        let chunks = AsyncStream { continuation in
            for chunk in ["", "0123"] { continuation.yield(Data(chunk.utf8)) }
            continuation.finish()
        }
        server.enqueue(LoopbackResponse(body: .chunks(chunks)).failing(fault.kind, at: fault.stage, after: fault.after))

        let received = try await exchange("GET / HTTP/1.1\r\n\r\n", with: server)

        #expect(received == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    }

    @Test(arguments: [
        (LoopbackFault.Stage.requestHead, 10, "POST / HTT"),
        (.requestBody, 3, "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel"),
    ])
    func faultInARequestKeepsReceivedBytes(_ stage: LoopbackFault.Stage, _ after: Int, _ kept: String) async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("").failing(.close, at: stage, after: after))

        _ = try await exchange("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", with: server)
        await server.waitForTruncatedRequests(1)

        #expect(server.truncatedRequests.map(\.raw) == [Data(kept.utf8)])
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [(LoopbackFault.Stage.responseHead, 5, "HTTP/"), (.responseBody, 5, head + "01234")])
    func faultInAResponseSendsPrecedingBytes(_ stage: LoopbackFault.Stage, _ after: Int, _ sent: String)
        async throws
    {
        let server = try LoopbackServer()
        server.enqueue(LoopbackResponse(data: Data("0123456789".utf8)).failing(.close, at: stage, after: after))

        #expect(try await exchange("GET / HTTP/1.1\r\n\r\n", with: server) == sent)
    }

    private static let rawHead = "HTTP/1.1 200 OK\r\n\r\n"

    @Test(arguments: [
        (LoopbackFault(.close, at: .responseHead, after: 5), "HTTP/"),
        (LoopbackFault(.truncate, at: .responseHead), "HTTP/1.1 "), (LoopbackFault(.close, at: .responseBody), rawHead),
        (LoopbackFault(.close, at: .responseBody, after: 1), rawHead + "b"),
        (LoopbackFault(.truncate, at: .responseBody), rawHead + "bo"),
        (LoopbackFault(.garbage, at: .responseHead), String(decoding: garbage, as: UTF8.self)),
    ])
    func faultsApplyToRawMessages(_ fault: LoopbackFault, _ sent: String) async throws {
        let server = try LoopbackServer()
        server.enqueue(.raw(Self.rawHead + "body").failing(fault.kind, at: fault.stage, after: fault.after))

        #expect(try await exchange("GET / HTTP/1.1\r\n\r\n", with: server) == sent)
    }

    @Test(arguments: LoopbackFault.Kind.allCases)
    func faultAtTheEndFollowsARawMessage(_ kind: LoopbackFault.Kind) async throws {
        let server = try LoopbackServer()
        let message = Data((Self.rawHead + "body").utf8)
        server.enqueue(LoopbackResponse(body: .raw(message)).failing(kind, at: .end))
        let client = try Socket.connected(to: server.port)
        try client.write(Data("GET / HTTP/1.1\r\n\r\n".utf8))

        let expected: Data =
            switch kind {
            case .truncate: message.dropLast()
            case .garbage: message + Self.garbage
            default: message
            }
        let (bytes, isReset) = try await onThread {
            try client.readAll(atMost: kind == .stall ? expected.count : .max)
        }

        #expect(bytes == expected)
        #expect(isReset == (kind == .reset))
        #expect(server.openConnectionCount == (kind == .stall || kind == .halfClose ? 1 : 0))
        client.closeNow()
    }

    @Test(arguments: [LoopbackFault.Kind.close, .halfClose, .reset, .truncate, .corruptLength])
    func earlyResponseThatFailsKeepsItsRequest(_ kind: LoopbackFault.Kind) async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("no", statusCode: 413).early().failing(kind, at: .responseBody))

        _ = try await exchange("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", with: server)
        await until { server.connectionCount == 1 && server.openConnectionCount == 0 }

        #expect(server.requests.count + server.truncatedRequests.count == 1)
    }

    @Test func requestIsKeptOnceIfItsFaultEndsWithAReset() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("").failing(.halfClose, at: .requestBody))
        let client = try Socket.connected(to: server.port)
        try client.write(Data("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello".utf8))
        #expect(try await onThread { try client.read() }.isEmpty)

        client.resetWhenClosed()
        client.closeNow()
        await until { server.openConnectionCount == 0 }

        #expect(server.truncatedRequests.count == 1)
        #expect(server.requests.isEmpty)
    }

    @Test func afterAHalfCloseTheServerStillReads() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("").failing(.halfClose, at: .responseHead))
        let client = try Socket.connected(to: server.port)
        try client.write(Data("GET / HTTP/1.1\r\n\r\n".utf8))

        #expect(try await onThread { try client.read() }.isEmpty)
        for _ in 0..<100 { try client.write(Data(count: 65_536)) }

        #expect(server.openConnectionCount == 1)
    }

    @Test func acceptFaultWaitsForANewConnection() async throws {
        let server = try LoopbackServer { request in .text("to \(request.path)") }
        server.enqueue(.text("first"), .text("").failing(.close, at: .accept), .text("third"))
        let client = try Socket.connected(to: server.port)
        try client.write(Data("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n".utf8))

        #expect(try await read(client, until: "to /3").components(separatedBy: "\r\n\r\n").last == "to /3")
        let refused = try Socket.connected(to: server.port)

        #expect((try? await onThread { try refused.read() })?.isEmpty ?? true)
    }

    @Test(arguments: [
        (LoopbackFault.Kind.garbage, ResponseFraming.garbage), (.close, Data()), (.reset, Data()),
        (.truncate, Data("HTTP/1.1 200 OK\r\nCo".utf8)),
    ])
    func earlyHandlerFaultHappensAtTheResponseHead(kind: LoopbackFault.Kind, sent: Data) async throws {
        for stage in [LoopbackFault.Stage.accept, .requestHead, .requestBody] {
            let server = try LoopbackServer { _ in LoopbackResponse(data: Data("x".utf8)).failing(kind, at: stage) }
            let client = try Socket.connected(to: server.port)
            try client.write(Data("GET / HTTP/1.1\r\n\r\n".utf8))

            #expect(try await onThread { try client.readAll() }.bytes == sent)
            #expect(server.requests.count == 1)
            #expect(server.truncatedRequests.isEmpty)
        }
    }
}

extension LoopbackFault.Stage {
    /// Whether bytes of the client are left unread, so that the system turns a close into a reset.
    fileprivate var isBeforeTheRequestIsRead: Bool { self == .accept || self == .requestHead || self == .requestBody }
}
