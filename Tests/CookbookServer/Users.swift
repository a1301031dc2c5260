import AbstractHTTPTesting
import Foundation

extension Recipes {
    private struct Login: Decodable {
        var user: String
    }

    /// Signs a user in, with a token and a cookie.
    func login(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let login = try? JSONDecoder().decode(Login.self, from: request.body) else {
            return .text("a user is missing", statusCode: 400)
        }
        var response = LoopbackResponse.json(#"{"token": "\#(login.user == "ada" ? "t" : "b")", "seconds": 3600}"#)
        response.headers["Set-Cookie"] = "session=\(login.user)"
        return response
    }

    /// Says whose token and cookie the request has. The response can be stored.
    func inbox(_ request: LoopbackRequest) -> LoopbackResponse {
        let token = request.headers[.authorization]?.replacing("Bearer ", with: "") ?? "no token"
        return LoopbackResponse(
            headers: ["Cache-Control": "max-age=60"],
            data: Data("\(token), \(request.headers[.cookie] ?? "no cookie")".utf8))
    }
}
