import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Receives and sends JSON messages. Each follows its length, which is eight bytes in little-endian order.
struct MessageChannel {
    /// The maximum length of a message, in bytes.
    private static let longest: UInt64 = 1 << 30

    private let input: Int32 = 0
    private let output: Int32

    init() {
        // Accidental output must not become a message.
        output = dup(1)
        dup2(2, 1)
        // If the compiler is gone, the program ends without a crash.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Answers messages until the input ends or the reader of the answers disappears.
    func serve(_ answer: (HostMessage?) -> PluginMessage) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        while let data = receive() {
            let message = try? JSONDecoder().decode(HostMessage.self, from: data)
            guard let reply = try? encoder.encode(answer(message)), send(reply) else { return }
        }
    }

    private func receive() -> Data? {
        guard let head = read(8) else { return nil }
        let length = head.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return length <= Self.longest ? read(Int(length)) : nil
    }

    private func send(_ data: Data) -> Bool {
        let length = UInt64(data.count)
        let head = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
        return write(Data(head) + data)
    }

    /// Reads `count` bytes. Returns nil at the end of the input.
    private func read(_ count: Int) -> Data? {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while data.count < count {
            #if canImport(Darwin)
                let result = Darwin.read(input, &buffer, min(buffer.count, count - data.count))
            #else
                let result = Glibc.read(input, &buffer, min(buffer.count, count - data.count))
            #endif
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { return nil }
            data.append(contentsOf: buffer[..<result])
        }
        return data
    }

    private func write(_ data: Data) -> Bool {
        var rest = [UInt8](data)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let result = rest.withUnsafeBytes { Darwin.write(output, $0.baseAddress, $0.count) }
            #else
                let result = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            #endif
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { return false }
            rest = rest.dropFirst(result)
        }
        return true
    }
}
