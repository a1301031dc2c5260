import Foundation

/// The bytes that a download has received, and what they are a part of. Another process can also request the rest.
final class PartialFile: Sendable {
    /// Describes what the bytes are a part of. It is stored next to them.
    struct Origin: Codable, Equatable {
        /// Identifies the request.
        var fingerprint: String
        /// Tells whether the file is still the same (RFC 9110, section 13.1.5). Without it, the rest cannot be
        /// requested.
        var validator: String?
        /// The length of the whole file in bytes, if known.
        var total: Int?
    }

    private struct State {
        /// Nil if a later download has taken over the file.
        var file: LockedFile?
        var length: Int
    }

    let url: URL
    let origin: Origin
    /// How many bytes were received earlier.
    let offset: Int
    /// Where the body ends in the whole file, in bytes, if known.
    private let end: Int?
    private let state: LockedValue<State>

    /// Prepares the file for the body of `response` by truncating it to where the body begins.
    ///
    /// Throws ``DownloadError/wrongPart(_:)`` unless the body continues the existing bytes, and errors of the system.
    init(_ url: URL, fingerprint: String, for response: ResponseStream) throws {
        guard let file = try LockedFile(url) else { throw DownloadError.inUse(path: url.path) }
        let known = Self.origin(at: url)
        let length = try file.length()
        let part = try Self.part(response, of: known?.fingerprint == fingerprint ? known : nil, length)
        (offset, end, self.url) = (part.offset, part.end, url)
        origin = Origin(fingerprint: fingerprint, validator: part.validator, total: part.total)
        // Truncate the bytes before the origin is written, so that old bytes never count as part of another file.
        try file.truncate(to: offset)
        if origin != known { try Self.write(origin, at: url) }
        state = LockedValue(State(file: file, length: offset))
    }

    /// Appends `data`. Throws ``DownloadError/takenOver(path:)``, ``DownloadError/wrongPart(_:)`` if there are too many
    /// bytes, and errors of the system, for example if the disk is full.
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

    /// Ends writing, and calls `place` to move the file. Nothing else can write to the file in the meantime. Throws if
    /// bytes are missing. Returns the new URL and the length.
    ///
    /// - Parameter mode: The permissions of the file at its new place. Nil leaves it readable by the current user only.
    func finish(mode: mode_t? = nil, _ place: (URL) throws -> URL) throws -> (url: URL, length: Int) {
        try state.withLock { state in
            guard let file = state.file else { throw DownloadError.takenOver(path: url.path) }
            if let total = origin.total ?? end, state.length != total {
                throw DownloadError.incomplete(length: state.length, of: total)
            }
            try file.synchronize()
            if let mode { file.setMode(mode) }
            let placed = try Result { try place(url) }.mapError { error in
                file.setMode(0o600)
                return error
            }.get()
            // The origin is deleted while no other download can begin.
            try? FileManager.default.removeItem(at: Self.originURL(of: url))
            state.file = nil
            return (placed, state.length)
        }
    }

    /// Gives up the file to a later download.
    func leave() {
        state.withLock { $0.file = nil }
    }
}

extension PartialFile {
    /// The header fields that ask for the rest of the file, or none if there is nothing to resume.
    static func headers(at url: URL, fingerprint: String) -> [String: String] {
        guard let origin = origin(at: url), origin.fingerprint == fingerprint, let validator = origin.validator,
            let length = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, length > 0
        else { return [:] }
        return ["Range": "bytes=\(length)-", "If-Range": validator]
    }

    private static func originURL(of url: URL) -> URL { url.appendingPathExtension("json") }

    private static func origin(at url: URL) -> Origin? {
        PrivateFile.contents(of: originURL(of: url).path, limit: mostOriginBytes)
            .flatMap { try? JSONDecoder().decode(Origin.self, from: $0) }
    }

    private static func write(_ origin: Origin, at url: URL) throws {
        try PrivateFile.write(JSONEncoder().encode(origin), to: originURL(of: url))
    }

    /// The maximum size of a stored origin in bytes. A header field is not longer.
    private static let mostOriginBytes = 4 << 20

    /// Where the body of `response` begins. Throws unless it is the whole file or continues the `length` known bytes.
    private static func part(
        _ response: ResponseStream, of known: Origin?, _ length: Int
    ) throws(DownloadError) -> (offset: Int, end: Int?, validator: String?, total: Int?) {
        guard response.statusCode == 206 else {
            let length = response.headers.bodyLength
            return (0, length, response.validator, length)
        }
        let text = response.headers["Content-Range"] ?? ""
        // Without a total, the end of the file is unknown. Positions in a decoded body are not those in the file.
        guard let part = ContentRange(text), let range = part.range, range.lowerBound <= length,
            range.lowerBound == 0 || known != nil, known?.isSame(as: response, part.total) != false,
            let total = part.total ?? known?.total, range.upperBound <= total,
            response.headers["Content-Encoding"] == nil
        else { throw .wrongPart(text) }
        return (range.lowerBound, range.upperBound, known?.validator ?? response.validator, total)
    }
}

extension PartialFile.Origin {
    /// Whether `response` is a part of the same file, according to its header fields.
    fileprivate func isSame(as response: ResponseStream, _ total: Int?) -> Bool {
        if let total, let known = self.total, total != known { return false }
        guard let validator else { return true }
        // A server need not repeat the validator (RFC 9110, section 15.3.7), but must not send another one.
        let told = validator.hasPrefix("\"") ? response.headers["ETag"] : response.headers["Last-Modified"]
        return told == nil || told == validator
    }
}

extension ResponseStream {
    /// Identifies this version of the file: a strong ETag, or a modification date before that of the response (RFC
    /// 9110, sections 8.8.1 and 8.8.2.2). The parts of an encoded body cannot be requested.
    fileprivate var validator: String? {
        guard headers["Content-Encoding"] == nil else { return nil }
        // A weak tag says that the bytes can differ. A date must not replace it (RFC 9110, section 13.1.5).
        if let tag = headers["ETag"] { return tag.hasPrefix("\"") ? tag : nil }
        guard let modified = headers["Last-Modified"], let date = Date(httpDate: modified),
            let now = headers["Date"].map({ Date(httpDate: $0) }) ?? Date(), date < now
        else { return nil }
        return modified
    }
}
