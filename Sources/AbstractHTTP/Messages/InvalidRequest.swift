/// Why a request could not be sent. It is the underlying error of ``ConnectionErrorType/invalidURL`` and
/// ``ConnectionErrorType/invalidRequest``.
public enum InvalidRequest: Error, Hashable, Sendable {
    /// The string is not a URL (RFC 3986).
    case malformedURL(String)
    /// The URL has no scheme or no host. A connection needs an absolute URL.
    case relativeURL(String)
    /// The base URL has no scheme or no host.
    case baseURL(String)
    /// The URL is empty, and there is no base URL.
    case missingURL(String)
    /// The URL is a path, and there is no base URL.
    case missingBase(String)
    /// There are default header fields or credentials, but neither a base URL nor origins say which servers may receive
    /// them.
    case missingOrigins
    /// URL parsers disagree about the host, because there is a backslash before the path, or because the host contains
    /// a percent-escape, a control character, or an empty label.
    case malformedHost(String)
    /// The spec has a member that its request does not contain, so that the connection would ignore it. Only debug
    /// builds look for such members.
    case nearMiss(String, use: String)
    /// The URL has the text of an optional value, such as `Optional(7)`. Only debug builds look for it.
    case optional(String)
    /// A value that is a segment of the URL's path is empty, `.`, or `..`, and would lead to another resource
    /// (RFC 3986, section 5.2.4).
    case pathSegment(String)
    /// The URL's port is not in 0...65535.
    case portOutOfRange(String)
    /// The method is not a token (RFC 9110, section 9.1).
    case method(String)
    /// The name of a header field is not a token (RFC 9110, section 5.1).
    case headerName(String)
    /// The value of a header field contains CR, LF, or NUL (RFC 9110, section 5.5).
    case headerValue(name: String)
    /// The request has a `Content-Length` that is not a number, or several different ones (RFC 9110, section 8.6).
    case contentLength(String)
    /// The request's `Content-Length` differs from the size of its body in bytes. Without a body, the size is 0.
    case contentLengthMismatch(declared: Int, body: Int)
    /// The request has a `Transfer-Encoding`, which only the connector can set (RFC 9112, section 6).
    case transferEncoding(String)
    /// The request has two bodies: its content, and its body.
    case twoBodies
    /// The body is a file, and there is none at this path, or it cannot be read.
    case missingFile(path: String)
    /// The body is a file, and something else is at this path, such as a folder.
    case notAFile(path: String)
    /// The body can be sent only once and was already sent. `restart()` asks the spec for a new body.
    case bodyAlreadySent
    /// A listener, a policy, or middleware awaits the connection that calls it, which would wait for itself.
    case awaitsItself
}

extension InvalidRequest {
    /// The error type: ``ConnectionErrorType/invalidURL`` for faults of the URL, otherwise
    /// ``ConnectionErrorType/invalidRequest``.
    package var type: ConnectionErrorType {
        switch self {
        case .malformedURL, .relativeURL, .baseURL, .missingURL, .missingBase, .malformedHost, .pathSegment,
            .portOutOfRange, .optional:
            .invalidURL
        default: .invalidRequest
        }
    }
}

