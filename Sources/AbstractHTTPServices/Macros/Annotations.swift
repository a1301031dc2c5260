/// Sends a parameter as the body: `@Body("user")`.
///
/// It is written by the ``ServiceConfiguration/encoder`` of the client, JSON by default; `Data`, `String`, `HTTPFile`,
/// `RequestBody` and `MultipartForm` go as they are.
@attached(peer)
public macro Body(_ parameter: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends the parameters that nothing else uses as an `application/x-www-form-urlencoded` body, rather than in the
/// query.
@attached(peer)
public macro FormUrlEncoded() = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Sends the parameters that nothing else uses as the parts of a `multipart/form-data` body (RFC 7578): `Data`,
/// `HTTPData` and `HTTPFile` as files, everything else as text.
@attached(peer)
public macro Multipart() = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Header fields, in place of those that the client has of the same name: `@Headers(["User-Agent": "Sample {agent}"])`.
///
/// A parameter's name in braces is replaced by its value. A field is not sent when such a value is nil.
@attached(peer)
public macro Headers(_ fields: KeyValuePairs<String, String>) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says of parameters where they go, and under which name: `@Params(["page": .query("page_number"), "tag":
/// .header("If-None-Match")])`.
@attached(peer)
public macro Params(_ places: KeyValuePairs<String, ParameterLocation>) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// How long a call may take, clock by clock, in place of what the config of the client says: `@Timeout(.seconds(10))`.
///
/// - Parameters:
///   - total: From the beginning of the call to its end, with all attempts and waits.
///   - connect: Until there is a connection to the server.
///   - attempt: Of one attempt, until the whole response is there.
///   - firstEvent: Of a stream, until its first element is there.
///   - nextEvent: Of a stream, from one element to the next, while the reader waits.
@attached(peer)
public macro Timeout(
    _ total: Duration? = nil, connect: Duration? = nil, attempt: Duration? = nil, firstEvent: Duration? = nil,
    nextEvent: Duration? = nil
) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// How often a call is attempted at most, in place of what a `Retry` of the client says: `@Retry(attempts: 5)`, or 1
/// for no retry.
///
/// - Parameters:
///   - attempts: How many attempts there are at most, the first one included.
///   - idempotencyKey: Whether the request gets a random `Idempotency-Key`, with which any method may be tried again.
@attached(peer)
public macro Retry(attempts: Int, idempotencyKey: Bool = false) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says that the body is read while it arrives: the function returns a `ResponseStream`, an `EventStream`, `JSONLines`,
/// a `JSONTextSequence`, `BodyParts`, or a `DownloadedFile`.
@attached(peer)
public macro Streaming() = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says that the `Link` field of a response names the next page (RFC 8288): `@NextPage(link: "next")`. The function
/// returns `Pages<Model>` of the module `AbstractHTTPPagination`.
///
/// - Parameter relation: The relation type of the link.
@attached(peer)
public macro NextPage(link relation: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says that a property of the model has the URL of the next page, which may be relative: `@NextPage(url: "next")`.
///
/// - Parameter property: The property, a `String` or a `String?`. It may be one of a property: `meta.next`.
@attached(peer)
public macro NextPage(url property: String) = #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says that a property of the model has a cursor, which goes into the query of the next page:
/// `@NextPage(cursor: "after", from: "nextCursor")`.
///
/// - Parameters:
///   - name: The key in the query.
///   - property: The property, a string or an integer, which may be optional. It may be one of a property: `meta.next`,
///     or `meta?.next`.
@attached(peer)
public macro NextPage(cursor name: String, from property: String) =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says that the query has the number of the items before a page: `@NextPage(offset: "skip", items: "results")`. The
/// list ends with an empty page.
///
/// - Parameters:
///   - name: The key in the query.
///   - property: The property of the model that has the items: `items`, `meta?.items`, or `items?` if it is optional.
///     Default: the model is a collection of them.
@attached(peer)
public macro NextPage(offset name: String, items property: String = "") =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")

/// Says that the query has the number of a page, from 1: `@NextPage(number: "page", items: "results")`. The list ends
/// with an empty page.
///
/// - Parameters:
///   - name: The key in the query.
///   - property: The property of the model that has the items: `items`, `meta?.items`, or `items?` if it is optional.
///     Default: the model is a collection of them.
@attached(peer)
public macro NextPage(number name: String, items property: String = "") =
    #externalMacro(module: "AbstractHTTPMacros", type: "AnnotationMacro")
