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
            case "--suffix": options.fileNameSuffix = try Self.value(of: word, &rest)
            case "--settings": settings = try Self.value(of: word, &rest)
            default: throw Misuse(message: "unknown argument \(word)")
            }
        }
        guard !folders.isEmpty || !files.isEmpty else { throw Misuse(message: "-d DIR or -f FILE is missing") }
        guard let command = check ? .check : output.map(Command.compile) else {
            throw Misuse(message: "-o OUT is missing")
        }
        if let settings { try Settings(settings).apply(to: &options) }
        self.init(command, folders, files, options)
    }

    private static func access(_ value: String) throws(Misuse) -> IDLCompiler.Access {
        guard let access = IDLCompiler.Access(rawValue: value) else {
            throw Misuse(message: "--access is public or internal, not \(value)")
        }
        return access
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

    private static func value(of word: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
        guard let value = rest.popFirst() else { throw Misuse(message: "\(word) needs a value") }
        return value
    }

    static let usage = """
        httpidl: makes Swift of .http files

        usage: httpidl [-d DIR] [-f FILE] -o OUT [--strict] [--access public|internal]
               httpidl [-d DIR] [-f FILE] --check [--strict]

          -d DIR       all .http files in this folder, and in those within it
          -f FILE      this file; as often as there are files
          -o OUT       the folder for the Swift files; nothing in it is changed when anything is wrong
          --strict     what has no `?` in a response has to be there
          --access A   who may use what is made: public, or internal (the default)
          --suffix S   what the names of Swift files end with: .swift (the default), or .http.swift beside files of your own
          --settings F a file {"strict": true, "access": "public"}, in place of the options of these names
          --check      only says what is wrong
          --help       says this
          --version    says which version this is
        """
}