extension InvalidRequest: CustomStringConvertible {
    /// What is wrong, where, and what to do. Parts of a URL that may be secret are left out.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .malformedURL(let text):
            """
            the URL \(text.withoutSecrets.debugDescription) is malformed; correct its host, and percent-encode the \
            characters that a URL cannot contain (RFC 3986, section 2)
            """
        case .relativeURL(let text):
            "the URL \(text.withoutSecrets.debugDescription) has no scheme or no host; give the whole URL, or give the config a baseURL"
        case .baseURL(let text):
            Self.baseURLText(text.templateWithoutSecrets, text.beginsWithHost)
        case .missingURL(let spec):
            "the URL of \(spec) is empty, and there is no base URL; give the request a URL, or give the config a baseURL"
        case .missingBase(let text):
            "the path \(text.templateWithoutSecrets.debugDescription) is not a URL by itself; set a baseURL, or give the whole URL"
        case .missingOrigins:
            """
            the config has header fields or credentials, but it does not say which servers may get them; set its \
            baseURL, or list the servers in its credentialOrigins
            """
        case .malformedHost(let text):
            """
            the URL \(text.withoutSecrets.debugDescription) has \(text.authorityFault ?? "a malformed host"), so that \
            clients and servers may see different hosts in it; write the host in letters, digits, hyphens, and periods
            """
        case .optional(let text):
            """
            the URL contains \((text.hasPrefix("?") ? text : text.withoutSecrets).debugDescription), the text of an \
            optional; unwrap the value before you write it into the URL
            """
        case .pathSegment(let text):
            """
            a value in the path of the URL \(text.withoutSecrets.debugDescription) is empty, "." or "..", which would lead \
            to another resource; check the value before you send the request
            """
        case .portOutOfRange(let text):
            "the URL \(text.withoutSecrets.debugDescription) has a port that is too large; write a number up to 65535"
        case .nearMiss(let name, let requirement):
            "the spec's \(name) would be ignored; use \(requirement)"
        case .method(let text):
            """
            \(Redaction().text(text).debugDescription) is not a method; write a token, which has no spaces (RFC 9110, \
            section 9.1)
            """
        case .headerName(let text):
            """
            \(Redaction().text(text).debugDescription) is not the name of a header field; use letters, digits, and \
            hyphens (RFC 9110, section 5.1)
            """
        case .headerValue(let name):
            """
            the value of the header field \(name.debugDescription) contains CR, LF, or NUL (RFC 9110, section 5.5); \
            remove them, or encode the value
            """
        case .contentLength(let value):
            "the Content-Length\(value.quotedFraming) is not a number of bytes; \(Self.framingAdvice)"
        case .contentLengthMismatch(let declared, let body):
            "the Content-Length is \(declared), but the body has \(body) bytes; \(Self.framingAdvice)"
        case .transferEncoding(let value):
            "the Transfer-Encoding\(value.quotedFraming) cannot be set in a request; \(Self.framingAdvice)"
        case .twoBodies:
            "the request has two bodies: its content, and its body; encode the content into the query, or set only one of them"
        case .missingFile(let path):
            "there is no readable file at \(path.debugDescription); check the path and its permissions"
        case .notAFile(let path):
            "\(path.debugDescription) is not a regular file; send the files of a folder one by one, or an archive of it"
        case .bodyAlreadySent:
            """
            the body is a stream that can be sent only once, and it was already sent; call restart() of the connection, \
            which asks the spec for a new body, or send data or a file
            """
        case .awaitsItself:
            """
            this connection is calling a listener, a policy, or middleware, which awaits response() of the same \
            connection, so both would wait forever; remove the await, or move it into a Task that the call does not await
            """
        }
    }

    private static func baseURLText(_ base: String, _ beginsWithHost: Bool) -> String {
        guard beginsWithHost else {
            return
                "the baseURL \(base.debugDescription) has no scheme or no host; write both, as in https://api.example.com"
        }
        return "the baseURL \(base.debugDescription) has no scheme; write \("https://\(base)".debugDescription)"
    }

    private static let framingAdvice = """
        remove the field, because the connector sets it; RequestBody.stream(length:) declares the length of a stream
        """
}

extension String {
    /// Whether the text begins with a host, and perhaps a port, as a URL without its scheme does.
    fileprivate var beginsWithHost: Bool {
        let host = utf8.prefix { $0 != UInt8(ascii: "/") }
        let isHost = host.allSatisfy { $0.isAlphanumeric || ".-:".utf8.contains($0) }
        return isHost && host.first?.isAlphanumeric == true && host.last?.isAlphanumeric == true
    }
}

extension InvalidRequest: ClassifiedError {
    var connectionErrorType: ConnectionErrorType { type }
}
