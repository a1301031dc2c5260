import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// How a request is sent, as far as libcurl has to be told: the method, and what kind of body goes with it.
enum RequestShape: Equatable {
    case get
    case head
    /// Without a body, and without a word about it.
    case plain(String)
    /// With bytes that libcurl has.
    case copied(String)
    /// With bytes that libcurl asks for.
    case pulled(String)

    /// Throws ``TransportError/Kind/unsupported`` for what libcurl cannot send.
    init(_ request: Request, _ upload: Upload) throws(TransportError) {
        let method = request.method.rawValue
        switch upload {
        case .none where request.method == .get: self = .get
        case .none where request.method == .head: self = .head
        // It says that it has none (RFC 9110, section 8.6).
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

    /// The method, when libcurl does not know it by itself.
    fileprivate var customMethod: String? {
        switch self {
        case .get, .head: nil
        case .plain(let method), .copied(let method), .pulled(let method): method
        }
    }
}

/// What libcurl is told before a transfer; only what differs from the last one, since it keeps it.
extension EasyHandle {
    func configure(_ transfer: Transfer) throws(TransportError) {
        let request = transfer.request
        let shape = try RequestShape(request, transfer.upload)
        let url = request.url.absoluteString
        if url != self.url {
            set(.URL, url)
            self.url = url
            setHostOptions(of: request.url)
        }
        if shape != self.shape { set(shape) }
        setBody(transfer.upload, shape)
        if shape.hasBody != headersHaveBody || !request.headers.isSame(as: headers) {
            setHeaders(request.headers, shape.hasBody)
        }
    }

    private func set(_ option: LCOption, _ text: String?) {
        guard let text else { return LCEasySetPointer(easy, option, nil).ignore() }
        text.withCString { LCEasySetPointer(easy, option, $0).ignore() }
    }

    private func setHostOptions(of url: URL) {
        let isSecure = url.scheme?.lowercased() == "https"
        // A connection may carry many only over HTTP/2, which is agreed upon over TLS.
        LCEasySetNumber(easy, .pipeWait, isSecure ? 1 : 0).ignore()
        let pins = engine.settings.pins[url.host()?.lowercased() ?? ""]
        if pins != self.pins { set(.pinnedPublicKey, pins) }
        self.pins = pins
    }

    private func set(_ shape: RequestShape) {
        if case .copied = self.shape { LCEasySetPointer(easy, .copiedPostFields, nil).ignore() }
        // This takes back what the others set; so does the line before, which makes it a POST.
        LCEasySetNumber(easy, .get, 1).ignore()
        set(.customMethod, shape.customMethod)
        switch shape {
        case .get, .plain: break
        case .head: LCEasySetNumber(easy, .noBody, 1).ignore()
        case .copied: LCEasySetNumber(easy, .post, 1).ignore()
        case .pulled: LCEasySetNumber(easy, .upload, 1).ignore()
        }
        self.shape = shape
    }

    private func setBody(_ upload: Upload, _ shape: RequestShape) {
        switch shape {
        case .get, .head, .plain: break
        case .copied:
            let data = if case .copied(let data) = upload { data } else { Data() }
            LCEasySetSize(easy, .postFieldSize, Int64(data.count)).ignore()
            // No bytes are bytes, too: without an address libcurl would ask for them.
            var bytes = data
            if bytes.isEmpty { bytes.append(0) }
            bytes.withUnsafeBytes { LCEasySetPointer(easy, .copiedPostFields, $0.baseAddress).ignore() }
        case .pulled:
            LCEasySetSize(easy, .uploadSize, upload.length.map(Int64.init) ?? -1).ignore()
        }
    }

    private func setHeaders(_ headers: HTTPHeaders, _ hasBody: Bool) {
        let list = HeaderList(headers.curlLines(hasBody: hasBody))
        LCEasySetPointer(easy, .headerList, list.first).ignore()
        (self.headers, headersHaveBody, headerList) = (headers, hasBody, list)
    }
}

extension LCCode {
    /// Options whose values were checked before cannot fail but for lack of memory.
    func ignore() {}
}
