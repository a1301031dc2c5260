import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPStreams
import Foundation

// Reads many event streams at the same time over libcurl. The arguments are the URL, the number of streams, and the
// number of events in each. The data of an event is the time at which it was written.

struct Events: ConnectionSpec {
    typealias ResponseModel = EventStream<ServerSentEvent>
    let url: String
    var request: HTTP { HTTP(url) }
}

/// Returns how late the events of a stream were, in nanoseconds.
///
/// - Parameter halfway: Called in the middle of the stream, when all streams are open.
func read(
    _ stream: EventStream<ServerSentEvent>, _ count: Int, halfway: () throws -> Void = {}
) async throws -> [UInt64] {
    var delays: [UInt64] = []
    for try await event in stream {
        if delays.count == count / 2 { try halfway() }
        let now = monotonicTime()
        guard let sent = UInt64(event.data), event.lastEventID == "\(delays.count + 1)" else { break }
        delays.append(now - min(sent, now))
    }
    guard delays.count == count else { throw LostEvents(read: delays.count, expected: count) }
    return delays
}

struct LostEvents: Error {
    let read: Int
    let expected: Int
}

func monotonicTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let streams = Int(arguments[2]), let count = Int(arguments[3]) else {
    print("usage: EventStreams URL streams events")
    exit(2)
}
let url = arguments[1]
let connector = try CurlConnector { $0.connectionsPerHost = streams }
let config = ConnectionConfig(connector: connector)
let before = try residentBytes()

var delays: [UInt64] = []
let start = cpuSeconds()
try await withThrowingTaskGroup(of: [UInt64].self) { group in
    for number in 0..<streams {
        group.addTask {
            let stream = try await Connection(Events(url: url), config: config).response()
            guard number == 0 else { return try await read(stream, count) }
            return try await read(stream, count) {
                print("memory of a stream: \(try (residentBytes() - before) / streams / 1_024) KiB")
            }
        }
    }
    for try await some in group { delays += some }
}
delays.sort()
let late = [0.5, 0.99, 1].map { part in
    String(format: "%.1f ms", Double(delays[min(delays.count - 1, Int(Double(delays.count) * part))]) / 1e6)
}
print("\(streams) streams of \(count) events: none lost; CPU \(Int(cpuSeconds() - start)) s")
print("late by: median \(late[0]), 99 % \(late[1]), at most \(late[2])")
