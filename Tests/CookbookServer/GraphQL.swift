import AbstractHTTPTesting
import Foundation

extension Recipes {
    private struct Operation: Decodable {
        var query: String
        var variables: [String: String]
    }

    /// User 7 has an email that nobody else can see, and there is no other user.
    func graphQL(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let operation = try? JSONDecoder().decode(Operation.self, from: request.body),
            operation.query.contains("user(id: $id)"), let id = operation.variables["id"]
        else { return .json(#"{"errors": [{"message": "The query is not valid."}]}"#, statusCode: 400) }
        guard id == "7" else {
            return .json(#"{"data": null, "errors": [{"message": "There is no user \#(id)."}]}"#)
        }
        return .json(
            #"""
            {"data": {"user": {"name": "Ada", "email": null}},
             "errors": [{"message": "Only Ada can see the email.", "path": ["user", "email"]}]}
            """#)
    }
}
