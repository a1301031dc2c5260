import Foundation

/// Why a redirect was not followed. It is the underlying error of ``ConnectionErrorType/redirect``.
public enum RedirectError: Error, Hashable, Sendable {
    /// There were more redirects than ``RedirectPolicy/limit``.
    case tooMany(limit: Int)
    /// The same request was already sent in this attempt, and no cookie was set since then.
    case loop(URL)
    /// The Location is not an `http` or `https` URL with a host.
    case invalidLocation(String)
    /// The redirect leads from `https` to `http`, which ``RedirectPolicy/allowsDowngrade`` does not allow.
    case downgrade(to: URL)
    /// The status (307 or 308) requires the body again, but the body can be sent only once and was already sent.
    case bodyAlreadySent
}

extension RedirectError: CustomStringConvertible {
    /// What is wrong and what to do. Parts of a URL that may be secret are left out.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .tooMany(let limit):
            "more redirects than the limit of \(limit); RedirectPolicy.follow(limit:) allows more"
        case .loop(let url):
            "the redirects form a loop back to \(url.absoluteString.withoutSecrets)"
        case .invalidLocation(let text):
            "the Location \(text.withoutSecrets.debugDescription) is not an http or https URL"
        case .downgrade(let url):
            "the redirect leads from https to \(url.absoluteString.withoutSecrets); RedirectPolicy.follow(allowingDowngrade:) allows it"
        case .bodyAlreadySent:
            "the redirect wants the body once more, which can be sent only once; give it replay: .multiple, data or a file"
        }
    }
}
