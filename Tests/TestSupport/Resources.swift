import Foundation

#if os(Linux)
    /// What this process uses, as the system counts it.
    package struct Resources {
        package var descriptors: Int
        package var threads: Int
        package var residentBytes: Int

        package static var now: Self {
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
            return Self(descriptors: descriptors, threads: status("Threads"), residentBytes: status("VmRSS") << 10)
        }

        /// The most memory since ``resetPeak()``, in bytes.
        package static var peak: Int { status("VmHWM") << 10 }

        /// Returns the memory of now, from which the peak is counted.
        package static func resetPeak() -> Int {
            try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
            return peak
        }

        /// How many threads have that name.
        package static func threads(named name: String) -> Int {
            let folder = URL(filePath: "/proc/self/task")
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return threads.count { thread in
                let file = folder.appending(path: "\(thread)/comm")
                return (try? String(contentsOf: file, encoding: .utf8)) == name + "\n"
            }
        }

        private static func status(_ name: String) -> Int {
            let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }
#endif
