import AbstractHTTP
import Foundation

extension DefinitionAPI {
    /// Loads definitions from a server, replaces the current ones, and saves a copy of the file.
    ///
    /// If the download fails or the file has faults, the last good copy is loaded. A canceled download throws. Without
    /// a copy, the store does not change, and the method throws a `ConnectionError` or ``DefinitionFaults``.
    ///
    /// - Parameters:
    ///   - url: The URL of the file, which is JSON or a property list.
    ///   - copy: The file for the copy, or nil for none. Only the current user can read it.
    ///   - lenient: Whether unknown keys are warnings instead of faults.
    @discardableResult
    public func loadDefinitions(
        from url: String, keeping copy: URL? = nil, lenient: Bool = false
    ) async throws -> LoadedDefinitions {
        do {
            let response = try await Connection(RuleFileSpec(url: url), config: connectionConfig).response()
            let file = RuleFile(response.data, isPropertyList: response.isPropertyList)
            var loaded = LoadedDefinitions(warnings: try take(file, lenient))
            do {
                try copy?.keep(response.data)
            } catch {
                loaded.copyError = error
            }
            return loaded
        } catch {
            if (error as? ConnectionError)?.type == .canceled { throw error }
            guard let copy, let data = try? Data(contentsOf: copy),
                let warnings = try? take(RuleFile(data, isPropertyList: false), lenient)
            else { throw error }
            return LoadedDefinitions(warnings: warnings, serverError: error)
        }
    }

    /// A file without definitions is a fault here, because it means that something is wrong with the server.
    private func take(_ file: RuleFile, _ lenient: Bool) throws(DefinitionFaults) -> [DefinitionFault] {
        try store.load(file, lenient: lenient, replacing: true, isEmptyFault: true)
    }
}

private struct RuleFileSpec: ConnectionSpec {
    typealias ResponseModel = Response

    let url: String
    var request: HTTP { HTTP(url).header("Accept", "application/json, application/x-plist;q=0.9") }
}

extension Response {
    fileprivate var isPropertyList: Bool {
        let essence = mediaType?.essence ?? ""
        return essence.hasSuffix("plist") || essence.hasSuffix("plist+xml")
    }
}

extension URL {
    fileprivate func keep(_ data: Data) throws {
        try PrivateFile.createFolder(deletingLastPathComponent())
        try PrivateFile.write(data, to: self)
    }
}
