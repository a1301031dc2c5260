/// The result of a function, and how it is delivered.
struct CheckedResult {
    enum Model {
        /// The type of the model as an expression.
        case type(String)
        /// The same, for a model together with the response.
        case withResponse(String)
    }

    enum Delivery {
        /// Returned by an `async` function.
        case awaited
        /// The connection is returned.
        case connection
        /// The pages of the connection are returned.
        case pages
        /// Passed to the callback with this name, on the main actor or a queue. The connection is started or returned.
        case callback(name: String, isOnMainActor: Bool, returnsConnection: Bool)
    }

    let model: Model
    let delivery: Delivery
    /// The type of the model, for mocks.
    let modelText: String
    /// The syntax of the model's type, for checks.
    let modelType: TypeSyntax?

    /// The types that read the body while it arrives.
    static let streamedTypes = [
        "ResponseStream", "EventStream", "JSONLines", "JSONTextSequence", "JSONElements", "BodyParts",
        "DownloadedFile",
    ]

    var isStreamed: Bool {
        Self.streamedTypes.contains { modelType?.isNamed($0) == true }
    }

    /// Whether a HEAD request can have this result.
    var isOfHead: Bool {
        guard let modelType else { return true }
        return modelType.isVoid || modelType.isNamed("Response") || modelType.isNamed("HTTPHeaders")
    }
}
