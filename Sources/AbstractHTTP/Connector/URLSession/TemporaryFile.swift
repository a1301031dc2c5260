import Foundation

/// A file in the temporary folder that is deleted when it is released.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTP-\(UUID().uuidString)")

    /// Writes the bytes of `body`.
    init(of body: RequestBody) async throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        for try await chunk in body {
            try Task.checkCancellation()
            try file.write(contentsOf: chunk)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
