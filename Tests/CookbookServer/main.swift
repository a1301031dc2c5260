import AbstractHTTP
import AbstractHTTPTesting
import Foundation

// The servers of the recipes in Documentation/Cookbook.md: the API, the login, and the images. They answer the same
// requests. The program prints their URLs in one line, and runs until its standard input ends.

/// What the server answers. It counts the requests for each path.
actor Recipes {
    private var counts: [String: Int] = [:]

    func response(to request: LoopbackRequest) async throws -> LoopbackResponse {
        let number = counts[request.path, default: 0] + 1
        counts[request.path] = number
        if request.target.hasPrefix("http://") { return .text("\(request.target) through the proxy") }
        return switch (request.method, request.path) {
        case (.get, "/users"): .json(#"[{"id": 7, "name": "Ada"}]"#)
        case (.get, "/users/7"): .json(#"{"id": 7, "name": "Ada"}"#)
        case (.post, "/users"): .json(#"{"message": "The name is empty."}"#, statusCode: 422)
        case (.post, "/login"): login(request)
        case (.post, "/graphql"): graphQL(request)
        case (.get, "/profile"): allowed(request, .authorization, "Bearer t") { .text("Ada") }
        case (.get, "/flaky"):
            number < 3 ? .text("busy", statusCode: 503) : .text("The third attempt succeeded.")
        case (_, let path) where path.hasPrefix("/notes"):
            allowed(request, .authorization, "Bearer t") { note(request, number) }
        case (.put, "/files"): .text("received \(request.bodyLength) bytes")
        case (.get, "/films/7"): film
        case (.post, "/pictures"): .text(fields(of: request).joined(separator: ", "))
        case (.get, "/books"):
            .json(
                request.query == nil
                    ? #"{"books": ["Emma", "Persuasion"], "next": "/books?page=2"}"# : #"{"books": ["Sanditon"]}"#)
        case (.get, "/export"): .json(#"[{"title": "Emma", "pages": 474}, {"title": "Sanditon"}]"#)
        case (.post, "/chat"): events("data: {\"text\": \"Hello, \"}\n\ndata: {\"text\": \"Ada!\"}\n\ndata: [DONE]\n\n")
        case (.get, "/prices"): prices(after: request.headers["Last-Event-ID"])
        case (.get, "/jobs/7"): .json(#"{"state": "\#(["queued", "running"].dropFirst(number - 1).first ?? "done")"}"#)
        case (.get, "/news"):
            LoopbackResponse(headers: ["Cache-Control": "max-age=0"], data: Data("Swift 7 is out.".utf8))
        case (.post, "/session"): LoopbackResponse(statusCode: 204, headers: ["Set-Cookie": "session=1"])
        case (.get, "/account"): allowed(request, .cookie, "session=1") { .text("the account of Ada") }
        case (.get, "/inbox"): inbox(request)
        case (.get, "/images/7"):
            .text("an image, with\(request.headers[.authorization] == nil ? "out" : "") a token")
        case (.get, "/digest"): digest(request)
        case (.post, "/signed"): try await signed(request)
        case (.get, "/moved"): .redirect(to: "/names/1")
        case (.get, let path) where path.hasPrefix("/names/"): .text("name \(path.dropFirst("/names/".count))")
        case (.get, "/silent"): LoopbackResponse().failing(.stall, at: .responseHead)
        case (.get, "/rules"): .json(#"{"User": {"Path": "users/{id}"}}"#)
        case (.get, "/openapi.json"): .json(document)
        default: .text("not found", statusCode: 404)
        }
    }

    /// The first list of notes with a token fails, and so does the second DELETE of a note.
    private func note(_ request: LoopbackRequest, _ number: Int) -> LoopbackResponse {
        switch (request.method, request.path) {
        case (.get, "/notes"):
            number == 1 ? .text("busy", statusCode: 503) : .json(#"[{"id": 7, "text": "Buy milk"}]"#)
        case (.post, "/notes"): .json(#"{"id": 8, "text": "Call Grace"}"#, statusCode: 201)
        case (.put, "/notes/8"): LoopbackResponse(headers: ["Content-Type": "application/json"], data: request.body)
        case (.put, let path) where path.hasPrefix("/notes/8/files/list%20"): LoopbackResponse(statusCode: 204)
        case (.delete, "/notes/8") where number < 3: LoopbackResponse(statusCode: 204)
        default: .text("not found", statusCode: 404)
        }
    }

    private var film: LoopbackResponse {
        LoopbackResponse(
            headers: ["Content-Disposition": "attachment; filename=holiday.mp4"], data: Data(count: 100_000))
    }

    private func allowed(
        _ request: LoopbackRequest, _ name: HTTPHeaderName, _ value: String, _ answer: () -> LoopbackResponse
    ) -> LoopbackResponse {
        request.headers[name] == value ? answer() : .text("sign in", statusCode: 401)
    }

    private func events(_ text: String) -> LoopbackResponse {
        LoopbackResponse(headers: ["Content-Type": "text/event-stream"], data: Data(text.utf8))
    }

    private func prices(after id: String?) -> LoopbackResponse {
        switch id {
        case nil: events("id: 1\ndata: 10.5\n\nid: 2\ndata: 10.7\n\n")
        case "2": events("id: 3\ndata: 11.0\n\n")
        default: LoopbackResponse(statusCode: 204)
        }
    }

    private func digest(_ request: LoopbackRequest) -> LoopbackResponse {
        if let answer = request.headers[.authorization], answer.hasPrefix("Digest "),
            answer.contains(#"username="ada""#)
        {
            return .text("an answer for ada")
        }
        let challenge = #"Digest realm="cookbook", nonce="1", qop="auth", algorithm=SHA-256"#
        return LoopbackResponse(statusCode: 401, headers: ["WWW-Authenticate": challenge])
    }

    /// The names of a form's fields, with the names of its files.
    private func fields(of request: LoopbackRequest) -> [String] {
        String(decoding: request.body, as: UTF8.self)
            .matches(of: /name="([^"]*)"(?:; filename="([^"]*)")?/)
            .map { match in match.2.map { "\(match.1) (\($0))" } ?? String(match.1) }
    }
}

let recipes = Recipes()
let servers = try (0..<3).map { _ in
    try LoopbackServer { request in try await recipes.response(to: request) }
}
try FileHandle.standardOutput.write(contentsOf: Data("\(servers.map(\.url).joined(separator: " "))\n".utf8))
while readLine() != nil {}
for server in servers { server.stop() }
