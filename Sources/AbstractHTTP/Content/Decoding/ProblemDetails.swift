import Foundation

/// What a server says about a failure in a standard form (RFC 9457).
///
/// ```swift
/// catch let error as ConnectionError where error.problemDetails?.type == "https://example.com/out-of-credit" {
///     print(error.problemDetails?.detail ?? "")
/// }
/// ```
public struct ProblemDetails: Hashable, Sendable {
    /// Identifies the kind of problem, a URI reference; `about:blank` when the server names none.
    public var type: String
    /// The kind of problem, in few words.
    public var title: String?
    /// The status code that the origin server gave.
    public var status: Int?
    /// This occurrence of the problem, for humans.
    public var detail: String?
    /// Identifies this occurrence, a URI reference.
    public var instance: String?
    /// All other members.
    public var extensions: HTTPContent.Members

    /// Reads the members of a JSON object. As the RFC wants it (section 3.1), one of another type than expected is
    /// ignored.
    public init(_ members: HTTPContent.Members) {
        type = members["type"]?.stringValue ?? "about:blank"
        title = members["title"]?.stringValue
        if case .number(let number) = members["status"] { status = number.integer() }
        detail = members["detail"]?.stringValue
        instance = members["instance"]?.stringValue
        var extensions = members
        for known in ["type", "title", "status", "detail", "instance"] { extensions[known] = nil }
        self.extensions = extensions
    }

    /// Reads the body of a response whose Content-Type is `application/problem+json`; nil for every other one.
    public init?(_ response: Response) {
        guard response.mediaType?.essence == "application/problem+json",
            let content = try? JSONDecoder().decode(HTTPContent.self, from: response.data),
            case .dictionary(let members) = content
        else { return nil }
        self.init(members)
    }
}

extension ProblemDetails: Decodable {
    /// Decodes a JSON object.
    public init(from decoder: any Decoder) throws {
        let content = try HTTPContent(from: decoder)
        guard case .dictionary(let members) = content else {
            throw DecodingError.typeMismatch(
                Self.self, .init(codingPath: decoder.codingPath, debugDescription: "problem details are an object"))
        }
        self.init(members)
    }
}

extension ConnectionError {
    /// What the server says about the failure, when it says so in a standard form (RFC 9457).
    public var problemDetails: ProblemDetails? { response.flatMap(ProblemDetails.init) }
}
