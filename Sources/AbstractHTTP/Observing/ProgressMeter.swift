import Foundation

/// Counts the bytes of one exchange, and hands the newest count to who listens.
final class ProgressMeter: Sendable {
    private let uploadTotal: Int?
    private let counts = LockedValue((sent: 0, received: 0))
    private let latest = LatestProgress()

    init(uploadTotal: Int?) {
        self.uploadTotal = uploadTotal
    }

    /// `bytes` of the request's body have been sent so far; less than before when a connector begins again.
    func noteSent(_ bytes: Int) {
        let bytes = counts.withLock { counts in
            counts.sent = max(counts.sent, bytes)
            return counts.sent
        }
        latest.put(TransferProgress(direction: .upload, bytes: bytes, total: uploadTotal))
    }

    /// `bytes` more of the response's body, which is `span` of the whole, have come.
    func noteReceived(_ bytes: Int, of span: BodySpan) {
        let received = counts.withLock { counts in
            counts.received = counts.received.addingWithinBounds(bytes)
            return counts.received
        }
        let count = span.start.addingWithinBounds(received)
        // A body that is longer than it should be has no total any more.
        let total = span.total.flatMap { count <= $0 ? $0 : nil }
        latest.put(TransferProgress(direction: .download, bytes: count, total: total))
    }

    /// Hands out counts from now on; what comes while it is closed is kept.
    func open() { latest.open() }

    /// Ends the handing out with what has come so far.
    func close() { latest.close() }

    /// The newest count that was not handed out; nil when it is closed and there is none.
    func next() async -> TransferProgress? { await latest.next() }
}

extension ResponseStream {
    /// The response, its body counted by `meter` while it is read.
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

/// Where a body begins and the whole ends: the rest of a file is counted from where it begins.
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
