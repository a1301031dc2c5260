import AbstractHTTPServices
import Foundation

enum Sort: String, Codable, Sendable {
    case ascending, descending
}

struct Filter: Codable, Sendable {
    var state: String
    var labels: [String]
}

/// Each annotation, and each way to declare the result of a call.
@Service
protocol Everything {
    @GET("/get") func get() async throws -> String
    @POST("/post") func post() async throws -> String
    @PUT("/put") func put() async throws -> String
    @DELETE("/delete") func delete() async throws -> String
    @PATCH("/patch") func patch() async throws -> String
    @OPTIONS("/options") func options() async throws -> String
    @HEAD("/head") func head() async throws
    @HEAD("/head") func headFields() async throws -> HTTPHeaders
    @HEAD("/head") func headResponse() async throws -> Response
    @HTTP(method: "PROPFIND", path: "/files/{name}") func find(name: String) async throws -> String

    @GET("/items/{id}{?page,sort}{&tags*}") @Params(["size": .query("page_size")])
    func items(id: UUID, page: Int?, sort: Sort, tags: [String], size: Int, q: String?) async throws -> String
    @GET("/files{/folders*}/{name}") func file(folders: [String], name: String) async throws -> String
    @GET("/items?fixed=1") func filtered(filter: Filter, since: Date, isOpen: Bool) async throws -> String
    @GET("/items") @Params(["filter": .queryMap]) func spread(filter: [String: String]) async throws -> String
    @GET("/users/{user_id}") @Params(["id": .path("user_id")]) func renamed(id: Int) async throws -> String

    @POST("/form") @FormUrlEncoded @Params(["first": .field("first name"), "dryRun": .query])
    func form(first: String, tags: [Int], note: String?, dryRun: Bool) async throws -> String
    @POST("/form") @FormUrlEncoded @Params(["fields": .fieldMap]) func spreadForm(fields: Filter) async throws -> String
    @POST("/parts") @Multipart @Params(["photo": .part("image")])
    func parts(title: String, photo: HTTPData, note: String?) async throws -> String

    @POST("/body") @Body("user") @Params(["dryRun": .query])
    func body(user: User, dryRun: Bool?) async throws -> String
    @POST("/body") @Body("user") func optionalBody(user: User?) async throws -> String
    @POST("/body") @Body("text") func textBody(text: String) async throws -> String
    @POST("/body") @Body("bytes") func dataBody(bytes: Data) async throws -> String
    @POST("/body") @Body("stream") @Headers(["Content-Type": "text/csv"])
    func streamBody(stream: RequestBody) async throws -> String
    @POST("/body") @Body("form") func formBody(form: MultipartForm) async throws -> String

    @GET("/headers")
    @Headers(["Accept": "text/plain", "X-Agent": "a {name}/{version} {json: 1} {{name}}", "X-None": "{missing}"])
    @Params(["tag": .header("If-None-Match"), "ids": .header("X-Ids"), "rest": .headerMap])
    func headers(
        name: String, version: Int, missing: String?, tag: String?, ids: [Int], rest: [String: String]
    ) async throws -> String
}

/// Each option of a place.
@Service
protocol Places {
    @GET("/days/{day}") @Params(["day": .path(dates: .secondsSince1970), "ids": .query("id", arrays: .pipes)])
    func day(day: Date, ids: [Int]) async throws -> String
    @GET("/items") @Params(["filter": .query(nesting: .dots), "free": .queryMap(arrays: .commas), "limit": .query])
    func free(filter: [String: Int], free: [String: [String]], limit: Double?) async throws -> String
    @GET("/headers")
    @Params([
        "since": .header("If-Modified-Since", dates: .httpDate), "meta": .headerMap(prefix: "X-Meta-"),
        "own": .header("X-Meta-Own"), "json": .header("X-Json"), "none": .header("X-None", emptyArrays: .sent),
        "limits": .header("X-Limits", booleans: .digits, nonFinite: .names),
    ])
    func headers(
        since: Date, meta: [String: String], own: String, json: Data, none: [Int], limits: [Double]
    ) async throws -> String
    @POST("/form") @FormUrlEncoded
    @Params(["tags": .field("tag", arrays: .brackets), "more": .fieldMap(booleans: .digits)])
    func form(tags: [String], more: [String: Bool]) async throws -> String
    @PUT("/image") @Body("image", contentType: "image/png") func image(image: Data?) async throws -> String
    @PUT("/image") @Params(["image": .body(contentType: "image/gif"), "type": .header("Content-Type")])
    func typedImage(image: Data, type: String?) async throws -> String
    @GET("/page") @Defaults(["page": 1, "sort": Sort.ascending]) func page(page: Int, sort: Sort?) async throws
        -> String
    @GET("/words/{in}") @Params(["default": .query("default")])
    func words(in: Int, default: Bool, self value: Int, for user: String, `class`: String?) async throws -> String
    @GET("/orders") @FailureModel(Refusal.self) func orders() async throws -> Order
}

/// A success that depends on the status.
enum Order: ResponseDecodable, Equatable {
    case done(User)
    case pending(retryAfter: String)

    init(response: Response) throws {
        if response.statusCode == 202 {
            self = .pending(retryAfter: response.headers["Retry-After"] ?? "")
        } else {
            self = .done(try response.decoded())
        }
    }
}

/// A failure that depends on the status.
enum Refusal: ResponseDecodable, Equatable {
    case unknown
    case invalid(User)

    init(response: Response) throws {
        self = response.statusCode == 404 ? .unknown : .invalid(try response.decoded())
    }
}

/// Each kind of result that a call can have.
@Service
protocol Results {
    @GET("/user") func model() async throws -> User
    @GET("/user") func optional() async throws -> User?
    @GET("/user") func nothing() async throws
    @GET("/user") func void() async throws -> Void
    @GET("/user") func text() async throws -> String
    @GET("/user") func data() async throws -> Data
    @GET("/user") func response() async throws -> Response
    @GET("/user") func pair() async throws -> (User, Response)
    @GET("/user") func labeled() async throws -> (user: User, response: Response)
    @GET("/user") @Streaming func stream() async throws -> ResponseStream
    @GET("/user") func download() async throws -> DownloadedFile
    @GET("/user") func connection() -> Connection<User>
    @GET("/user") func pairs() -> Connection<(User, Response)>
    @GET("/user") func typed() async throws(ConnectionError) -> User
    @GET("/user") func generic<Model: Decodable & Sendable>() async throws -> Model
    @GET("/user/{id}") func called(id: Int, callback: @escaping @Sendable (Result<User, ConnectionError>) -> Void)
    @GET("/user")
    func calledOnMain(callback: @escaping @MainActor @Sendable (Result<User, ConnectionError>) -> Void)
    @GET("/user")
    func notStarted(
        callback: @escaping @Sendable (Result<User, ConnectionError>) -> Void
    ) -> Connection<User>
}

/// The limits of a call.
@Service
protocol Bounded {
    @GET("/slow") @Timeout(.seconds(5)) func total() async throws
    @GET("/slow") @Timeout(attempt: .seconds(3)) func attempt() async throws
    @GET("/flaky") @Retry(attempts: 4) func often() async throws -> String
    @GET("/flaky") @Retry(attempts: 1) func once() async throws -> String
    @POST("/flaky") @Retry(attempts: 2, idempotencyKey: true) func posted() async throws -> String
    @GET("/flaky") func asTheClientSays() async throws -> String
}
