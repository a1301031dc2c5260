import AbstractHTTP
import Foundation

/// A value of a definition in a rule file, which is read as the type that its key requires.
struct DefinitionValue {
    let content: HTTPContent
    let names: DefinitionRegistry.Names

    func text() throws(RuleMismatch) -> String {
        guard case .string(let text) = content else { throw mismatch("a string; write it in quotation marks") }
        return text
    }

    /// Reads a Boolean, which can also be 1 or 0.
    func bool() throws(RuleMismatch) -> Bool {
        if case .bool(let value) = content { return value }
        switch content.intValue {
        case 1: return true
        case 0: return false
        default: throw mismatch("a Boolean; write true or false")
        }
    }

    func members() throws(RuleMismatch) -> HTTPContent.Members {
        guard case .dictionary(let members) = content else {
            throw mismatch("a dictionary; write keys and values in braces")
        }
        return members
    }

    /// Reads a number of seconds, which can be a string.
    func seconds() throws(RuleMismatch) -> Duration {
        let seconds =
            switch content {
            case .number(let number): number.doubleValue
            case .string(let text): Double(text) ?? .nan
            default: Double.nan
            }
        guard seconds >= 0, seconds.isFinite else { throw mismatch("a number of seconds; write 0 or more") }
        return Duration(interval: seconds)
    }

    /// Reads a number that is a raw value of `Choice`.
    func choice<Choice: RawRepresentable<Int> & CaseIterable>() throws(RuleMismatch) -> Choice {
        guard let number = content.intValue, let choice = Choice(rawValue: number) else {
            let choices = Choice.allCases.map { "\($0.rawValue) (\($0))" }.joined(separator: ", ")
            throw mismatch("a value of this key; write one of \(choices)")
        }
        return choice
    }

    func method() throws(RuleMismatch) -> HTTPMethod {
        let text = try text()
        guard text.isToken else {
            throw mismatch("a method; write a token, which has no spaces (RFC 9110, section 9.1)")
        }
        return HTTPMethod(anyCase: text)
    }

    /// Reads text that can have variables.
    func template() throws(RuleMismatch) -> String {
        let text = try text()
        do throws(DefinitionError) {
            _ = try DefinitionTemplate(text)
        } catch {
            throw RuleMismatch(reason: error.description)
        }
        return text
    }

    /// Reads an absolute URL.
    func base() throws(RuleMismatch) -> String {
        let text = try template()
        guard let template = try? DefinitionTemplate(text), template.isAbsolute, template.shape.hasAuthority else {
            throw mismatch("an absolute URL; write a scheme and a host, as in \"https://example.com\"")
        }
        do throws(InvalidRequest) {
            _ = try URL.request(template.shape)
        } catch {
            throw RuleMismatch(reason: error.description)
        }
        return text
    }

    func headers() throws(RuleMismatch) -> [String: String] {
        var headers: [String: String] = [:]
        var faults: [RuleMismatch.Fault] = []
        for member in try members() {
            if let reason = member.headerFault { faults.append((member.key, reason)) }
            headers[member.key] = member.value.stringValue
        }
        guard faults.isEmpty else { throw RuleMismatch(faults: faults) }
        return headers
    }

    func requestSerializer() throws(RuleMismatch) -> String {
        let name = try text()
        guard !names.requestSerializers.contains(name) else { return name }
        throw RuleMismatch(.unknownRequestSerializer(name, known: names.requestSerializers.sorted()))
    }

    func responseSerializer() throws(RuleMismatch) -> String {
        let name = try text()
        guard !names.responseSerializers.contains(name) else { return name }
        throw RuleMismatch(.unknownResponseSerializer(name, known: names.responseSerializers.sorted()))
    }

    func model() throws(RuleMismatch) -> String {
        let name = try text()
        guard !names.models.contains(name) else { return name }
        throw RuleMismatch(.unknownModel(name, known: names.models.sorted()))
    }

    /// Reads the names of models, by the statuses of their responses.
    func models() throws(RuleMismatch) -> [Int: String] {
        var models: [Int: String] = [:]
        var faults: [RuleMismatch.Fault] = []
        for member in try members() {
            do throws(RuleMismatch) {
                guard let status = Int(member.key), (100...599).contains(status), "\(status)" == member.key else {
                    throw RuleMismatch(
                        reason: "\(member.key.debugDescription) is not a status; write a number from 100 to 599")
                }
                models[status] = try Self(content: member.value, names: names).model()
            } catch {
                faults += error.faults.map { (member.key, $0.reason) }
            }
        }
        guard faults.isEmpty else { throw RuleMismatch(faults: faults) }
        return models
    }

