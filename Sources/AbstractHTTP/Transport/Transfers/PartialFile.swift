import Foundation

/// The bytes of a download that have come, and what they are a part of, so that also another process can ask for the
/// rest.
final class PartialFile: Sendable {
    /// What the bytes are a part of; kept beside them.
    struct Origin: Codable, Equatable {
        /// What was asked for.
        var fingerprint: String
        /// Tells whether the file is still the same (RFC 9110, section 13.1.5); without it there is no asking for the
        /// rest.
        var validator: String?
        /// The length of the whole, in bytes, where it is known.
        var total: Int?
    }

    private struct State {
        /// Nil when a later download has taken the file over.
        var file: LockedFile?
        var length: Int
    }

    let url: URL
    let origin: Origin
    /// How many bytes had come before.
    let offset: Int
    /// Where the body ends, in bytes of the whole, when that is known.
    private let end: Int?
    private let state: LockedValue<State>

    /// Makes the file ready for the body of `response`: cut to where that begins.
    ///
    /// Throws ``DownloadError/wrongPart(_:)`` when that is not the rest of what is there, and errors of the system.
    init(_ url: URL, fingerprint: String, for response: ResponseStream) throws {
        guard let file = try LockedFile(url) else { throw DownloadError.inUse(path: url.path) }
        let known = Self.origin(at: url)
        let length = try file.length()
        let part = try Self.part(response, of: known?.fingerprint == fingerprint ? known : nil, length)
        (offset, end, self.url) = (part.offset, part.end, url)
        origin = Origin(fingerprint: fingerprint, validator: part.validator, total: part.total)
        // First the bytes and then their origin: bytes that are left over must not pass for others.
        try file.truncate(to: offset)
        if origin != known { try Self.write(origin, at: url) }
        state = LockedValue(State(file: file, length: offset))
    }

    /// Appends `data`; throws ``DownloadError/takenOver(path:)``, ``DownloadError/wrongPart(_:)`` when it is more than
    /// there should be, and errors of the system as when the disk is full.
    func append(_ data: Data) throws {
        try state.withLock { state in
            guard let file = state.file else { throw DownloadError.takenOver(path: url.path) }
            if let end, data.count > end - state.length {
                try file.truncate(to: offset)
                throw DownloadError.wrongPart("more than \(end - offset) bytes")
            }
            try file.append(data)
            state.length += data.count
        }
    }

    /// Ends the writing and has `place` move the file, which nobody else can write to until it is moved. Throws when
    /// bytes are missing. Returns where it is, and its length.
    func finish(_ place: (URL) throws -> URL) throws -> (url: URL, length: Int) {
        try state.withLock { state in
            guard let file = state.file else { throw DownloadError.takenOver(path: url.path) }
            if let total = origin.total ?? end, state.length != total {
                throw DownloadError.incomplete(length: state.length, of: total)
            }
            try file.synchronize()
            let placed = try place(url)
            // What the bytes are a part of is forgotten while nobody else can begin anew.
            try? FileManager.default.removeItem(at: Self.originURL(of: url))
            state.file = nil
            return (placed, state.length)
        }
    }

    /// Leaves the file to a later download.
    func leave() {
        state.withLock { $0.file = nil }
    }
}

extension PartialFile {
    /// The header fields that ask for the rest of the file; none when there is nothing to build on.
    static func headers(at url: URL, fingerprint: String) -> [String: String] {
        guard let origin = origin(at: url), origin.fingerprint == fingerprint, let validator = origin.validator,
            let length = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, length > 0
        else { return [:] }
        return ["Range": "bytes=\(length)-", "If-Range": validator]
    }

    private static func originURL(of url: URL) -> URL { url.appendingPathExtension("json") }

    private static func origin(at url: URL) -> Origin? {
        (try? Data(contentsOf: originURL(of: url))).flatMap { try? JSONDecoder().decode(Origin.self, from: $0) }
    }

    private static func write(_ origin: Origin, at url: URL) throws {
        try JSONEncoder().encode(origin).write(to: originURL(of: url), options: .atomic)
    }

    /// Where the body of `response` begins, when it is the whole or the rest of the `length` bytes that are known.
    private static func part(
        _ response: ResponseStream, of known: Origin?, _ length: Int
    ) throws(DownloadError) -> (offset: Int, end: Int?, validator: String?, total: Int?) {
        guard response.statusCode == 206 else {
            let length = response.headers.bodyLength
            return (0, length, response.validator, length)
        }
        let text = response.headers["Content-Range"] ?? ""
        // Without a total nothing tells when the file is whole, and what is decoded has other positions than the file.
        guard let part = ContentRange(text), let range = part.range, range.lowerBound <= length,
            range.lowerBound == 0 || known != nil, known?.isSame(as: response, part.total) != false,
            let total = part.total ?? known?.total, range.upperBound <= total,
            response.headers["Content-Encoding"] == nil
        else { throw .wrongPart(text) }
        return (range.lowerBound, range.upperBound, known?.validator ?? response.validator, total)
    }
}

extension PartialFile.Origin {
    /// Whether `response` is a part of the same file, as far as it tells.
    fileprivate func isSame(as response: ResponseStream, _ total: Int?) -> Bool {
        if let total, let known = self.total, total != known { return false }
        guard let validator else { return true }
        // A server need not repeat what was asked with (RFC 9110, section 15.3.7), but must not say otherwise.
        let told = validator.hasPrefix("\"") ? response.headers["ETag"] : response.headers["Last-Modified"]
        return told == nil || told == validator
    }
}

extension ResponseStream {
    /// What tells this version of the file from every other one: a strong ETag, or when it was last modified unless
    /// that was just now (RFC 9110, sections 8.8.1 and 8.8.2.2). A body that is decoded on its way has no parts to ask
    /// for.
    fileprivate var validator: String? {
        guard headers["Content-Encoding"] == nil else { return nil }
        if let tag = headers["ETag"], tag.hasPrefix("\"") { return tag }
        guard let modified = headers["Last-Modified"], let moment = Date(httpDate: modified),
            let now = headers["Date"].map({ Date(httpDate: $0) }) ?? Date(), moment < now
        else { return nil }
        return modified
    }
}
