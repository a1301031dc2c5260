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
        return try commands(
            for: target.sourceFiles.map(\.url), tool: context.tool(named: "httpidl").url,
            folder: context.pluginWorkDirectoryURL)
    }

    private func commands(for urls: [URL], tool: URL, folder: URL) throws -> [Command] {
        let inputs = urls.filter { $0.pathExtension == "http" }.sorted { $0.path < $1.path }
        guard !inputs.isEmpty else { return [] }
        let settings = urls.filter { $0.lastPathComponent == "httpidl.json" }
        let outputs = inputs.map { folder.appending(path: $0.deletingPathExtension().lastPathComponent + ".swift") }
        return [
            .buildCommand(
                displayName: "httpidl: \(inputs.map(\.lastPathComponent).joined(separator: ", "))", executable: tool,
                arguments: inputs.flatMap { ["-f", $0.path] } + ["-o", folder.path] + (try options(settings)),
                inputFiles: inputs + settings, outputFiles: outputs)
        ]
    }

    private func options(_ settings: [URL]) throws -> [String] {
        try settings.flatMap { url in
            do {
                return try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url)).arguments
            } catch {
                Diagnostics.error("\(url.path): this is expected: {\"strict\": true, \"access\": \"public\"}: \(error)")
                throw error
            }
        }
    }
}

/// What stands in `httpidl.json`.
private struct Settings: Decodable {
    var strict: Bool?
    var access: String?

    var arguments: [String] {
        (strict == true ? ["--strict"] : []) + (access.map { ["--access", $0] } ?? [])
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension HTTPIDLPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            try commands(
                for: target.inputFiles.map(\.url), tool: context.tool(named: "httpidl").url,
                folder: context.pluginWorkDirectoryURL)
        }
    }
#endif
