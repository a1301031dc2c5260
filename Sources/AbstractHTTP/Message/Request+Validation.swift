import Foundation

extension Request {
    /// Throws when the request must not be sent as it is: an injection in method or headers, or a spent body.
    func validate() throws(InvalidRequest) {
        guard method.rawValue.isToken else { throw .method(method.rawValue) }
        for field in headers {
            guard field.name.rawValue.isToken else { throw .headerName(field.name.rawValue) }
            let isClean = field.value.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
            guard isClean else { throw .headerValue(name: field.name.rawValue) }
        }
        if let body, body.isSpent { throw .bodyAlreadySent }
    }
}
