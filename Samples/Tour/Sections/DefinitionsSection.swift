import AbstractHTTPDefinitions
import AbstractHTTPTesting
import AbstractHTTPUserMessages
import Foundation

/// Endpoints as data, requested by name.
enum DefinitionsSection: Section {
    static let name = "definitions"
    static let summary = "An endpoint is data: rules in JSON, requested by name"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/v2/topics": .json(#"{"code": 0, "data": [{"title": "Swift"}, {"title": "HTTP"}]}"#)
            default: .json(#"{"code": 9, "message": "no such topic"}"#)
            }
        }
        let api = DefinitionAPI(baseURL: server.url, cache: HTTPCache())
        api.registry.register(Topic.self)
        try api.store.load(json: Data(rules.utf8))
        api.behavior = Envelope()
        api.authorization.headers["Authorization"] = "Bearer tour"

        stage.declaration("private static let rules")
        stage.code()
        let topics = try await api.request("Topics", as: [Topic].self, parameters: ["page": 1])

        stage.expect("The topics", topics.map(\.title), is: ["Swift", "HTTP"])
        let kept = await finished(api, "Topics", ["page": 1])
        stage.expect("The same request again comes from the cache", kept.isFromCache, is: true)

        let failed = await finished(api, "Topic", ["id": "a b"])
        stage.expect("The error code in the response", (failed.error?.underlying as? Refusal)?.code, is: 9)
        if let error = failed.error {
            stage.code()
            for language in ["en", "ja", "zh-Hans"] {
                stage.say("  " + FailureMessage(of: error, languages: [language]).description)
            }

            stage.say("  The language of this machine: \(FailureMessage(of: error))")
        }
        stage.expect(
            "The requests",
            server.requests.map { "\($0.method) \($0.target) \($0.headers["Authorization"] ?? "(no credentials)")" },
            is: ["GET /v2/topics?page=1 Bearer tour", "GET /v2/topics/a%20b (no credentials)"])
        stage.expect(
            "The errors of an invalid rule file", faults(api),
            is: [
                "$['A']['Path']: 1 is not a string; write it in quotation marks",
                "$['B']: 2 is not a definition; write a dictionary",
            ])
    }

    private static func finished(
        _ api: DefinitionAPI, _ name: String, _ parameters: DefinitionParameters
    ) async -> DefinitionTask {
        await withCheckedContinuation { continuation in
            api.request(name: name) { c in
                c.parameters = parameters
                c.finished { task, _ in continuation.resume(returning: task) }
            }
        }
    }

    private static func faults(_ api: DefinitionAPI) -> [String] {
        do {
            try api.store.load(json: Data(#"{"A": {"Path": 1}, "B": 2}"#.utf8))
            return []
        } catch {
            return (error as? DefinitionFaults)?.faults.map(\.description) ?? []
        }
    }

    private static let rules = """
        {
          "DEFAULT": {"Path Prefix": "v2/", "Authorization": true},
          "@Topics": {
            "Topics": {"Path": "topics", "Response Type": 3, "Response Class": "Topic", "Cache Policy": 3, "Expire": 60},
            "Topic": {"Path": "topics/{id}", "Response Type": 2, "Response Class": "Topic", "Authorization": false}
          }
        }
        """
}

private struct Topic: Codable, Sendable {
    var title: String
}

private struct Refusal: Error {
    var code: Int
}

private struct Envelope: DefinitionBehavior {
    func isSuccessResponse(_ response: inout DefinitionResponse) throws -> Bool {
        let content = try response.content()
        let code = content["code"]?.intValue ?? 0
        guard code == 0 else { throw Refusal(code: code) }
        try response.replace(with: content["data"] ?? .null)
        return true
    }
}
