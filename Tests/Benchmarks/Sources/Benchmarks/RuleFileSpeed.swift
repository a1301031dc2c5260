import AbstractHTTPDefinitions
import Foundation

/// How much CPU time a rule file takes to be loaded, beside what Foundation takes to read its JSON in the same run.
///
/// Fails if it takes more than 3.5 times as much. It takes about 2.6 times as much.
enum RuleFileSpeed {
    struct TooSlow: Error {
        let milliseconds: [Double]
    }

    private struct Topic: Decodable, Sendable {}

    static func run(definitions: Int, rounds: Int) throws {
        let data = Data(("{" + (0..<definitions).map(definition).joined(separator: ",\n") + "}").utf8)
        let api = DefinitionAPI(cache: HTTPCache())
        api.registry.register(Topic.self)
        var (times, bare) = ([Double](), [Double]())
        for _ in 0..<max(10, rounds) {
            bare.append(try milliseconds { _ = try JSONSerialization.jsonObject(with: data) })
            times.append(try milliseconds { try api.store.load(json: data) })
        }
        let (fastest, fastestBare) = (times.min() ?? 0, bare.min() ?? 0)
        print(
            "\nRules: \(definitions) definitions, \(data.count >> 10) KiB:",
            String(
                format: "%.1f ms of CPU, %.1f times what JSONSerialization takes (fastest of %d rounds)", fastest,
                fastest / fastestBare, times.count))
        guard api.store.definitions.count == definitions, fastest < 3.5 * fastestBare else {
            throw TooSlow(milliseconds: times)
        }
    }

    private static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = cpuSeconds()
        try work()
        return (cpuSeconds() - start) * 1e3
    }

    private static func definition(_ number: Int) -> String {
        """
        "Topic\(number)": {
            "Path": "topics/{id}/\(number)", "Method": "POST", "Headers": {"X-Number": "\(number)"},
            "Parameters": {"page": 1, "size": 20}, "Authorization": false, "Response Type": 3, "Response Class": "Topic",
            "Notes": "number \(number)"
        }
        """
    }
}
