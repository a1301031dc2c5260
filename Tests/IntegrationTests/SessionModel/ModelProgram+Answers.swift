import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// What the server answers.
extension ModelProgram {
    func answer() -> String? {
        guard let exchange = server.exchanges.randomElement(using: &random) else { return nil }
        let (name, answer) = makeAnswer(to: exchange)
        server.answer(exchange, answer)
        return "\(name) for \(exchange.request.method) \(exchange.request.url) of \(exchange.caller)"
    }

    private func makeAnswer(to exchange: ModelServer.Exchange) -> (String, Result<Response, any Error>) {
        let isFirst = kind == .authenticator && exchange.isOwn && exchange.request.headers[.authorization] == nil
        if isFirst, Bool.random(using: &random) { return ("a challenge", .success(rejection(of: exchange))) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<8: return ("503", .success(Response(statusCode: 503, headers: ["Retry-After": "0"])))
        case 8..<12: return ("503 and a wait", .success(Response(statusCode: 503, headers: ["Retry-After": "1"])))
        case 12..<16: return ("a refusal", .failure(TransportError(.refused)))
        case 16..<20: return ("no response", .failure(TransportError(.noResponse)))
        case 20..<26: return redirect(302, "/fresh/0", exchange)
        case 26..<29: return redirect(307, "/kept/0", exchange)
        case 29..<32: return redirect(302, "https://b.example/kept/0", exchange)
        case 32..<50: return ("401", .success(rejection(of: exchange)))
        default: return ("200", .success(success(for: exchange)))
        }
    }

    private func redirect(
        _ status: Int, _ location: String, _ exchange: ModelServer.Exchange
    ) -> (String, Result<Response, any Error>) {
        var response = Response(statusCode: status, headers: ["Location": location])
        response.headers["Set-Cookie"] = cookie(for: exchange)
        return ("\(status) to \(location)", .success(response))
    }

    /// A 401. A caller whose session is over has to end then.
    private func rejection(of exchange: ModelServer.Exchange) -> Response {
        let caller = exchange.caller
        let session = users.session
        caller.change { $0.rejections += 1 }
        let isAnswered: Bool
        if needsToken {
            // The policy remembers 64 tokens.
            let number = exchange.request.headers[.authorization]?.tokenNumber
            isAnswered = caller.now.rejections <= 2 && number.map { users.lastToken - $0 < 60 } ?? false
        } else {
            isAnswered = caller.now.rejections <= 3 && exchange.isOwn
        }
        if isAnswered { caller.change { if $0.session != session { $0.hasToEnd = true } } }
        return Response(statusCode: 401, headers: needsToken ? [:] : ["WWW-Authenticate": "Basic realm=\"r\""])
    }

    private func success(for exchange: ModelServer.Exchange) -> Response {
        let (request, owner) = (exchange.request, exchange.owner)
        // Nobody's responses are for everyone.
        let text = "\(owner.map { "\($0)" } ?? "nobody") \(exchange.caller.number) \(exchange.number)"
        var headers: HTTPHeaders = ["Cache-Control": "no-store"]
        headers["Set-Cookie"] = cookie(for: exchange)
        if request.url.path().hasPrefix("/kept") {
            if let tag = request.headers["If-None-Match"], Bool.random(using: &random) {
                return Response(statusCode: 304, headers: ["ETag": tag, "Cache-Control": "max-age=20"])
            }
            headers["Cache-Control"] = "max-age=20"
            headers["ETag"] = owner.map { "\"\($0)-\(exchange.number)\"" } ?? "\"nobody\""
        }
        if request.url.path() == "/events" {
            headers["Content-Type"] = "text/event-stream"
            return Response(statusCode: 200, headers: headers, data: Data("id: 1\ndata: \(text)\n\n".utf8))
        }
        if request.url.path() == "/list" { headers["Link"] = "</list?page=\(exchange.number)>; rel=\"next\"" }
        return .text(text, headers: headers)
    }

    /// A cookie that only the session of the caller may send.
    private func cookie(for exchange: ModelServer.Exchange) -> String? {
        guard Bool.random(using: &random) else { return nil }
        let rights = exchange.caller.now
        return "sid=\(rights.session).\(rights.clearings); Secure; Path=/"
    }

    /// Answers a question for a token or a password, possibly too late.
    func answerQuestion() -> String? {
        guard let question = server.questions.randomElement(using: &random) else { return nil }
        let isKnown = users.name(of: question.session).hasPrefix("guest") == false
        guard isKnown, Int.random(in: 0..<6, using: &random) > 0 else {
            server.answer(question, .success(nil))
            return "no answer to question \(question.number)"
        }
        server.answer(question, .success(users.token(of: question.session)))
        return "an answer to question \(question.number) of session \(question.session)"
    }
}
