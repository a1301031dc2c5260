import AbstractHTTPDefinitions
import Foundation

let api = DefinitionAPI()

func findUsers(rules: Data) async throws -> [User] {
    try api.store.load(json: rules)
    return try await api.request("FindUsers", as: [User].self, parameters: ["name": "Ada"])
}
