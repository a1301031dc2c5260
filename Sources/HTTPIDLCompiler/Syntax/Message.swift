/// `MESSAGE(Name) /path { … }`
struct Message {
    var attributes: Attributes
    /// The name, or nil if it is derived from the path.
    let name: Name?
    let path: MessagePath
    let operations: [Operation]
    /// The range of the word `MESSAGE`.
    let range: Range<Int>
}

/// `GET REQUEST { … }`, `GET RESPONSE { … }`, or `GET FAILURE { … }`
struct Operation {
    enum Kind: String, CaseIterable {
        case request = "REQUEST"
        case response = "RESPONSE"
        case failure = "FAILURE"
    }

    var attributes: Attributes
    let method: Method
    /// The name, or nil if it is derived from the path.
    let name: Name?
    let kind: Kind
    /// The statuses of a response or a failure. Without any, it is for all others.
    let statuses: [WrittenStatus]
    let format: BodyFormat?
    let body: Body
    /// Says where the next page is, if the response is a page of a list.
    let pages: PageAttribute?
    let rules: OperationRules
    let range: Range<Int>
}

/// A status, or a class of statuses.
enum Status: Hashable {
    /// `404`
    case code(Int)
    /// `4XX`
    case group(Int)
}

extension Status {
    /// The statuses in Swift: a number or a range.
    var pattern: String {
        switch self {
        case .code(let code): "\(code)"
        case .group(let digit): "\(digit)00...\(digit)99"
        }
    }

    /// The text in a file.
    var text: String {
        switch self {
        case .code(let code): "\(code)"
        case .group(let digit): "\(digit)XX"
        }
    }

    /// Whether the status is a success.
    var isSuccess: Bool {
        switch self {
        case .code(let code): (200...299).contains(code)
        case .group(let digit): digit == 2
        }
    }
}

/// A status and its position.
struct WrittenStatus {
    let status: Status
    let range: Range<Int>
}

/// The method of an operation.
enum Method: Hashable {
    /// One of the language (RFC 9110, section 9.3, and RFC 5789).
    case known(KnownMethod)
    /// Any other one, in quotation marks.
    case other(String)

    var text: String {
        switch self {
        case .known(let method): method.rawValue
        case .other(let text): text
        }
    }
}

/// The methods of the language (RFC 9110, section 9.3, and RFC 5789).
enum KnownMethod: String, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case connect = "CONNECT"
}
