import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
    let url = URL.temporaryDirectory.appending(path: "AbstractHTTPMacros-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
