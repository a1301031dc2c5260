import AbstractHTTP
import AbstractHTTPTesting

extension TokenRefresh {
    /// Signs the user out, and another one in.
    func switchUser() {
        signOut()
        signIn(with: "B")
    }
}

extension ConnectionError {
    /// Whether the session of the connection is over.
    var isSignedOut: Bool {
        guard type == .authorization, case .signedOut? = underlying as? TokenRefreshError else { return false }
        return true
    }
}

extension ScriptedConnector {
    /// The `Authorization` of each request.
    var credentials: [String] { requests.map { $0.headers[.authorization] ?? "none" } }
}
