import Foundation
import HTTPIDLCompiler

/// `httpidl`: makes Swift of `.http` files; `httpidl --help` tells more.
@main
struct Tool {
    static func main() {
        do throws(Arguments.Misuse) {
            exit(run(try Arguments(CommandLine.arguments.dropFirst())))
        } catch {
            complain(error.showsUsage ? "httpidl: error: \(error.message)\n\n\(Arguments.usage)" : error.message)
            exit(error.showsUsage ? 2 : 1)
        }
    }

    /// The status of the command.
    private static func run(_ arguments: Arguments) -> Int32 {
        switch arguments.command {
        case .help: print(Arguments.usage)
        case .importing(let command): return command.run()
        case .version: print("httpidl \(IDLCompiler.version)")
        case .check: return compile(arguments) == nil ? 1 : 0
        case .compile(let output):
            guard let files = compile(arguments) else { return 1 }
            do {
                try OutputFolder(output).replace(by: files, removesOthers: !arguments.folders.isEmpty)
            } catch {
                complain("\(output): error: the files cannot be written: \(error.localizedDescription)")
                return 1
            }
        }
        return 0
    }

    /// The Swift of the files; nil where anything is wrong, which was said then.
    private static func compile(_ arguments: Arguments) -> [GeneratedFile]? {
        let input = InputFiles(arguments)
        let compiler = IDLCompiler(options: arguments.options)
        for complaint in input.complaints { complain(complaint) }
        do throws(CompilationFailure) {
            let files = try compiler.compile(
                input.files, load: { (path) throws(Diagnostic) in try input.imported(path) },
                onWarning: { complain($0.description) })
            return input.complaints.isEmpty ? files : nil
        } catch {
            complain(error.description)
            return nil
        }
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text.withoutTerminalControls + "\n").utf8))
    }
}
