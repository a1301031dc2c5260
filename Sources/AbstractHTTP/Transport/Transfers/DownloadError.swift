/// Why a download failed. It is the underlying error of a ``ConnectionError``.
public enum DownloadError: Error, Hashable, Sendable {
    /// The server sent a different part than requested, or a part of another file. The download restarts from the
    /// beginning.
    case wrongPart(String)
    /// The response is a success without a body (204 or 205).
    case noContent
    /// The response ended early, after `length` bytes.
    case incomplete(length: Int, of: Int)
    /// The folder for the file is missing, or it is not a folder. Nothing was sent.
    case missingFolder(path: String)
    /// Another process is writing to the same file.
    case inUse(path: String)
    /// A later download of this process took over the file.
    case takenOver(path: String)
}

extension DownloadError: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .wrongPart(let range):
            "the server sent a part of the file that was not asked for: \(Redaction().text(range).debugDescription)"
        case .noContent: "the server answered without a file; what is there stays"
        case .incomplete(let length, let total):
            "the file ended after \(length) of \(total) bytes; download it again for the rest"
        case .missingFolder(let path): "there is no folder at \(path.debugDescription); create it before the download"
        case .inUse(let path): "another process is downloading to \(path); wait for it, or choose another file"
        case .takenOver(let path): "a later download took \(path) over; choose another file for one of them"
        }
    }
}

extension DownloadError: ClassifiedError {
    var connectionErrorType: ConnectionErrorType {
        if case .missingFolder = self { .fileSystem } else { .parse }
    }
}
