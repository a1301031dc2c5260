import AbstractHTTP
import AbstractHTTPAuthentication
import AbstractHTTPTesting
import Foundation

/// A server with Digest, which checks each answer with its own code.
final class DigestServer: Sendable {
    struct State {
        var nonce = "n1"
        /// The nonce of the challenge that the current nonce came from.
        var firstNonce: String?
        var nextNonce: String?
        /// The counts that each nonce has been sent with.
        var counts: [String: Set<Int>] = [:]
        var challenges = 0
        var seen: [[String: String]] = []
    }

    let state = LockedValue(State())
    let password: LockedValue<String>
    private let quality: String
    private let algorithm: String
    private let saysStale: Bool

    init(
        password: String = "secret", quality: String = "auth", algorithm: String = "SHA-256", saysStale: Bool = true
    ) {
        (self.password, self.quality, self.algorithm) = (LockedValue(password), quality, algorithm)
        self.saysStale = saysStale
    }

    var challenges: Int { state.withLock { $0.challenges } }
    var seen: [[String: String]] { state.withLock { $0.seen } }

    func answer(method: String, target: String, headers: HTTPHeaders, body: Data) -> (Int, HTTPHeaders) {
        let parameters =
            headers[.authorization].flatMap {
                AuthenticationChallenge.challenges(in: ["WWW-Authenticate": $0]).first?.parameters
            } ?? [:]
        let password = password.withLock { $0 }
        return state.withLock { state in
            if !parameters.isEmpty { state.seen.append(parameters) }
            let isOurs = parameters["nonce"] == state.nonce
            let expected = response(parameters, method, target, body, password, state.firstNonce)
            let isRight = expected == parameters["response"]
            let count = Int(parameters["nc"] ?? "", radix: 16) ?? 0
            guard !parameters.isEmpty, isOurs, isRight, parameters["uri"] == target,
                state.counts[state.nonce, default: []].insert(count).inserted
            else {
                state.challenges += 1
                // A repeated count also makes a nonce stale.
                let stale = !parameters.isEmpty && isRight && saysStale ? ", stale=true" : ""
                let challenge =
                    "Digest realm=\"r\", nonce=\"\(state.nonce)\", qop=\"\(quality)\", algorithm=\(algorithm)\(stale)"
                return (401, ["WWW-Authenticate": challenge])
            }
            guard let next = state.nextNonce else { return (200, [:]) }
            (state.nonce, state.nextNonce, state.firstNonce) = (next, nil, state.firstNonce ?? state.nonce)
            return (200, ["Authentication-Info": "nextnonce=\"\(next)\", qop=auth"])
        }
    }

    private func response(
        _ given: [String: String], _ method: String, _ target: String, _ body: Data, _ password: String,
        _ firstNonce: String?
    ) -> String {
        func hash(_ text: String) -> String {
            (algorithm.hasPrefix("MD5") ? MD5.hash(text.utf8) : SHA256.hash(text.utf8)).hexadecimal
        }
        var secret = hash("ada:r:\(password)")
        if algorithm.hasSuffix("-sess") {
            secret = hash("\(secret):\(firstNonce ?? given["nonce"] ?? ""):\(given["cnonce"] ?? "")")
        }
        var subject = "\(method):\(target)"
        if quality == "auth-int" {
            subject += ":" + (algorithm.hasPrefix("MD5") ? MD5.hash(body) : SHA256.hash(body)).hexadecimal
        }
        let parts = ["nonce", "nc", "cnonce", "qop"].map { given[$0] ?? "" }
        return hash("\(secret):\(parts.joined(separator: ":")):\(hash(subject))")
    }

    /// Connects to this server without a network.
    var connector: MockConnector {
        MockConnector { request in
            let target =
                request.url.path(percentEncoded: true)
                + (request.url.query(percentEncoded: true).map { "?\($0)" } ?? "")
            let body = if case .data(let data)? = request.body?.source { data } else { Data() }
            let (status, headers) = self.answer(
                method: request.method.rawValue, target: target, headers: request.headers, body: body)
            return Response(statusCode: status, headers: headers, data: Data("body".utf8))
        }
    }

    func config(_ authenticator: Authenticator) -> ConnectionConfig {
        var config = ConnectionConfig(baseURL: "https://api.example.com", connector: connector)
        config.authenticator = authenticator
        return config
    }
}
