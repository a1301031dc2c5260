import Foundation
import HTTPIDLCompiler

/// What stands in a file `httpidl.json`, in place of options: `{"strict": true, "access": "public"}`.
struct Settings {
    private let path: String
    private let values: [String: Any]

    init(_ path: String) throws(Arguments.Misuse) {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Self.misuse(path, "there is no such file")
        }
        guard let values = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
            throw Self.misuse(path, "this is not JSON like {\"strict\": true, \"access\": \"public\"}")
        }
        self.values = values
    }

    func apply(to options: inout IDLCompiler.Options) throws(Arguments.Misuse) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "strict":
                guard let isStrict = value as? Bool else { throw Self.misuse(path, "\"strict\" is true or false") }
                options.isStrict = isStrict
            case "access":
                guard let access = (value as? String).flatMap(IDLCompiler.Access.init(rawValue:)) else {
                    throw Self.misuse(path, "\"access\" is \"public\" or \"internal\"")
                }
                options.access = access
            default: throw Self.misuse(path, "there is no setting \"\(key)\"; there are \"strict\" and \"access\"")
            }
        }
    }

    private static func misuse(_ path: String, _ message: String) -> Arguments.Misuse {
        Arguments.Misuse(message: "\(path):1:1: error: \(message)", showsUsage: false)
    }
}
