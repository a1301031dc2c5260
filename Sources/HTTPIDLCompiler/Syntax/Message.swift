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

/// `GET REQUEST { … }` or `GET RESPONSE { … }`
struct Operation {
    enum Kind: String {
        case request = "REQUEST"
        case response = "RESPONSE"
    }

    var attributes: Attributes
    let method: Method
    let kind: Kind
    let body: Body
    /// Says where the next page is, if the response is a page of a list.
    let pages: PageAttribute?
    let range: Range<Int>
}

/// The methods of the language (RFC 9110, section 9.3, and RFC 5789).
enum Method: String, CaseIterable {
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
