import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoopbackServerPageTests {
    @Test func aServerAnswersAndKeepsItsRequests() async throws {
        let server = try LoopbackServer { request in .text("you asked for \(request.target)") }
        server.enqueue(.json(#"{"id": 7}"#), .redirect(to: "/hello"))
        let first = try await HTTP(server.url + "/users/7").asString().response()
        let second = try await HTTP(server.url + "/old").asString().response()
        #expect(server.requests.map(\.target) == ["/users/7", "/old", "/hello"])

        #expect(first == #"{"id": 7}"#)
        #expect(second == "you asked for /hello")
    }

    @Test func aMessageByteForByte() async throws {
        let server = try LoopbackServer()
        server.enqueue(.raw("HTTP/1.1 200 OK\r\nContent-Length: 3,3\r\n\r\nyes"))

        let text = try await HTTP(server.url).asString().response()

        #expect(text == "yes")
    }

    @Test func aServerThatIsLate() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer(clock: clock)
        server.enqueue(.text("late").delayed(by: .seconds(30)))
        async let text = HTTP(server.url).asString().response()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))

        #expect(try await text == "late")
    }

    @Test func aServerThatMisbehaves() async throws {
        let server = try LoopbackServer()
        server.enqueue(.text("0123456789").failing(.reset, at: .responseBody, after: 5))
        server.enqueue(.text("hello").failing(.garbage, at: .responseHead))
        server.enqueue(.text("hello").failing(.close, at: .accept))

        for _ in 1...3 {
            let error = await #expect(throws: ConnectionError.self) { try await HTTP(server.url).asString().response() }
            #expect(error?.type == .network)
        }
    }
}
