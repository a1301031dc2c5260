import AbstractHTTP
import AbstractHTTPTesting
import AsyncHTTPClientConnector
import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The pipeline over AsyncHTTPClient.
@Suite(.timeLimit(.minutes(5))) struct PipelineTests {
    private let server: LoopbackServer
    private var config = ConnectionConfig(connector: AsyncHTTPClientConnector())

    init() throws {
        server = try LoopbackServer { request in .text("\(request.method) \(request.target)") }
    }

    @Test func pipelineHandlesRedirectsAndRetries() async throws {
        var config = config
        config.policies = [Retry(backoff: .none)]
        server.enqueue(.redirect(to: "/there"))
        server.enqueue(.text("busy", statusCode: 503))

        let text = try await HTTP(server.url + "/here").asString(config: config).response()

        #expect(text == "GET /here")
        #expect(server.requests.map(\.target) == ["/here", "/there", "/here"])
    }

    @Test func truncatedBodyErrorHasReceivedBytes() async {
        server.enqueue(.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"))

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url).asData(config: config).response()
        }

        #expect((error?.underlying as? TransportError)?.kind == .cutOff(received: 4, expected: 10))
        #expect(error?.response?.data == Data("half".utf8))
    }

    @Test func closedPortIsARefusedConnection() async throws {
        let port = try RefusedPort()
        defer { port.close() }

        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP("http://127.0.0.1:\(port.number)").asData(config: config).response()
        }

        #expect((error?.underlying as? TransportError)?.kind == .refused)
    }

    @Test func aConnectDeadlineDoesNotApply() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(clock: clock) { _ in .text("ok").delayed(by: .seconds(90)) }
        var config = config
        config.clock = clock
        let http = HTTP(server.url).asString(config: config)
        async let text = http.deadlines(Deadlines(connect: .seconds(1))).response()
        while clock.remainingSleeps != [.seconds(90)] { await Task.yield() }

        clock.advance(by: .seconds(90))

        #expect(try await text == "ok")
    }

    @Test func pathThatWouldChangeIsRejected() async {
        let error = await #expect(throws: ConnectionError.self) {
            try await HTTP(server.url + "/%E4").asData(config: config).response()
        }

        #expect(error?.description.contains("/%E4") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func cancelClosesTheServerConnection() async throws {
        server.enqueue(.text("never").failing(.stall, at: .responseHead))
        let connection = HTTP(server.url).asData(config: config)
        async let error = #expect(throws: ConnectionError.self) { try await connection.response() }
        await server.waitForRequests(1)

        connection.cancel()

        #expect(await error?.type == .canceled)
        while server.openConnectionCount > 0 { await Task.yield() }
    }
}

/// A port on which no server listens. A socket that is bound to it, but does not listen, keeps other servers from it.
private struct RefusedPort {
    let number: Int
    private let descriptor: Int32

    init() throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        (number, self.descriptor) = (Int(UInt16(bigEndian: address.sin_port)), descriptor)
    }

    func close() {
        #if canImport(Darwin)
            Darwin.close(descriptor)
        #elseif canImport(Musl)
            Musl.close(descriptor)
        #else
            Glibc.close(descriptor)
        #endif
    }
}
