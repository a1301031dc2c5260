import AbstractHTTP
import Foundation

/// What a request has beside its definition: its parameters, its names, and who is told what it comes to.
///
/// ```swift
/// api.request(name: "TopicListRecommended") { c in
///     c.parameters = ["page": 1, "page_size": 20]
///     c.loadMessage = "List Loading"
///     c.success { _, topics in … }
/// }
/// ```
public struct RequestContext: Sendable {
    /// What is told of the end of a request that succeeded: the task, and the object that was made of the response.
    public typealias Success = @MainActor @Sendable (DefinitionTask, (any Sendable)?) -> Void
    /// What is told of the end of a request that failed.
    public typealias Failure = @MainActor @Sendable (DefinitionTask, ConnectionError) -> Void
    /// What is told of every end, and whether it was a success.
    public typealias Finished = @MainActor @Sendable (DefinitionTask, Bool) -> Void
    /// What is told of every end: with an object, with an error, or, of a cancel, with neither.
    public typealias Completion = @MainActor @Sendable (DefinitionTask, (any Sendable)?, ConnectionError?) -> Void
    /// What is told how far a body has come.
    public typealias Progress = @MainActor @Sendable (DefinitionTask, TransferProgress) -> Void

    /// The parameters, over those of the definition and of the authorization.
    public var parameters: DefinitionParameters = [:]
    /// Parameters that may change until they are sent, over all others: asked for once for each attempt, on no
    /// particular thread. What it throws ends the attempt.
    public var liveParameters: (@Sendable () throws -> DefinitionParameters)?
    /// Header fields, over those of the definition and of the authorization.
    public var headers: [String: String] = [:]
    /// Adds the parts of a multipart form, after the parameters; called once for each attempt. Without a method in the
    /// definition it is posted.
    public var formData: (@Sendable (inout MultipartForm) throws -> Void)?
    /// Changes the request last, once for each attempt.
    public var requestCustomization: (@Sendable (inout Request) throws -> Void)?
    /// Makes another object of that which was made of the response. What it throws is a failure of type `.parse`.
    public var responseObjectTransformer: (@Sendable (Definition, (any Sendable)?) throws -> (any Sendable)?)?

    /// Finds and cancels the request. Default: nil, the name of the definition.
    public var identifier: String?
    /// Finds and cancels the request together with others.
    public var groupIdentifier: String?
    /// Shown by ``DefinitionAPI/messages`` while the request runs: one message for all requests of an identifier.
    public var loadMessage: String?
    /// Whether nothing else may be used while the message is shown.
    public var loadMessageShownModal = false
    /// Controls that follow the request: a button is disabled, a spinner spins. One that several requests have follows
    /// all of them.
    public var bindControls: [any ConnectionControl] = []

    /// How long the request may take; over what the config says, clock by clock.
    public var deadlines = Deadlines()
    /// How long an attempt may take, in seconds; nil where the config says. The same as ``deadlines``' attempt.
    public var timeoutInterval: TimeInterval? {
        get { deadlines.attempt.map { $0 / .seconds(1) } }
        set { deadlines.attempt = newValue.flatMap { $0 > 0 ? Duration(interval: $0) : nil } }
    }

    /// Waits so long before each attempt is sent, to see what an application looks like on a slow network.
    public var debugDelayRequestSend: Duration?
    /// Fails each attempt with a ``DefinitionError/debug(code:)``, as if there were no way to the server.
    public var debugRequestFailWithCode: Int?
    /// Anything, for who has the task.
    public var userInfo: [String: any Sendable] = [:]

    var onSuccess: Success?
    var onFailure: Failure?
    var onFinished: Finished?
    var onCompletion: Completion?
    var onUpload: Progress?
    var onDownload: Progress?

    /// Makes a context that adds nothing.
    public init() {}
}

/// All of them are called on the main actor, of a call that is made there never before it has returned.
extension RequestContext {
    /// Sets what is called when the request succeeds.
    public mutating func success(_ callback: @escaping Success) { onSuccess = callback }
    /// Sets what is called when the request fails; not for a cancel, and not when
    /// ``DefinitionBehavior/generalHandler(for:task:)`` says that it is done.
    public mutating func failure(_ callback: @escaping Failure) { onFailure = callback }
    /// Sets what is called after these, at every end.
    public mutating func finished(_ callback: @escaping Finished) { onFinished = callback }
    /// Sets what is called last, at every end; of a cancel the error is nil, and in ``DefinitionTask/error``.
    public mutating func completion(_ callback: @escaping Completion) { onCompletion = callback }
    /// Sets what is told how far the body of the request has come.
    public mutating func uploadProgress(_ callback: @escaping Progress) { onUpload = callback }
    /// Sets what is told how far the body of the response has come.
    public mutating func downloadProgress(_ callback: @escaping Progress) { onDownload = callback }
}
