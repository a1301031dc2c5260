import Foundation

/// The downloads of this process, by file. A later one takes over the file, so that an abandoned attempt that is still
/// running cannot write to it.
final class PartialFiles: Sendable {
    static let shared = PartialFiles()

    private struct Writer {
        weak var file: PartialFile?
    }

    private let writers = LockedValue<[String: Writer]>([:])

    /// Opens the file for the body of `response`. Throws the errors of ``PartialFile``.
    func open(_ url: URL, fingerprint: String, for response: ResponseStream) throws -> PartialFile {
        try writers.withLock { writers in
            writers = writers.filter { $0.value.file != nil }
            let path = url.standardizedFileURL.path
            writers[path]?.file?.leave()
            let file = try PartialFile(url, fingerprint: fingerprint, for: response)
            writers[path] = Writer(file: file)
            return file
        }
    }
}
