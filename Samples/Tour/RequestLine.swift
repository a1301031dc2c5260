import AbstractHTTPTesting

extension LoopbackRequest {
    /// The method, the target, and the body, if there is one.
    var line: String {
        let line = "\(method) \(target)"
        return body.isEmpty ? line : "\(line) \(String(decoding: body, as: UTF8.self))"
    }
}
