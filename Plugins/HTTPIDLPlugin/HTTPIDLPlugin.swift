import Foundation
import PackagePlugin

/// Makes Swift of the `.http` files of a target, when it is built.
///
/// What `httpidl` is told otherwise than by default stands in a file `httpidl.json` of the target:
/// `{"strict": true, "access": "public"}`.
@main
struct HTTPIDLPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        return commands(
            for: target.sourceFiles.map(\.url), tool: try context.tool(named: "httpidl").url,
            folder: context.pluginWorkDirectoryURL)
    }

    private func commands(for urls: [URL], tool: URL, folder: URL) -> [Command] {
        let inputs = urls.filter { $0.pathExtension == "http" }.sorted { $0.path < $1.path }
        guard !inputs.isEmpty else { return [] }
        let settings = urls.filter { $0.lastPathComponent == "httpidl.json" }
        // Without it among the inputs, SwiftPM warns about the file.
        let importSettings = urls.filter { $0.lastPathComponent == "httpidl-import.json" }
        // Two inputs of one name are an error that the command tells.
        let outputs = Set(inputs.map { folder.appending(path: $0.lastPathComponent + ".swift") })
        let arguments =
            inputs.flatMap { ["-f", $0.path] } + settings.flatMap { ["--settings", $0.path] }
            + ["--suffix", ".http.swift", "-o", folder.path]
        return [
            .buildCommand(
                displayName: "httpidl: \(inputs.map(\.lastPathComponent).joined(separator: ", "))", executable: tool,
                arguments: arguments, inputFiles: inputs + settings + importSettings,
                outputFiles: outputs.sorted { $0.path < $1.path })
        ]
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension HTTPIDLPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            commands(
                for: target.inputFiles.map(\.url), tool: try context.tool(named: "httpidl").url,
                folder: context.pluginWorkDirectoryURL)
        }
    }
#endif
