import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// Which names are those of secrets.
@Suite struct SecretNameTests {
    @Test(arguments: [
        ("X-API-Key", ["x", "api", "key"]), ("accessToken", ["access", "token"]),
        ("JWTAssertion", ["jwt", "assertion"]),
        ("user[pass_word]", ["user", "pass", "word"]), ("OAUTH2_TOKEN", ["oauth", "token"]), ("", []), ("--", []),
        ("tokén", ["tok", "n"]), ("APIKey2", ["api", "key"]),
    ])
    func wordsOfANameAreSplit(name: String, words: [String]) {
        #expect(SecretName.words(of: name) == words)
    }

    @Test(arguments: [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Authentication-Info",
        "Proxy-Authentication-Info", "X-API-Key", "api-key", "apikey", "X-Api-Secret", "X-Goog-Api-Key", "X-Auth-Token",
        "X-Auth-Key", "X-Access-Token", "PRIVATE-TOKEN", "JOB-TOKEN", "X-Vault-Token", "X-Consul-Token", "DPoP",
        "X-Amz-Security-Token", "X-Amz-Credential", "X-Amz-Signature", "X-Shopify-Access-Token", "X-TrackerToken",
        "X-Csrf-Token", "X-XSRF-TOKEN", "X-Session-Id", "X-Session-Token", "X-Parse-REST-API-Key",
        "X-Parse-Master-Key", "CF-Access-Client-Secret", "CF-Access-Jwt-Assertion", "Ocp-Apim-Subscription-Key",
        "DD-API-KEY", "DD-APPLICATION-KEY", "X-RapidAPI-Key", "X-Functions-Key", "X-MBX-APIKEY", "KC-API-PASSPHRASE",
        "CB-ACCESS-SIGN", "X-Hub-Signature-256", "Stripe-Signature", "Signature", "X-Telegram-Bot-Api-Secret-Token",
        "X-Forwarded-Access-Token", "X-Auth-User-Service-Key", "X-Sentry-Auth", "X-WSSE", "Circle-Token",
    ])
    func credentialFieldsOfServicesAreSecret(name: String) {
        #expect(SecretName.isSecret(name))
    }

    @Test(arguments: [
        "access_token", "refreshToken", "id_token", "token", "api_key", "apiKey", "apikey", "key", "client_secret",
        "clientSecret", "client_assertion", "assertion", "password", "passwd", "pwd", "pass", "passphrase", "pin",
        "otp",
        "totp", "code", "code_verifier", "oauth_token", "oauth_token_secret", "oauth_signature", "oauth_verifier",
        "session", "session_id", "sessionid", "sid", "jsessionid", "PHPSESSID", "jwt", "auth", "auth_token", "authkey",
        "secret", "secret_key", "secretAccessKey", "private_key", "subscription-key", "license_key", "signature", "sig",
        "sign", "hmac", "credential", "credentials", "csrf", "_csrf", "xsrf", "csrfmiddlewaretoken",
        "authenticity_token", "X-Amz-Signature", "X-Goog-Signature", "user[password]", "password_confirmation",
        "verification_code", "mfaCode", "device_code", "reset_token", "webhook_secret", "consumer_key", "app_key",
        "access_key", "cvc", "bearer",
    ])
    func credentialsInQueriesAreSecret(name: String) {
        #expect(SecretName.isSecretParameter(name))
    }

    @Test(arguments: [
        "page_token", "next_token", "nextPageToken", "continuationToken", "sync_token", "sort_key", "primary_key",
        "partitionKey", "Idempotency-Key", "Sec-WebSocket-Key", "max_tokens", "total_tokens", "tokens", "token_type",
        "token_url", "tokenCount", "has_password", "isPasswordRequired", "password_policy", "api_key_id", "key_id",
        "publicKey", "postal_code", "errorCode", "status_code", "author", "keyword", "passenger", "opinion", "signal",
        "design", "session_start_limit", "sessionExpiresAt", "cookie_name", "Access-Control-Allow-Credentials",
        "Accept",
        "ETag", "User-Agent", "WWW-Authenticate", "X-Request-ID", "Sunset", "compass", "spin", "authors",
    ])
    func otherNamesAreNot(name: String) {
        #expect(!SecretName.isSecret(name))
    }

    @Test(arguments: [
        ("Authorization", true), ("Cookie", true), ("X-API-Key", true), ("X-Session-Id", true), ("X-CSRF-Token", false),
        ("Signature", false), ("X-Hub-Signature", false), ("X-OTP", false), ("DPoP", false), ("Accept", false),
        ("X-Amz-Security-Token", true),
    ])
    func valuesThatDifferInEachRequestIdentifyNobody(name: String, isIdentity: Bool) {
        #expect(SecretName.isIdentity(name) == isIdentity)
    }

    /// At most 1 % of the names of published APIs are hidden though their values are no secrets. ``secrets`` are the
    /// names whose values are, by their descriptions.
    @Test(.enabled(if: SharedMaterial.has("vectors/openapi"))) func namesOfPublishedAPIsAreSecretOnlyIfTheirValuesAre()
        throws
    {
        let names = try Self.publishedNames()
        try #require(names.count > 3_000)

        let hidden = names.filter { SecretName.isSecret($0) }
        let wrong = hidden.subtracting(Self.secrets)
        #expect(Self.secrets.intersection(names).subtracting(hidden) == [])
        #expect(wrong.count * 100 <= names.count, "\(wrong.sorted())")
    }

    private static let secrets: Set<String> = [
        "Authorization", "CallToken", "Password", "SipAuthPassword", "X-API-Key", "access_token", "access_tokens",
        "actor_token", "api-key", "api_key", "assertion", "auth_token", "authorization", "clientKey", "client_secret",
        "credential", "credentials", "cvc", "domain_secrets", "external_auth_token", "id_token", "interaction_token",
        "password", "push-tokens", "refresh_token", "secret", "session_id", "subject_token", "token",
        "upload_session_id", "upload_token", "validation_code", "webhook_token",
    ]

    /// The names of the parameters, the header fields, and the properties.
    private static func publishedNames() throws -> Set<String> {
        let folder = SharedMaterial.folder.appending(path: "vectors/openapi")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        for file in files where file.pathExtension == "json" && file.lastPathComponent != "features.json" {
            collect(try JSONSerialization.jsonObject(with: Data(contentsOf: file)), &names)
        }
        return names
    }

    private static func collect(_ value: Any, _ names: inout Set<String>) {
        if let array = value as? [Any] { for element in array { collect(element, &names) } }
        guard let object = value as? [String: Any] else { return }
        if let name = object["name"] as? String, object["in"] != nil { names.insert(name) }
        for member in ["properties", "headers"] {
            if let members = object[member] as? [String: Any] { names.formUnion(members.keys) }
        }
        for member in object.values { collect(member, &names) }
    }
}
