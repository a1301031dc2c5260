import AbstractHTTP
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPAuthentication

/// The published cases for challenges, and for answers to Digest.
@Suite(.enabled(if: SharedMaterial.has("vectors/digest"), "the vectors are missing")) struct ChallengeVectorTests {
    private struct Challenge: Decodable, Equatable {
        let scheme: String
        let token68: String?
        let params: [String: String]
    }

    private struct ChallengeVector: Decodable {
        let id: String
        let headers: [String]
        let challenges: [Challenge]
    }

    @Test func challengesAreReadFromAnyFields() throws {
        let vectors = try SharedMaterial.vectors("www-authenticate/challenges", of: ChallengeVector.self)
        for vector in vectors {
            let headers = HTTPHeaders(vector.headers.map { .init(name: "WWW-Authenticate", value: $0) })
            let found = AuthenticationChallenge.challenges(in: headers).map {
                Challenge(scheme: $0.scheme, token68: $0.token68, params: $0.parameters)
            }
            #expect(found == vector.challenges, "\(vector.id)")
        }
        #expect(vectors.count == 30)
    }

    /// In quadratic time, this takes longer than the time limit.
    @Test(.longComputation, .timeLimit(.minutes(5))) func challengesAreReadInLinearTime() {
        let words = String(repeating: "a ", count: 1 << 19)

        // The last word is the token of the scheme before it.
        #expect(AuthenticationChallenge.challenges(in: ["WWW-Authenticate": words]).count == (1 << 19) - 1)
    }

    private struct DigestVector: Decodable {
        let id: String
        let field: String
        let challenges: [String]
        let method: String
        let uri: String
        let user: String
        let password: String
        let cnonce: String?
        let expected: [String: String]
    }

    /// dig-027 repeats a parameter, which makes the challenge malformed.
    @Test func answersMatchTheVectors() throws {
        let vectors = try SharedMaterial.vectors("digest/digest", of: DigestVector.self)
        for vector in vectors where vector.id != "dig-027" {
            let name = HTTPHeaderName(rawValue: vector.field)
            let headers = HTTPHeaders(vector.challenges.map { .init(name: name, value: $0) })
            let challenges = AuthenticationChallenge.challenges(in: headers, of: name)
            let digest = try #require(challenges.lazy.compactMap(DigestChallenge.init).first, "\(vector.id)")
            let question = DigestChallenge.Question(
                method: vector.method, target: vector.uri, bodyHash: digest.algorithm(""), count: 1,
                clientNonce: vector.cnonce ?? "")
            let credentials = Authenticator.Credentials(user: vector.user, password: vector.password)

            let parameters = digest.parameters(of: question, credentials).map { ($0.name, $0.value) }
            #expect(Dictionary(uniqueKeysWithValues: parameters) == vector.expected, "\(vector.id)")

            // The parser reads the sent answer back correctly.
            let sent = digest.answer(to: question, credentials)
            let read = AuthenticationChallenge.challenges(in: ["WWW-Authenticate": sent]).first
            #expect(read?.parameters == vector.expected, "\(vector.id) \(sent)")
        }
        #expect(vectors.count == 39)
    }
}
