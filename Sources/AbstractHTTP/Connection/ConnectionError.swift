import Foundation

/// The error of a connection that ended without a model.
public struct ConnectionError: Error, Sendable {
    /// Copied as one reference, because the pipeline passes it on a dozen times.
    private struct Storage: Sendable {
        var type: ConnectionErrorType
        var request: Request
        var response: Response?
        var failureModel: (any Sendable)?
        var underlying: (any Error)?
        var cancelReason: CancelReason?
        var notRetriedReason: (any Error)?
        var attempts: [AttemptRecord]
        var showsServerText = true
    }

    private var storage: CopyOnWrite<Storage>

    /// The kind of failure.
    public var type: ConnectionErrorType {
        _read { yield storage.value.type }
        _modify { yield &storage.value.type }
    }

    /// The last request, as far as it could be built.
    public var request: Request {
        _read { yield storage.value.request }
        _modify { yield &storage.value.request }
    }

    /// The last response. If its body was cut off or too large, it has the bytes that arrived.
    public var response: Response? {
        _read { yield storage.value.response }
        _modify { yield &storage.value.response }
    }

    /// The decoded error body, if the spec has a ``ResponseSpec/FailureModel`` and the response contains one.
    public var failureModel: (any Sendable)? {
        _read { yield storage.value.failureModel }
        _modify { yield &storage.value.failureModel }
    }

    /// The error that the connector, the spec, or the body threw.
    ///
    /// The URL in a system error, and the values that a decoder quotes, have no secrets.
    public var underlying: (any Error)? {
        get { storage.value.underlying }
        set { storage.value.underlying = newValue?.withoutSecrets }
    }

    /// Who ended the generation, if it was canceled or a deadline passed.
    public var cancelReason: CancelReason? {
        _read { yield storage.value.cancelReason }
        _modify { yield &storage.value.cancelReason }
    }

    /// Why a policy that wanted another attempt could not have one. See ``NotRetriedReason``.
    public var notRetriedReason: (any Error)? {
        _read { yield storage.value.notRetriedReason }
        _modify { yield &storage.value.notRetriedReason }
    }

    /// The failed attempts of this generation, oldest first. The last one is this failure, unless this error is a
    /// cancel, the total deadline, or the decision of a policy (``Recovery/fail(_:because:)``).
    public var attempts: [AttemptRecord] {
        _read { yield storage.value.attempts }
        _modify { yield &storage.value.attempts }
    }

    /// Whether the description contains what the body of the response says.
    var showsServerText: Bool {
        get { storage.value.showsServerText }
        set { storage.value.showsServerText = newValue }
    }

    /// Creates an error.
    public init(
        type: ConnectionErrorType, request: Request, response: Response? = nil, failureModel: (any Sendable)? = nil,
        underlying: (any Error)? = nil, attempts: [AttemptRecord] = []
    ) {
        storage = CopyOnWrite(
            Storage(
                type: type, request: request, response: response, failureModel: failureModel,
                underlying: underlying?.withoutSecrets, attempts: attempts))
    }
}

extension ConnectionError: CustomStringConvertible, LocalizedError {
    /// One line with the request, the type, the status, the failure model, and the cause. Without a failure model, what
    /// the server says follows. Parts of the URL that may be secret are left out, and control characters are escaped.
    ///
    /// What the server says is the title and the detail of a problem document (RFC 9457), the message of an error
    /// object, or the title of an HTML page. It is shortened to 200 characters.
    public var description: String {
        var text = "\(request): \(type)"
        if let response { text += " (\(response)\(type == .parse ? response.mediaType.map { ", \($0)" } ?? "" : ""))" }
        if type == .canceled, let cancelReason { text += " \(cancelReason)" }
        if let failureModel { text += ": \(RedactedDescription.text(of: failureModel))" }
        if let underlying { text += ": \(underlying.textWithoutSecrets)" }
        if let serverText { text += "\(underlying == nil ? ":" : ";") \(serverText)" }
        if attempts.count > 1 { text += ", after \(attempts.count) attempts" }
        if let notRetriedReason { text += "; not tried again: \(notRetriedReason.textWithoutSecrets)" }
        return text.inOneLine
    }

    private var serverText: String? {
        guard showsServerText, failureModel == nil else { return nil }
        return response.flatMap { ServerText.of($0, type) }
    }

    /// The same line as ``description``.
    public var errorDescription: String? { description }
}
