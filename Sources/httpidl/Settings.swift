import Foundation
import HTTPIDLCompiler
import JSONBytes

/// The options in a file `httpidl.json`: `{"strict": true, "access": "public"}`.
struct Settings {
    private let path: String
    private let document: JSONDocument
    private let settings: [JSONNode.Member]

    init(_ path: String) throws(Arguments.Misuse) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Self.misuse(path, (1, 1), "there is no such file; check the path")
        }
        self.path = path
        let bytes = [UInt8](data)
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            let place = JSONDocument.place(of: error.offset, in: bytes)
            throw Self.misuse(path, place, "this is not JSON: \(error.reason.text)")
        }
        guard let settings = document.root.members else {
            throw Self.misuse(
                path, document.place(of: document.root.start),
                "this is not a JSON object; write one like {\"strict\": true, \"access\": \"public\"}")
        }
        self.settings = settings
    }

    func apply(to options: inout IDLCompiler.Options) throws(Arguments.Misuse) {
        var keys: Set<String> = []
        for setting in settings {
            guard keys.insert(setting.key).inserted else {
                throw misuse(setting.start, "the setting \"\(setting.key)\" is there twice; remove one")
            }
            try apply(setting, to: &options)
        }
    }

    private func apply(
        _ setting: JSONNode.Member, to options: inout IDLCompiler.Options
    ) throws(Arguments.Misuse) {
        let value = setting.value
        switch setting.key {
        case "strict":
            guard let isStrict = value.boolean else {
                throw misuse(value.start, "the value of \"strict\" must be true or false")
            }
            options.isStrict = isStrict
        case "access":
            guard let access = value.string.flatMap(IDLCompiler.Access.init(rawValue:)) else {
                throw misuse(value.start, "the value of \"access\" must be \"public\" or \"internal\"")
            }
            options.access = access
        case "conformances":
            let names = value.elements?.map(\.string)
            let conformances = names?.compactMap { $0.flatMap(IDLCompiler.Conformance.init(rawValue:)) }
            guard let conformances, conformances.count == names?.count else {
                throw misuse(
                    value.start, "the value of \"conformances\" must be a list of \"Hashable\" and \"Decodable\"")
            }
            options.conformances.formUnion(conformances)
        case "client":
            guard let name = value.string else {
                throw misuse(value.start, "the value of \"client\" must be the name of a type, like \"PetStore\"")
            }
            do {
                options.clientName = try Arguments.clientName(name)
            } catch {
                throw misuse(value.start, error.message)
            }
        default:
            let names = ["strict", "access", "conformances", "client"]
            let hint =
                setting.key.nearest(among: names).map { "did you mean \"\($0)\"?" }
                ?? "use \"strict\", \"access\", \"conformances\", or \"client\""
            throw misuse(setting.start, "unknown setting \"\(setting.key)\"; \(hint)")
        }
    }

    private func misuse(_ offset: Int, _ message: String) -> Arguments.Misuse {
        Self.misuse(path, document.place(of: offset), message)
    }

    private static func misuse(_ path: String, _ place: (line: Int, column: Int), _ message: String) -> Arguments.Misuse
    {
        Arguments.Misuse(message: "\(path):\(place.line):\(place.column): error: \(message)", showsUsage: false)
    }
}
