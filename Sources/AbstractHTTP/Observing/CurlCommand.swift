import Foundation

/// A request as a `curl` command that sends the same bytes.
///
/// The command is safe to paste into a shell. Whatever the request contains, it is one command in one line (POSIX.1,
/// Shell Command Language, section 2.2). It leaves out bodies that are not in memory or are larger than
/// ``maximumBodyBytes``, and a comment says so.
///
/// ```swift
/// print(CurlCommand(request))
/// // curl -g --path-as-is -X 'POST' --url 'https://api.example.com/users' -H 'Accept: */*' --data-raw 'name=Ada'
/// ```
public struct CurlCommand: Sendable, CustomStringConvertible {
    /// The largest body that the command contains, in bytes.
    public static let maximumBodyBytes = 16 << 10

    /// The command.
    public let description: String

    /// Creates the command for `request`, without the secrets that `redaction` removes.
    public init(_ request: Request, redacting redaction: Redaction = Redaction()) {
        let body = Body(request, redaction)
        var words = ["curl", "-g", "--path-as-is"]
        switch request.method {
        case .get where request.body == nil: break
        case .head: words.append("--head")
        default: words += ["-X", request.method.rawValue.shellQuoted]
        }
        words += ["--url", redaction.url(request.url.absoluteString).shellQuoted]
        for field in request.headers {
            // curl removes a field that is written like "Name:".
            let value = redaction.value(of: field)
            let text = value.isBlank ? "\(field.name.rawValue);" : "\(field.name.rawValue): \(value)"
            words += ["-H", text.shellQuoted]
        }
        // Otherwise, curl would add one.
        if request.body != nil, request.headers[.contentType] == nil { words += ["-H", "'Content-Type:'"] }
        description = body.line(words.joined(separator: " "))
    }

    /// How the body gets into the command.
    private enum Body {
        case none
        case text(String)
        case bytes(Data)
        case file(String)
        case missing(String)

        init(_ request: Request, _ redaction: Redaction) {
            guard let body = request.body else {
                self = .none
                return
            }
            switch body.source {
            case _ where request.method == .head: self = .missing("the body, which curl does not send with HEAD")
            // A shell removes line ends at the end of a command substitution.
            case .file(let url) where url.path(percentEncoded: false).hasSuffix("\n"):
                self = .missing("the body, a file")
            case .file(let url): self = .file(url.path(percentEncoded: false))
            case .data(let data): self.init(data, request.headers[.contentType].map { MediaType($0) }, redaction)
            case .stream, .joined: self = .missing("the body, \(body.length.map { "\($0) bytes" } ?? "a stream")")
            }
        }

        private init(_ data: Data, _ type: MediaType?, _ redaction: Redaction) {
            guard data.count <= CurlCommand.maximumBodyBytes else {
                self = .missing("the body, \(data.count) bytes")
                return
            }
            // Decoding the text would drop a byte order mark, which belongs to the body.
            let mark = data.starts(with: Self.byteOrderMark) ? Data(Self.byteOrderMark) : Data()
            guard let shown = redaction.body(Data(data.dropFirst(mark.count)), of: type) else {
                self = .missing("the body, \(data.count) bytes in which secrets cannot be told apart")
                return
            }
            let text = mark.isEmpty ? String(validUTF8: shown) : nil
            self = text.flatMap { $0.isPrintable ? .text($0) : nil } ?? .bytes(mark + shown)
        }

        private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

        func line(_ command: String) -> String {
            switch self {
            case .none: command
            case .text(let text): "\(command) --data-raw \(text.shellQuoted)"
            case .bytes(let data): "printf \(data.printfFormat) | \(command) --data-binary @-"
            case .file(let path): "\(command) --data-binary \("@\(path)".shellQuoted)"
            case .missing(let what): "\(command) # without \(what)"
            }
        }
    }
}

extension String {
    /// The string as one shell word on one line, whatever it contains.
    fileprivate var shellQuoted: String {
        guard isPrintable else { return #""$(printf \#(Data(utf8).printfFormat))""# }
        // Use scalars, because a quote and an accent after it are one character.
        let scalars = unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "'" { text += #"'\''"# } else { text.unicodeScalars.append(scalar) }
        }
        return "'" + scalars + "'"
    }

    /// Whether no scalar ends a line or controls a terminal.
    fileprivate var isPrintable: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: false
            default: true
            }
        }
    }
}

extension Data {
    /// The argument of `printf` that writes these bytes.
    fileprivate var printfFormat: String {
        let format = map { byte in
            switch byte {
            case UInt8(ascii: "%"): "%%"
            case UInt8(ascii: "\\"): #"\\"#
            case UInt8(ascii: "'"): #"'\''"#
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            // Three digits, so that a digit after them does not become a part of the escape.
            default: "\\" + String(Int(byte) + 0o1000, radix: 8).dropFirst()
            }
        }
        // Text that begins with a dash would be taken for an option.
        let isOption = first == UInt8(ascii: "-")
        return "'" + (isOption ? #"\055"# : "") + format.dropFirst(isOption ? 1 : 0).joined() + "'"
    }
}
