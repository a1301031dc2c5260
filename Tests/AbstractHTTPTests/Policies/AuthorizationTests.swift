import AbstractHTTP
import Foundation
import Testing

@Suite struct AuthorizationTests {
    @Test func basicCredentialsMatchTheRFC() throws {
        #expect(
            try Authorization.basic(user: "Aladdin", password: "open sesame").value
                == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try Authorization.basic(user: "test", password: "123\u{A3}").value == "Basic dGVzdDoxMjPCow==")
    }

    @Test(
        arguments: [
            ("a:b", "c", .colonInUser), ("a\u{308}:", "c", .colonInUser), ("a\n", "c", .controlCharacter),
            ("a", "c\u{7F}", .controlCharacter), ("a", "\u{85}", .controlCharacter),
        ] as [(String, String, InvalidCredentials)])
    func unsupportedBasicCredentialsAreAnError(user: String, password: String, error: InvalidCredentials) {
        #expect(throws: error) { try Authorization.basic(user: user, password: password) }
    }

    @Test func aPasswordMayHaveColonsAndBothMayBeEmpty() throws {
        #expect(try Authorization.basic(user: "", password: "a:b").value == "Basic OmE6Yg==")
        #expect(try Authorization.basic(user: "", password: "").value == "Basic Og==")
    }

    @Test func bearerTokenIsSentUnchanged() {
        #expect(Authorization.bearer("a.b-c~d+e/f==").value == "Bearer a.b-c~d+e/f==")
    }

    @Test func noDescriptionShowsASecret() {
        let token = AccessToken("secret", expiry: Date(timeIntervalSince1970: 0))

        #expect("\(Authorization.bearer("secret"))" == "Bearer …")
        #expect("\(Authorization("secret")) \(Authorization("Bearer\tsecret x"))" == "… …")
        #expect("\(token)" == "Bearer … until 1970-01-01 00:00:00 +0000")
    }
}
