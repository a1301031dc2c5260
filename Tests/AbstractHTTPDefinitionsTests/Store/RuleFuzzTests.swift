import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Corrupted rule files. Each is loaded or its faults are reported, and every definition can be requested.
@Suite struct RuleFuzzTests {
    private static let rules = """
        {
          "DEFAULT": {"Base": "https://api.example.com/", "Path Prefix": "v2/", "Method": "GET", "Authorization": true},
          "@Topics": {
            "List": {"Path": "topics/{id}", "Parameters": {"page": 1, "sizes": [1.5, null, true]}, "Response Type": 3,
                     "Response Class": "Anything", "Cache Policy": 3, "Expire": 300, "Offline Policy": 1},
            "Send": {"Method": "POST", "Path": "topics?a=b", "Headers": {"X-A": "é\\u00e9"}, "Serializer": "AFHTTPRequestSerializer"}
          },
          "Login": {"Path": "https://b.example/login", "Response Serializer": "AFPropertyListResponseSerializer",
                    "User Info": {"a": {"b": []}}, "Notes": "text", "Response Accept Null": true},
          "Find": {"Path": "f{/folders*}{;v}/{+rest}{?q}", "Places": {"ids": {"Query": "i", "Arrays": "Pipes"},
                   "since": {"Header": "If-Modified-Since", "Dates": "HTTP"}, "meta": {"Header Map": "X-"}, "id": {"Path": "v"}},
                   "Response Classes": {"202": "Anything"}, "Failure Classes": {"409": "TopicEntity"}},
          "Put": {"Method": "PUT", "Path": "p", "Places": {"image": {"Body": "image/png"}, "n": {"Query": "n", "Not Finite": "Names"}},
                  "Failure Class": "Anything"}
        }
        """

    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"", "null", "true", "-1", "1e999", "99999999999999999999", "\\ud800", "\\u0000",
        "{id}",
        "{+id}", "{/a*}", "Header", "Query Map", "HTTP", "Host", "999",
        "..", "//", "\u{0}", "é", "DEFAULT", "@", "Path", "'", "%", "#", "?", " ", "\n",
    ]

    /// 300 files, the same in each run.
    private static func mutants(of text: Data, _ pieces: [Data]) -> [Data] {
        var random = SplitMix64(seed: 9)
        return (0..<300).map { _ in
            var bytes = text
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let start = Int.random(in: 0..<max(1, bytes.count), using: &random)
                let end = min(bytes.count, start + Int.random(in: 0..<12, using: &random))
                let piece = pieces.randomElement(using: &random) ?? Data()
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.replaceSubrange(start..<end, with: piece)
                case 1: bytes.insert(contentsOf: piece, at: start)
                case 2: bytes = bytes.prefix(start)
                default: bytes.insert(contentsOf: bytes[start..<end], at: start)
                }
                bytes = Data(bytes)
            }
            return bytes
        }
    }

    @Test func noMutatedRuleFileTraps() async throws {
        let pieces = Self.pieces.map { Data($0.utf8) } + [Data([0xFF, 0xFE])]
        var loaded = 0

        for file in Self.mutants(of: Data(Self.rules.utf8), pieces) {
            loaded += try await use(file) { try $0.load(json: $1, lenient: true) }
        }

        #expect((1..<300).contains(loaded))
    }

    @Test func noMutatedPropertyListTraps() async throws {
        let object = try JSONSerialization.jsonObject(with: Data(Self.rules.replacing("null", with: "0").utf8))
        let pieces = ["<", ">", "</dict>", "<dict>", "<key>", "&#0;", "<integer>x</integer>", "<date/>", "<!--"].map {
            Data($0.utf8)
        }
        var loaded = 0

        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
            for file in Self.mutants(of: data, pieces + [Data([0xFF, 0x00])]) {
                loaded += try await use(file) { try $0.load(propertyList: $1, lenient: true) }
            }
        }

        #expect((1..<600).contains(loaded))
    }

    /// Loads a file, and requests everything that it defines. Returns 1 if it was loaded.
    private func use(_ file: Data, _ load: (DefinitionStore, Data) throws -> [DefinitionFault]) async throws -> Int {
        let api = try DefinitionAPI.over(MockConnector { _ in .json("[]") })
        do {
            _ = try load(api.store, file)
        } catch let error as DefinitionFaults {
            #expect(!error.faults.isEmpty && error.faults.allSatisfy { $0.path.hasPrefix("$") })
            return 0
        }
        for definition in api.store.definitions {
            let name = try #require(definition.name)
            _ = await failure { try await api.request(name, as: HTTPContent.self, parameters: ["id": "a/.."]) }
        }
        return 1
    }
}
