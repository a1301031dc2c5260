import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The parts of a request that determine libcurl's options: the method and the kind of the body.
enum RequestShape: Equatable {
    case get
    case head
    /// Without a body and without fields about one.
    case plain(String)
    /// With bytes that libcurl copies.
    case copied(String)
    /// With bytes that libcurl requests.
    case pulled(String)

    /// Throws ``TransportError/Kind/unsupported`` if libcurl cannot send the request.
    init(_ request: Request, _ upload: Upload) throws(TransportError) {
        let method = request.method.rawValue
        switch upload {
        case .none where request.method == .get: self = .get
        case .none where request.method == .head: self = .head
        // These methods state that there is no body (RFC 9110, section 8.6).
        case .none where [.post, .put, .patch].contains(request.method): self = .copied(method)
        case .none: self = .plain(method)
        case .copied(let data) where request.method == .head && data.isEmpty: self = .head
        case _ where request.method == .head:
            throw TransportError(.unsupported, "libcurl sends no body with HEAD")
        case .copied: self = .copied(method)
        case .data, .pulled: self = .pulled(method)
        }
    }

    var hasBody: Bool {
        switch self {
        case .get, .head, .plain: false
        case .copied, .pulled: true
        }
    }

    /// The method, or nil if libcurl knows it by itself.
    fileprivate var customMethod: String? {
        switch self {
        case .get, .head: nil
        case .plain(let method), .copied(let method), .pulled(let method): method
        }
    }
}

/// Sets libcurl's options before a transfer. Only changes are set, because libcurl keeps the options.
extension EasyHandle {
    /// Sets the options for `transfer`. Throws ``TransportError``, and ``AbstractHTTP/InvalidRequest`` if a part of the
    /// head would break the message.
    func configure(_ transfer: Transfer) throws {
        let request = transfer.request
        let shape = try RequestShape(request, transfer.upload)
        let hasNewShape = shape != options.shape
        let hasNewHeaders =
            shape.hasBody != options.headersHaveBody || options.headers?.isSame(as: request.headers) != true
        // Middleware may have changed the request after the last check. What was sent before is valid.
        if hasNewShape || hasNewHeaders { try request.validateFields() }
        try setURL(of: transfer)
        setReceiveBuffer(transfer)
        setFreshConnection(false)
        forbidReuse(false)
        lookForCloseNotify(false)
        if hasNewShape { set(shape) }
        setBody(transfer.upload, shape)
        if hasNewHeaders { setHeaders(request.headers, shape.hasBody) }
    }

    private func setURL(of transfer: Transfer) throws(TransportError) {
        let isSame = transfer.url == url
        if !isSame { dropParsedURL() }
        url = transfer.url
        if url != options.url {
            _ = LCEasySet(easy, .URL, url)
            options.url = url
            setTarget(of: transfer)
            try setHostOptions(of: transfer)
        }
        if isSame { keepParsedURL() }
    }

    /// Sets the target, because some versions of libcurl change escapes or omit the question mark of an empty query.
    /// For an HTTP proxy, libcurl writes the whole URL.
    private func setTarget(of transfer: Transfer) {
        let isAsked = transfer.isSecure || !engine.settings.mayAskHTTPProxy
        let target = isAsked ? transfer.target.asItIsWritten : nil
        if target != nil || options.hasTarget { _ = LCEasySet(easy, .requestTarget, target) }
        options.hasTarget = target != nil
    }

    /// Sets the size of the buffer that libcurl allocates for each transfer. A large one saves system calls for a large
    /// response, but freeing 64 KiB or more makes the allocator clean up, which costs more than a small response.
    private func setReceiveBuffer(_ transfer: Transfer) {
        let size = transfer.isLive && expectsLargeBody ? 64 << 10 : 16 << 10
        if size != options.receiveBufferSize { _ = LCEasySetNumber(easy, .receiveBufferSize, size) }
        options.receiveBufferSize = size
    }

    private func setHostOptions(of transfer: Transfer) throws(TransportError) {
        // Requests can share a connection only over HTTP/2, which is negotiated over TLS.
        let mayShare = transfer.isSecure
        _ = LCEasySetNumber(easy, .pipeWait, mayShare ? 1 : 0)
        if engine.settings.isTraced { _ = LCEasySetNumber(easy, .verbose, mayShare ? 1 : 0) }
        try setPins(engine.settings.pins(for: transfer))
    }

    private func setPins(_ pins: String?) throws(TransportError) {
        guard pins != options.pins else { return }
        guard LCEasySet(easy, .pinnedPublicKey, pins) == .OK else {
            // The next transfer has to set its pins, even if it has the same URL.
            (options.url, options.pins) = ("", "")
            throw TransportError(.outOfResources, "libcurl cannot keep the pins")
        }
        options.pins = pins
    }

    private func set(_ shape: RequestShape) {
        if case .copied = options.shape { _ = LCEasySetPointer(easy, .copiedPostFields, nil) }
        // This resets the options of the other shapes. It also undoes the line above, which makes the request a POST.
        _ = LCEasySetNumber(easy, .get, 1)
        _ = LCEasySet(easy, .customMethod, shape.customMethod)
        switch shape {
        case .get, .plain: break
        case .head: _ = LCEasySetNumber(easy, .noBody, 1)
        case .copied: _ = LCEasySetNumber(easy, .post, 1)
        case .pulled: _ = LCEasySetNumber(easy, .upload, 1)
        }
        options.shape = shape
    }

    private func setBody(_ upload: Upload, _ shape: RequestShape) {
        switch shape {
        case .get, .head, .plain: break
        case .copied:
            let data = if case .copied(let data) = upload { data } else { Data() }
            _ = LCEasySetSize(easy, .postFieldSize, Int64(data.count))
            // Without an address, libcurl would request the bytes, even if there are none.
            var bytes = data
            if bytes.isEmpty { bytes.append(0) }
            bytes.withUnsafeBytes { _ = LCEasySetPointer(easy, .copiedPostFields, $0.baseAddress) }
        case .pulled:
            _ = LCEasySetSize(easy, .uploadSize, upload.length.map(Int64.init) ?? -1)
            begin = .now
        }
    }

    private func setHeaders(_ headers: HTTPHeaders, _ hasBody: Bool) {
        let list = HeaderList(headers.curlLines(hasBody: hasBody))
        _ = LCEasySetPointer(easy, .headerList, list.first)
        (options.headers, options.headersHaveBody, options.headerList) = (headers, hasBody, list)
    }
}

extension Substring {
    /// The target of a request, starting after the host, or nil if libcurl writes it unchanged.
    fileprivate var asItIsWritten: String? {
        let target = prefix { $0 != "#" }
        guard target.hasSuffix("?") || target.hasSmallEscapes else { return nil }
        return target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Whether there is an escape with lowercase letters, as in `%e4`.
    private var hasSmallEscapes: Bool {
        var rest = utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[percent...].dropFirst()
            if rest.prefix(2).contains(where: { $0 >= UInt8(ascii: "a") }) { return true }
        }
        return false
    }
}
