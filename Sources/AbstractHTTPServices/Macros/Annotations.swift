/// Sends a parameter as the body: `@Body("user")`.
///
/// The ``ServiceConfiguration/encoder`` of the client writes it, by default as JSON. `Data`, `String`, `HTTPFile`,
/// `RequestBody`, and `MultipartForm` are sent without encoding.
///
/// - Parameters:
///   - parameter: The name of the parameter.
///   - contentType: The Content-Type of the body, if it has one. By default, the encoder or the value decides.
@attached(peer)
public macro Body(_ parameter: String, contentType: String? = nil) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends the remaining parameters as an `application/x-www-form-urlencoded` body instead of in the query.
@attached(peer)
public macro FormUrlEncoded() = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends the remaining parameters as parts of a `multipart/form-data` body (RFC 7578). `Data`, `HTTPData`, and
/// `HTTPFile` become files, and all other values text.
@attached(peer)
public macro Multipart() = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sets header fields, which replace those of the client with the same name: `@Headers(["User-Agent": "Sample
/// {agent}"])`.
///
/// The value of a parameter replaces its name in braces. If that value is nil, the field is not sent.
@attached(peer)
public macro Headers(_ fields: KeyValuePairs<String, String>) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sets where parameters go, under which names, and in which format: `@Params(["page": .query("page_number"), "since":
/// .header("If-Modified-Since", dates: .httpDate)])`.
@attached(peer)
public macro Params(_ places: KeyValuePairs<String, ParameterLocation>) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Gives parameters default values, which a protocol itself cannot do: `@Defaults(["page": 1])`.
///
/// The functions of the client and of the mock have these values. A function that is called by `any GitHub` has none.
@attached(peer)
public macro Defaults(_ values: KeyValuePairs<String, Any?>) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sets the type of the error bodies of a function, which overrides ``ServiceConfiguration/failureModel``:
/// `@FailureModel(OrderRefused.self)`.
///
/// - Parameter type: The type. To decode it by the status, make it a ``AbstractHTTP/ResponseDecodable``.
@attached(peer)
public macro FailureModel<Model: Decodable & Sendable>(_ type: Model.Type) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sets how long a call can take: `@Timeout(.seconds(10))`. Each given time overrides that of the client's config.
///
/// - Parameters:
///   - total: From the start of the call to its end, including all attempts and waits.
///   - connect: Until there is a connection to the server.
///   - attempt: For each attempt, until the response is complete.
///   - firstEvent: Until the first element of a stream arrives.
///   - nextEvent: From one element of a stream to the next, while the reader waits.
@attached(peer)
public macro Timeout(
    _ total: Duration? = nil, connect: Duration? = nil, attempt: Duration? = nil, firstEvent: Duration? = nil,
    nextEvent: Duration? = nil
) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sets how often a call is attempted, which overrides a `Retry` of the client: `@Retry(attempts: 5)`, or 1 for no
/// retry.
///
/// - Parameters:
///   - attempts: The maximum number of attempts, including the first one.
///   - idempotencyKey: Whether the request has a random `Idempotency-Key`, with which any method can be retried.
@attached(peer)
public macro Retry(attempts: Int, idempotencyKey: Bool = false) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Reads the body while it arrives. The function returns a `ResponseStream`, an `EventStream`, `JSONLines`, a
/// `JSONTextSequence`, `JSONElements`, `BodyParts`, or a `DownloadedFile`.
@attached(peer)
public macro Streaming() = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Finds the next page in the `Link` field of a response (RFC 8288): `@NextPage(link: "next")`. The function returns
/// `Pages<Model>` of the module `AbstractHTTPPagination`.
///
/// - Parameter relation: The relation type of the link.
@attached(peer)
public macro NextPage(link relation: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Finds the URL of the next page in a property of the model: `@NextPage(url: "next")`. The URL can be relative.
///
/// - Parameter property: The property, a `String` or a `String?`. It can be nested, as in `meta.next`.
@attached(peer)
public macro NextPage(url property: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends a cursor from a property of the model in the query of the next page:
/// `@NextPage(cursor: "after", from: "nextCursor")`.
///
/// - Parameters:
///   - name: The key in the query.
///   - property: The property, a string or an integer, which can be optional. It can be nested, as in `meta.next` or
///     `meta?.next`.
@attached(peer)
public macro NextPage(cursor name: String, from property: String) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends the number of items before a page in the query: `@NextPage(offset: "skip", items: "results")`. The list ends
/// with an empty page.
///
/// - Parameters:
///   - name: The key in the query.
///   - property: The property with the items, such as `items`, `meta?.items`, or `items?` if it is optional. Default:
///     the model is a collection of the items.
@attached(peer)
public macro NextPage(offset name: String, items property: String = "") =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends the page number, which starts at 1, in the query: `@NextPage(number: "page", items: "results")`. The list ends
/// with an empty page.
///
/// - Parameters:
///   - name: The key in the query.
///   - property: The property with the items, such as `items`, `meta?.items`, or `items?` if it is optional. Default:
///     the model is a collection of the items.
@attached(peer)
public macro NextPage(number name: String, items property: String = "") =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")
