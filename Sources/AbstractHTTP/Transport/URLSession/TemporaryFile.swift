import Foundation

/// A file in the temporary folder that is deleted when it is released.
final class TemporaryFile: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(component: "AbstractHTTP-\(UUID().uuidString)")

    /// Creates an empty file that no other user can read. Throws a `CocoaError`.
    init() throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
