import HTTPIDLCompiler

/// What the command line asks for.
struct Arguments {
    enum Command {
        case help
        case version
        /// Reads, and says what is wrong.
        case check
        /// Writes into a folder.
        case compile(output: String)
        /// Imports an OpenAPI document, or checks imported files.
        case importing(ImportCommand)
    }

    /// Why the command line asks for nothing.
    struct Misuse: Error {
        let message: String
        /// Whether it helps to say how the command is used.
        var showsUsage = true
    }

    let command: Command
    let folders: [String]
    let files: [String]
    let options: IDLCompiler.Options

    init(_ words: some Sequence<String>) throws(Misuse) {
        let words = Array(words)
        if let first = words.first, first == "import" || first == "check" {
            self.init(.importing(try ImportCommand(first, words.dropFirst())))
            return
        }
        var (folders, files, output, check) = ([String](), [String](), String?.none, false)
        var (options, settings) = (IDLCompiler.Options(), String?.none)
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            switch word {
            case "-h", "--help":
                self.init(.help)
                return
            case "--version":
                self.init(.version)
                return
            case "--strict": options.isStrict = true
            case "--check": check = true
            case "-d": folders.append(try Self.value(of: word, &rest))
            case "-f": files.append(try Self.value(of: word, &rest))
            case "-o": output = try Self.value(of: word, &rest)
            case "--access": options.access = try Self.access(Self.value(of: word, &rest))
            case "--conformance":
                options.conformances.insert(try Self.conformance(Self.value(of: word, &rest)))
            case "--client": options.clientName = try Self.clientName(Self.value(of: word, &rest))
            case "--suffix": options.fileNameSuffix = try Self.value(of: word, &rest)
            case "--settings": settings = try Self.value(of: word, &rest)
            default: throw Misuse(message: Self.unknown(word))
            }
        }
        guard !folders.isEmpty || !files.isEmpty else {
            throw Misuse(message: "there is no input; add -d DIR or -f FILE")
        }
        guard let command = check ? .check : output.map(Command.compile) else {
            throw Misuse(message: "there is no output folder; add -o OUT, or --check")
        }
        if let settings { try Settings(settings).apply(to: &options) }
        self.init(command, folders, files, options)
    }

    private static func access(_ value: String) throws(Misuse) -> IDLCompiler.Access {
        guard let access = IDLCompiler.Access(rawValue: value) else {
            throw Misuse(message: "the value \"\(value)\" of --access is unknown; use public or internal")
        }
        return access
    }

    /// The name, if it is the name of a type.
    static func clientName(_ value: String) throws(Misuse) -> String {
        let isName = value.utf8.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? false
        guard isName, value.utf8.allSatisfy({ $0.isNameCharacter }) else {
            throw Misuse(message: "\"\(value)\" is not the name of a client; write one like PetStore")
        }
        return value
    }

    private static func conformance(_ value: String) throws(Misuse) -> IDLCompiler.Conformance {
        guard let conformance = IDLCompiler.Conformance(rawValue: value) else {
            throw Misuse(message: "the value \"\(value)\" of --conformance is unknown; use Hashable or Decodable")
        }
        return conformance
    }

    private init(
        _ command: Command, _ folders: [String] = [], _ files: [String] = [],
        _ options: IDLCompiler.Options = IDLCompiler.Options()
    ) {
        self.command = command
        self.folders = folders
        self.files = files
        self.options = options
    }

    static func value(of word: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
        guard let value = rest.popFirst() else { throw Misuse(message: "\(word) needs a value after it") }
        return value
    }

    /// The message about a word that is no option. A file needs one before it.
    private static func unknown(_ word: String) -> String {
        guard word.hasPrefix("-") else {
            return "the argument \"\(word)\" has no option before it; use -f for a file, or -d for a folder"
        }
        let known = word.nearest(among: names)
        return "unknown option \"\(word)\"; " + (known.map { "did you mean \"\($0)\"?" } ?? "see the options below")
    }

    private static let names = [
        "--strict", "--access", "--conformance", "--client", "--suffix", "--settings", "--check", "--help", "--version",
    ]

    static let usage = """
        httpidl: generates Swift code from .http files

        usage: httpidl [-d DIR] [-f FILE] -o OUT [--strict] [--access public|internal]
               httpidl [-d DIR] [-f FILE] --check [--strict]
               httpidl import DOCUMENT -o DIR [--only PATH] [--tag TAG] [--operation ID]
               httpidl check DOCUMENT DIR [--only PATH] [--tag TAG] [--operation ID]

          -d DIR       reads all .http files in a folder and its subfolders
          -f FILE      reads one file; repeat it for more
          -o OUT       the folder for the Swift files; if there is an error, nothing in it changes
          --strict     makes fields of responses without a `?` required
          --access A   the access level of the generated code: public, or internal (the default)
          --conformance P
                       lets all structures conform to Hashable or Decodable; repeat it for both
          --client NAME
                       generates a type whose functions call the operations, like PetStore
          --suffix S   the suffix of the Swift files: .swift (the default), or .http.swift next to your own files
          --settings F reads options from a file such as {"strict": true, "access": "public"}
          --check      only reports errors
          --help       prints this text
          --version    prints the version

          import       makes .http files of an OpenAPI document (3.0 or 3.1, in JSON)
          check        says whether the .http files in a folder are those of the document
          --only PATH  imports this path, or those below a path that ends with a slash; repeat it for more
          --tag TAG    imports the operations with this tag; repeat it for more
          --operation ID
                       imports the operation with this operationId; repeat it for more
        """
}

extension UInt8 {
    /// Whether the name of a type can contain the letter or the digit.
    fileprivate var isNameCharacter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
