import Foundation

/// Counts the bytes of one exchange, and passes the newest count to its reader.
final class ProgressMeter: Sendable {
    private let uploadTotal: Int?
    private let counts = LockedValue((sent: 0, received: 0))
    private let latest = LatestProgress()

    init(uploadTotal: Int?) {
        self.uploadTotal = uploadTotal
    }

    /// Records that `bytes` of the request's body have been sent so far, or fewer if a connector starts over.
    func noteSent(_ bytes: Int) {
        let bytes = counts.withLock { counts in
            counts.sent = max(counts.sent, bytes)
            return counts.sent
        }
        latest.put(TransferProgress(direction: .upload, bytes: bytes, total: uploadTotal))
    }

    /// Records that `bytes` more of the response's body, which is `span` of the whole, have arrived.
    func noteReceived(_ bytes: Int, of span: BodySpan) {
        let received = counts.withLock { counts in
            counts.received = counts.received.addingWithinBounds(bytes)
            return counts.received
        }
        let count = span.start.addingWithinBounds(received)
        // A body that is longer than declared no longer has a total.
        let total = span.total.flatMap { count <= $0 ? $0 : nil }
        latest.put(TransferProgress(direction: .download, bytes: count, total: total))
    }

    /// Starts reporting counts. Counts are kept while the meter is closed.
    func open() { latest.open() }

    /// Stops reporting after the counts so far.
    func close() { latest.close() }

    /// Returns the newest unread count, or nil if the meter is closed and there is none.
    func next() async -> TransferProgress? { await latest.next() }
}

extension ResponseStream {
    /// The response with a body that `meter` counts while it is read.
    func metered(by meter: ProgressMeter) -> ResponseStream {
        var stream = self
        stream.body = ResponseBody(MeteredSource(body.makeSource(), meter, bodySpan))
        return stream
    }

    private var bodySpan: BodySpan {
        guard headers["Content-Encoding"] == nil else { return BodySpan(start: 0, total: nil) }
        guard statusCode == 206, let part = headers["Content-Range"].flatMap(ContentRange.init),
            let range = part.range, range.upperBound == part.total
        else { return BodySpan(start: 0, total: headers.bodyLength) }
        return BodySpan(start: range.lowerBound, total: part.total)
    }
}

/// Where a body begins and where the whole file ends. Progress counts the rest of a file from where it begins.
struct BodySpan: Sendable {
    let start: Int
    let total: Int?
}

private final class MeteredSource: ChunkSource {
    private let source: any ChunkSource
    private let meter: ProgressMeter
    private let span: BodySpan

    init(_ source: any ChunkSource, _ meter: ProgressMeter, _ span: BodySpan) {
        self.source = source
        self.meter = meter
        self.span = span
    }

    func next() async throws -> Data? {
        let chunk = try await source.next()
        if let chunk, !chunk.isEmpty { meter.noteReceived(chunk.count, of: span) }
        return chunk
    }
}

extension Int {
    /// The sum of two numbers that are not negative, or the largest number.
    fileprivate func addingWithinBounds(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
