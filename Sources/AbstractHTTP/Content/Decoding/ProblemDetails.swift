import Foundation

/// A server's description of a failure in the standard format (RFC 9457).
///
/// ```swift
/// catch let error as ConnectionError where error.problemDetails?.type == "https://example.com/out-of-credit" {
///     print(error.problemDetails?.detail ?? "")
/// }
/// ```
public struct ProblemDetails: Hashable, Sendable {
    /// A URI reference that identifies the kind of problem, or `about:blank` if the server names none.
    public var type: String
    /// A short name of the kind of problem.
    public var title: String?
    /// The status code that the origin server sent.
    public var status: Int?
    /// A description of this occurrence of the problem, for people.
    public var detail: String?
    /// A URI reference that identifies this occurrence.
    public var instance: String?
    /// All other members.
    public var extensions: HTTPContent.Members

    /// Creates problem details from the members of a JSON object. A member of the wrong type is ignored (section 3.1).
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

    /// Reads the body of a response. Returns nil if its Content-Type is not `application/problem+json`.
    public init?(_ response: Response) {
        guard response.mediaType?.essence == "application/problem+json",
            let content = try? JSONContentDecoder().decode(HTTPContent.self, from: response),
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
    /// The server's description of the failure, if the response has one in the standard format (RFC 9457).
    public var problemDetails: ProblemDetails? { response.flatMap(ProblemDetails.init) }
}

extension ProblemDetails: CustomStringConvertible {
    /// The members, with control characters escaped.
    public var description: String {
        String(
            describing: "ProblemDetails",
            [
                "type": type, "title": title, "status": status, "detail": detail, "instance": instance,
                "extensions": extensions,
            ]
        )
    }
}