    /// Reads keys with periods between them.
    func keys() throws(RuleMismatch) -> String {
        let text = try text()
        guard text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }) else {
            throw mismatch("a path; write keys with periods between them, as in \"meta.next\"")
        }
        return text
    }

    /// Reads keys with periods between them, or an empty string for the value itself.
    func optionalKeys() throws(RuleMismatch) -> String { content == "" ? "" : try keys() }

    func nextPage() throws(RuleMismatch) -> Definition.NextPage {
        let members = try members()
        func value(_ key: String) throws(RuleMismatch) -> Self {
            guard let content = members[key] else { throw mismatch("a next page; \(key.debugDescription) is missing") }
            return Self(content: content, names: names)
        }
        switch Set(members.map(\.key)) {
        case ["Link"]: return .link(relation: try value("Link").name())
        case ["URL"]: return .url(path: try value("URL").keys())
        case ["Cursor", "At"]: return .cursor(parameter: try value("Cursor").name(), path: try value("At").keys())
        case ["Offset"]: return .offset(parameter: try value("Offset").name())
        case ["Number"]: return .number(parameter: try value("Number").name(), first: 1)
        case ["Number", "First"]:
            return .number(parameter: try value("Number").name(), first: try value("First").integer())
        default:
            throw mismatch(
                """
                a next page; write {"Link": relation}, {"URL": path}, {"Cursor": parameter, "At": path}, \
                {"Offset": parameter}, or {"Number": parameter, "First": number}
                """)
        }
    }

    /// Reads text that is not empty.
    private func name() throws(RuleMismatch) -> String {
        let text = try text()
        guard !text.isEmpty else { throw mismatch("a name; write a name that is not empty") }
        return text
    }

    private func integer() throws(RuleMismatch) -> Int {
        guard let number = content.intValue else {
            throw mismatch("an integer; write a whole number without quotation marks")
        }
        return number
    }

    func mismatch(_ wanted: String) -> RuleMismatch {
        RuleMismatch(reason: "\(content.short) is not \(wanted)")
    }
}

/// Why a value is not what its key requires.
struct RuleMismatch: Error {
    /// The affected key within the value, or nil for the value itself, and the reason.
    typealias Fault = (key: String?, reason: String)

    let faults: [Fault]

    init(faults: [Fault]) {
        self.faults = faults
    }

    init(reason: String) {
        faults = [(nil, reason)]
    }

    init(_ error: DefinitionError) {
        self.init(reason: error.description)
    }
}

extension HTTPContent.Members.Member {
    /// Why the member is not a valid header field, or nil if it is.
    fileprivate var headerFault: String? {
        guard case .string(let text) = value else {
            let isSecret = Redaction().isSecret(HTTPHeaderName(rawValue: key))
            return "\(isSecret ? "this value" : value.short) is not a string; write it in quotation marks"
        }
        if let fault = key.headerNameFault { return fault }
        return text.isHeaderValue
            ? nil : "a header value cannot contain CR, LF, or NUL (RFC 9110, section 5.5); remove it"
    }
}

extension HTTPContent {
    /// The value for a message, truncated if it is long.
    var short: String {
        let text = description
        return text.count > 60 ? text.prefix(60) + "…" : text
    }
}

extension String {
    /// Why a rule file cannot set a header field with this name, or nil if it can.
    var headerNameFault: String? {
        guard isToken else {
            return
                "\(debugDescription) is not the name of a header field; use letters, digits, and hyphens (RFC 9110, section 5.1)"
        }
        guard !decidesRouting else {
            return "a rule file cannot set \(debugDescription), because it decides where a request goes; remove it"
        }
        return nil
    }

    /// Whether a header field with this name decides which server gets a request, or where the request ends.
    private var decidesRouting: Bool {
        let name = lowercased()
        return Self.routing.contains(name) || name.hasPrefix("x-forwarded-") || name.hasPrefix("proxy-")
    }

    private static let routing: Set<String> = [
        "connection", "content-length", "expect", "forwarded", "host", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade", "via", "x-host", "x-http-host-override", "x-original-host", "x-original-url",
        "x-rewrite-url",
    ]
}
