/// Compiles `.http` files to Swift.
///
/// `Documentation/IDL.md` describes the language. The compiler does not access the file system. It takes the text of
/// files and returns text.
///
/// ```swift
/// let file = SourceFile(path: "friends.http", text: "MESSAGE /friends { GET RESPONSE { ARRAY<STRING> names; } }")
/// let files = try IDLCompiler().compile([file])
/// print(files[0].name, files[0].text)    // friends.swift …
/// ```
public struct IDLCompiler: Sendable {
    /// The options of the compiler.
    ///
    /// ```swift
    /// let compiler = IDLCompiler(options: IDLCompiler.Options(isStrict: true, access: .public))
    /// ```
    public struct Options: Hashable, Sendable {
        /// Whether fields without a question mark are required. If such a field is missing, null, or of another type,
        /// reading it throws instead of returning nil.
        public var isStrict: Bool
        /// The protocols to which all structures, unions, and enumerations conform, whether they need to or not.
        public var conformances: Set<Conformance>
        /// The access level of the generated code.
        public var access: Access
        /// The name of the generated client. If nil, the `CLIENT` of a file decides.
        public var clientName: String?
        /// The suffix of generated files. A module cannot contain two files with the same name. If you have a
        /// `Friends.swift`, use the suffix `.http.swift`, which generates `Friends.http.swift` from `Friends.http`.
        public var fileNameSuffix: String

        /// Creates options.
        public init(
            isStrict: Bool = false, access: Access = .internal, conformances: Set<Conformance> = [],
            clientName: String? = nil, fileNameSuffix: String = ".swift"
        ) {
            self.isStrict = isStrict
            self.conformances = conformances
            self.clientName = clientName
            self.access = access
            self.fileNameSuffix = fileNameSuffix
        }
    }

    /// A protocol to which generated types can conform.
    public enum Conformance: String, Hashable, Sendable, CaseIterable {
        /// `Decodable`. The values of streams always conform.
        case decodable = "Decodable"
        /// `Hashable`, so that values can be compared. Enumerations always conform, and a type that contains one of
        /// your own types does not.
        case hashable = "Hashable"
    }

    /// The access level of the generated code.
    public enum Access: String, Hashable, Sendable, CaseIterable {
        /// `public`
        case `public`
        /// Visible within the module that the files belong to.
        case `internal`
    }

    /// The version of the compiler and the language.
    public static let version = "0.1.0"

    /// The options of the compiler.
    public var options: Options

    /// Creates a compiler.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// Returns the generated Swift of each file, in order.
    ///
    /// A file with requests for an editor's HTTP client is ignored with a note, and its Swift file is empty. It is left
    /// out if another file generates the same name.
    ///
    /// - Parameters:
    ///   - files: The files to compile. They can use each other's declarations.
    ///   - load: Returns the file at a path that `IMPORT` names, or nil if it does not exist. Its declarations can be
    ///     used, and no Swift is generated for it. Errors in it say only where they are, and quote nothing of it.
    ///   - onWarning: Called with warnings and notes, in the order of the files.
    /// - Throws: ``CompilationFailure`` with all errors.
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

    /// Returns the errors of the files, or an empty array if they compile.
    public func check(
        _ files: [SourceFile], load: (String) throws(Diagnostic) -> SourceFile? = { (_) throws(Diagnostic) in nil }
    ) -> [Diagnostic] {
        let program = program(of: files, load)
        return program.diagnostics.sorted(by: program.paths)
    }

    /// Parses the files and their imports, and checks them.
    private func program(of files: [SourceFile], _ load: (String) throws(Diagnostic) -> SourceFile?) -> Program {
        var program = Program(files)
        program.loadImports(load)
        program.check(options)
        program.hideImportedContent()
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
