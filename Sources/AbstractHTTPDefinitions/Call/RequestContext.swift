import AbstractHTTP
import Foundation

/// The settings of one request: its parameters, its identifiers, and its callbacks.
///
/// ```swift
/// api.request(name: "TopicListRecommended") { c in
///     c.parameters = ["page": 1, "page_size": 20]
///     c.loadMessage = "List Loading"
///     c.success { _, topics in … }
/// }
/// ```
public struct RequestContext: Sendable {
    /// Receives the success of a request: the task and the object that was decoded from the response.
    public typealias Success = @MainActor @Sendable (DefinitionTask, (any Sendable)?) -> Void
    /// Receives the failure of a request.
    public typealias Failure = @MainActor @Sendable (DefinitionTask, ConnectionError) -> Void
    /// Receives the end of every request, and whether it was a success.
    public typealias Finished = @MainActor @Sendable (DefinitionTask, Bool) -> Void
    /// Receives the end of every request with an object, an error, or (after a cancel) neither.
    public typealias Completion = @MainActor @Sendable (DefinitionTask, (any Sendable)?, ConnectionError?) -> Void
    /// Receives the progress of a body.
    public typealias Progress = @MainActor @Sendable (DefinitionTask, TransferProgress) -> Void

    /// The parameters, which replace those of the definition and the authorization.
    public var parameters: DefinitionParameters = [:]
    /// Returns parameters that can change until they are sent. They take precedence over all others. The closure is
    /// called once for each attempt, on no particular thread. An error ends the attempt.
    public var liveParameters: (@Sendable () throws -> DefinitionParameters)?
    /// Header fields, which replace those of the definition and the authorization.
    public var headers: [String: String] = [:]
    /// Adds parts to a multipart form, after the parameters. The closure is called once for each attempt. If the
    /// definition has no method, the request is a POST.
    public var formData: (@Sendable (inout MultipartForm) throws -> Void)?
    /// Changes the request, once for each attempt. The policies of the config adapt the request afterward.
    public var requestCustomization: (@Sendable (inout Request) throws -> Void)?
    /// Replaces the object that was decoded from the response. An error becomes a failure of type `.parse`.
    public var responseObjectTransformer: (@Sendable (Definition, (any Sendable)?) throws -> (any Sendable)?)?

    /// The identifier by which the request can be found and canceled. Default: nil, for the name of the definition.
    public var identifier: String?
    /// The group by which the request can be found and canceled together with others.
    public var groupIdentifier: String?
    /// The message that ``DefinitionAPI/messages`` shows while the request runs. All requests with the same identifier
    /// share one message.
    public var loadMessage: String?
    /// Whether the message blocks the rest of the user interface.
    public var loadMessageShownModal = false
    /// Controls that show whether the request is running, such as a button or a spinner. A control of several requests
    /// shows whether any of them is running.
    public var bindControls: [any ConnectionControl] = []

    /// How long the request can take. Each deadline that is set here overrides the deadline of the config.
    public var deadlines = Deadlines()
    /// How long an attempt can take, in seconds, or nil if the config decides. This is
    /// ``AbstractHTTP/Deadlines/attempt`` of ``deadlines``.
    public var timeoutInterval: TimeInterval? {
        get { deadlines.attempt.map { $0 / .seconds(1) } }
        set { deadlines.attempt = newValue.flatMap { $0 > 0 ? Duration(interval: $0) : nil } }
    }

    /// Delays each attempt, to show how an app behaves on a slow network.
    public var debugDelayRequestSend: Duration?
    /// Fails each attempt with ``DefinitionError/debug(code:)``, as if the server could not be reached.
    public var debugRequestFailWithCode: Int?
    /// Arbitrary values that the task carries.
    public var userInfo: [String: any Sendable] = [:]

    var onSuccess: Success?
    var onFailure: Failure?
    var onFinished: Finished?
    var onCompletion: Completion?
    var onUpload: Progress?
    var onDownload: Progress?

    /// Creates an empty context.
    public init() {}
}

/// All callbacks run on the main actor. If the request is made there, they never run before that call returns.
extension RequestContext {
    /// Sets the callback for a success.
    public mutating func success(_ callback: @escaping Success) { onSuccess = callback }
    /// Sets the callback for a failure. It is not called for a cancel, or if
    /// ``DefinitionBehavior/generalHandler(for:task:)`` returned false.
    public mutating func failure(_ callback: @escaping Failure) { onFailure = callback }
    /// Sets the callback for every end, which is called after `success` and `failure`.
    public mutating func finished(_ callback: @escaping Finished) { onFinished = callback }
    /// Sets the callback that is called last, at every end. After a cancel, its error is nil, and
    /// ``DefinitionTask/error`` has the cancel.
    public mutating func completion(_ callback: @escaping Completion) { onCompletion = callback }
    /// Sets the callback for the progress of the request body.
    public mutating func uploadProgress(_ callback: @escaping Progress) { onUpload = callback }
    /// Sets the callback for the progress of the response body.
    public mutating func downloadProgress(_ callback: @escaping Progress) { onDownload = callback }
}
