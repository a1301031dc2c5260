/// Makes Swift of `.http` files.
///
/// The language stands in `Documentation/IDL.md`. The compiler reads no file by itself: it is given texts, and gives
/// texts back.
///
/// ```swift
/// let file = SourceFile(path: "friends.http", text: "MESSAGE /friends { GET RESPONSE { ARRAY<STRING> names; } }")
/// let files = try IDLCompiler().compile([file])
/// print(files[0].name, files[0].text)    // friends.swift …
/// ```
public struct IDLCompiler: Sendable {
    /// What is made of the files.
    public struct Options: Hashable, Sendable {
        /// Whether a field without a question mark has to be there: one that is missing, null or of another type is an
        /// error, and no nil.
        public var isStrict: Bool
        /// Who may use what is made.
        public var access: Access
        /// What the names of Swift files end with. A module cannot have two files of one name: beside a `Friends.swift`
        /// of your own, `.http.swift` makes `Friends.http.swift` of `Friends.http`.
        public var fileNameSuffix: String

        /// Makes options.
        public init(isStrict: Bool = false, access: Access = .internal, fileNameSuffix: String = ".swift") {
            self.isStrict = isStrict
            self.access = access
            self.fileNameSuffix = fileNameSuffix
        }
    }

    /// Who may use what is made.
    public enum Access: String, Hashable, Sendable, CaseIterable {
        /// Everybody.
        case `public`
        /// The module that the files belong to.
        case `internal`
    }

    /// The version of compiler and language.
    public static let version = "0.1.0"

    /// What is made of the files.
    public var options: Options

    /// Makes a compiler.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// The Swift of each file, in their order.
    ///
    /// A file with requests for an HTTP client in an editor is ignored with a note: its Swift file is empty. It is left
    /// out where the name belongs to another file.
    ///
    /// - Parameters:
    ///   - files: Those that become Swift. What one declares, all of them know.
    ///   - load: Reads a file that `IMPORT` names, and that is none of them, by its path: what it declares is known,
    ///     and no Swift is made of it. Nil for a file that is not there.
    ///   - onWarning: Called with what is allowed, and hardly meant, and with notes, in the order of the files.
    /// - Throws: ``CompilationFailure`` with everything that is wrong.
    public func compile(
        _ files: [SourceFile], load: (String) throws(Diagnostic) -> SourceFile? = { (_) throws(Diagnostic) in nil },
        onWarning: (Diagnostic) -> Void = { _ in }
    ) throws(CompilationFailure) -> [GeneratedFile] {
        let program = program(of: files, load)
        for warning in program.warnings.sorted(by: program.paths) { onWarning(warning) }
        guard program.diagnostics.isEmpty else {
            throw CompilationFailure(diagnostics: program.diagnostics.sorted(by: program.paths))
        }
        return program.generatedFiles(options)
    }

    /// What is wrong with the files; nothing when they can be compiled.
    public func check(
        _ files: [SourceFile], load: (String) throws(Diagnostic) -> SourceFile? = { (_) throws(Diagnostic) in nil }
    ) -> [Diagnostic] {
        let program = program(of: files, load)
        return program.diagnostics.sorted(by: program.paths)
    }

    /// The files with what they import, checked.
    private func program(of files: [SourceFile], _ load: (String) throws(Diagnostic) -> SourceFile?) -> Program {
        var program = Program(files)
        program.loadImports(load)
        program.check(options)
        return program
    }
}

extension Program {
    /// The Swift files. An empty one that would have the name of another file is left out.
    fileprivate func generatedFiles(_ options: IDLCompiler.Options) -> [GeneratedFile] {
        var names = Set(documents.filter { $0.startOfEditorRequests == nil }.map(\.file.baseName))
        if options.fileNameSuffix == ".swift" { names.insert("main") }
        return documents.filter { $0.startOfEditorRequests == nil || names.insert($0.file.baseName).inserted }
            .map { FileGenerator(document: $0, program: self, options: options).file() }
    }
}
