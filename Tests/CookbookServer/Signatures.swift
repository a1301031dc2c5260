import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import Foundation

extension Recipes {
    /// Checks the signature of a request, and the hash of its body.
    func signed(_ request: LoopbackRequest) async throws -> LoopbackResponse {
        let (token, cookie) = (request.headers[.authorization] ?? "", request.headers[.cookie] ?? "")
        let digest = request.headers["Content-Digest"] ?? ""
        let lines = [
            "\(request.method) \(request.target)", token, cookie, request.headers[.contentType] ?? "", digest,
        ]
        let signature = Data(base64Encoded: request.headers["X-Signature"] ?? "") ?? Data()
        let key = HMACKey("a secret key of the app".utf8)
        guard key.isValid(signature, of: lines.joined(separator: "\n").utf8),
            try await digest == ContentDigest.value(of: .data(request.body))
        else { return .text("the signature is not valid", statusCode: 403) }
        return .text("the signature covers \(token), \(cookie), \(String(decoding: request.body, as: UTF8.self))")
    }
}
