/// What a function comes to, and how it tells.
struct CheckedResult {
    enum Model {
        /// An expression that is its type.
        case type(String)
        /// The same, with the response.
        case withResponse(String)
    }

    enum Delivery {
        /// Returned by an `async` function.
        case awaited
        /// The connection is returned.
        case connection
        /// The pages of the connection are returned.
        case pages
        /// Told to the parameter of this name, of the main actor or of a queue; the connection is started, or returned.
        case callback(name: String, isOnMainActor: Bool, returnsConnection: Bool)
    }

    let model: Model
    let delivery: Delivery
    /// The type of the model, for mocks.
    let modelText: String
    /// What the model is, for checks.
    let modelType: TypeSyntax?

    /// The types whose bodies are read while they arrive.
    static let streamedTypes = [
        "ResponseStream", "EventStream", "JSONLines", "JSONTextSequence", "BodyParts", "DownloadedFile",
    ]

    var isStreamed: Bool {
        Self.streamedTypes.contains { modelType?.isNamed($0) == true }
    }

    /// Whether a HEAD can come to it.
    var isOfHead: Bool {
        guard let modelType else { return true }
        return modelType.isVoid || modelType.isNamed("Response") || modelType.isNamed("HTTPHeaders")
    }
}
