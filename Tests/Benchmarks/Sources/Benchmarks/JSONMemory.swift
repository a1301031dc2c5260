#if os(Linux)
    import AbstractHTTP
    import AbstractHTTPJSON
    import AllocatedBytes
    import Foundation

    /// How much memory reading and writing a large JSON text takes at its peak, beyond the input and the result.
    enum JSONMemory {
        struct TooMuch: Error {
            let work: String
            let bytes: Int
        }

        /// How much is allowed.
        private static let mostBytes = 1 << 20

        static func run(mebibytes: Int) throws {
            let text = Data(
                JSONDocuments.songs.dropLast()
                    + repeatElement(
                        Data(",".utf8) + JSONDocuments.songs.dropFirst().dropLast(), count: mebibytes * 16 - 1
                    )
                    .joined() + Data("]".utf8))
            print("\nJSON: memory beyond the input and the result, for a text of \(text.count >> 20) MiB")
            let response = AbstractHTTP.Response(statusCode: 200, data: text)
            let songs = try measure("JSONContentDecoder, @JSONModel") {
                try JSONContentDecoder().decode([Direct.Song].self, from: response)
            }
            _ = try measure("JSONContentEncoder, @JSONModel") { try JSONContentEncoder().encode(songs) }
            let others = try measure("JSONDecoder, Codable", isLimited: false) {
                try JSONDecoder().decode([ByFoundation.Song].self, from: text)
            }
            _ = try measure("JSONEncoder, Codable", isLimited: false) { try JSONEncoder().encode(others) }
        }

        private static func measure<Value>(
            _ name: String, isLimited: Bool = true, _ work: () throws -> Value
        ) throws -> Value {
            return_free_bytes()
            // Sets the peak to what is used now (proc_pid_clear_refs(5)).
            try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
            let before = try bytes("VmRSS")
            let value = try work()
            let peak = try bytes("VmHWM")
            return_free_bytes()
            let result = try bytes("VmRSS") - before
            let beyond = peak - before - result
            print(
                "\(name.padding(toLength: 32, withPad: " ", startingAt: 0))"
                    + String(format: "result %6.2f MiB, beyond %6.2f MiB", mebibytes(result), mebibytes(beyond)))
            guard !isLimited || beyond <= mostBytes else { throw TooMuch(work: name, bytes: beyond) }
            return value
        }

        private static func mebibytes(_ bytes: Int) -> Double { Double(bytes) / 0x1p20 }

        /// A value of the status of this process, in bytes.
        private static func bytes(_ name: String) throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) << 10
        }
    }
#endif
