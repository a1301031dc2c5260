import Foundation
import HTTPIDLCompiler

/// What stands in a file `httpidl.json`, in place of options: `{"strict": true, "access": "public"}`.
struct Settings {
    private let path: String
    private let values: [String: Any]

    init(_ path: String) throws(Arguments.Misuse) {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Self.misuse(path, "there is no such file; check the path")
        }
        guard let values = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
            throw Self.misuse(
                path, "this is not a JSON object; write one like {\"strict\": true, \"access\": \"public\"}")
        }
        self.values = values
    }

    func apply(to options: inout IDLCompiler.Options) throws(Arguments.Misuse) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "strict":
                guard let isStrict = value as? Bool else {
                    throw Self.misuse(path, "the value of \"strict\" must be true or false")
                }
                options.isStrict = isStrict
            case "access":
                guard let access = (value as? String).flatMap(IDLCompiler.Access.init(rawValue:)) else {
                    throw Self.misuse(path, "the value of \"access\" must be \"public\" or \"internal\"")
                }
                options.access = access
            case "conformances":
                let names = value as? [String] ?? []
                let conformances = names.compactMap(IDLCompiler.Conformance.init(rawValue:))
                guard value is [String], conformances.count == names.count else {
                    throw Self.misuse(
                        path, "the value of \"conformances\" must be a list of \"Hashable\" and \"Decodable\"")
                }
                options.conformances.formUnion(conformances)
            case "client":
                guard let name = value as? String else {
                    throw Self.misuse(path, "the value of \"client\" must be the name of a type, like \"PetStore\"")
                }
                do {
                    options.clientName = try Arguments.clientName(name)
                } catch {
                    throw Self.misuse(path, error.message)
                }
            default:
                let names = ["strict", "access", "conformances", "client"]
                let hint =
                    key.nearest(among: names).map { "did you mean \"\($0)\"?" }
                    ?? "use \"strict\", \"access\", \"conformances\", or \"client\""
                throw Self.misuse(path, "unknown setting \"\(key)\"; \(hint)")
            }
        }
    }

    private static func misuse(_ path: String, _ message: String) -> Arguments.Misuse {
        Arguments.Misuse(message: "\(path):1:1: error: \(message)", showsUsage: false)
    }
}
