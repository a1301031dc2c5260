import AbstractHTTP
import Foundation

/// A stored response as a request receives it, either in full or only the requested range.
struct CacheResponse {
    private let stored: CachedResponse
    private let lookup: CacheLookup

    private var request: CacheRequest { lookup.info }

    init(_ stored: CachedResponse, to lookup: CacheLookup) {
        (self.stored, self.lookup) = (stored, lookup)
    }

    /// - Parameters:
    ///   - age: The value of the `Age` field, in seconds.
    ///   - isValidated: Whether the server has just confirmed the response.
    func stream(_ status: CacheStatus, age: TimeInterval, isValidated: Bool) -> ResponseStream {
        var (statusCode, headers, body) = content
        if !isValidated {
            headers.remove(stored.control.fields("no-cache"))
        }
        headers.reserveCapacity(headers.count + 2)
        headers["Age"] = String(Int(clamping: max(0, age)))
        headers.add("Cache-Status", status.description)
        if request.method == .head { body = Data() }
        return ResponseStream(
            statusCode: statusCode, headers: headers, urlOf: lookup.request, body: ResponseBody(body))
    }

    private var content: (Int, HTTPHeaders, Data) {
        let part = stored.part ?? (0..<stored.body.count, stored.body.count)
        guard let range = request.range, let positions = range.positions(in: part.total, known: part.range) else {
            return (stored.statusCode, stored.headers, stored.body)
        }
        let start = stored.body.startIndex - part.range.lowerBound
        let body = stored.body[(start + positions.lowerBound)..<(start + positions.upperBound)]
        var headers = stored.headers
        let total = part.total.map(String.init) ?? "*"
        headers["Content-Range"] = "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(total)"
        headers[.contentLength] = String(body.count)
        return (206, headers, Data(body))
    }

    /// The response to a request that must not be sent (RFC 9111, section 5.2.1.7).
    static func gatewayTimeout(_ reason: CacheReason) -> ResponseStream {
        let status = CacheStatus(forwardReason: nil, detail: "\(reason)")
        return ResponseStream(Response(statusCode: 504, headers: ["Cache-Status": "\(status)"]))
    }
}

extension CachedResponse {
    /// This part and an older one as one response (RFC 9111, section 3.4). Returns nil if they do not fit together.
    func combined(with older: CachedResponse, limit: Int) -> CachedResponse? {
        guard let part, let strongTag, strongTag == older.strongTag,
            older.statusCode == 200 || older.part != nil
        else { return nil }
        let known = older.part ?? (0..<older.body.count, older.body.count)
        guard part.total == nil || known.total == nil || part.total == known.total,
            part.range.lowerBound <= known.range.upperBound, known.range.lowerBound <= part.range.upperBound
        else { return nil }
        let range =
            min(part.range.lowerBound, known.range.lowerBound)..<max(part.range.upperBound, known.range.upperBound)
        guard range.count <= limit else { return nil }
        var whole = Data(count: range.count)
        for (part, body) in [(known.range, older.body), (part.range, body)] {
            let start = part.lowerBound - range.lowerBound
            whole.replaceSubrange(start..<(start + part.count), with: body)
        }
        let total = part.total ?? known.total
        let isComplete = range.lowerBound == 0 && range.upperBound == total
        var headers = older.headers.replacing(with: self.headers)
        headers[.contentLength] = String(whole.count)
        guard headers.byteCount <= HTTPHeaders.mostBytes else { return nil }
        headers["Content-Range"] =
            isComplete ? nil : "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total.map(String.init) ?? "*")"
        return CachedResponse(
            url: url, statusCode: isComplete ? 200 : 206, headers: headers, body: whole, requestTime: requestTime,
            responseTime: responseTime, varying: varying)
    }
}

extension HTTPHeaders {
    /// These fields with a `Cache-Status` that does not say `stored`, if the last one is `status`.
    func withoutStored(_ status: CacheStatus) -> HTTPHeaders {
        var values = values(for: "Cache-Status")
        guard values.last == "\(status)" else { return self }
        var other = status
        other.isStored = false
        values[values.count - 1] = "\(other)"
        var headers = self
        headers["Cache-Status"] = nil
        for value in values { headers.add("Cache-Status", value) }
        return headers
    }

    /// These fields, with newer ones in place of those with the same names.
    fileprivate func replacing(with newer: HTTPHeaders) -> HTTPHeaders {
        var headers = self
        headers.remove(newer.map(\.name))
        for field in newer { headers.add(field) }
        return headers
    }
}

extension ResponseStream {
    /// The response with a `Cache-Status`.
    func with(_ status: CacheStatus) -> ResponseStream {
        var stream = self
        stream.headers.add("Cache-Status", "\(status)")
        return stream
    }
}
