// What is wrong with annotated protocols, each with the place and the text of its error. A case begins behind a line of dashes; `^~~` stands
// below the characters of the line above that the error is about, `fix:` names what the compiler offers to put in their place.
// `compiler:` says that the compiler has something to say of its own, so that the case is tried with the macros alone.
import AbstractHTTPServices

struct Repo: Codable, Sendable {}
struct User: Codable, Sendable {}

// ---- an unknown gap, and nothing that looks like it
@Service protocol UnknownGap {
    @GET("/users/{user}")
    //            ^~~~ there is no parameter 'user'
    func repos(page: Int) async throws -> [Repo]
}
// ---- an unknown gap, by a slip of the fingers
@Service protocol MistypedGap {
    @GET("/users/{usr}/repos")
    //            ^~~ there is no parameter 'usr' fix: user
    func repos(user: String) async throws -> [Repo]
}
// ---- an unknown gap in a query of the path
@Service protocol UnknownQueryGap {
    @GET("/search{?q,pge}")
    //               ^~~ there is no parameter 'pge' fix: page
    func search(q: String, page: Int) async throws -> [Repo]
}
// ---- a parameter that is used in two gaps
@Service protocol TwoGaps {
    @GET("/users/{user}/repos/{user}")
    //                         ^~~~ the parameter 'user' is used twice: for {user} of the path, and for {user} of the path
    func repo(user: String) async throws -> Repo
}
// ---- a parameter that is the body, and in the path
@Service protocol BodyAndGap {
    @PUT("/users/{user}") @Body("user")
    //                           ^~~~ the parameter 'user' is used twice: for the body, and for {user} of the path
    func update(user: String) async throws
}
// ---- a parameter in the path and in a header field
@Service protocol GapAndHeader {
    @GET("/users/{user}") @Headers(["X-User": "me {user}"])
    //                                             ^~~~ the parameter 'user' is used twice: for a header field, and for {user} of the path
    func repos(user: String) async throws -> [Repo]
}
// ---- a parameter that @Params has, and a gap
@Service protocol PlaceAndGap {
    @GET("/users/{user}")
    //            ^~~~ the parameter 'user' is used twice: for {user} of the path, and for .query
    @Params(["user": .query])
    func repos(user: String) async throws -> [Repo]
}
// ---- an optional in the path
@Service protocol OptionalGap {
    @GET("/users/{user}")
    //            ^~~~ 'user' may be nil, and nothing in a path is another path
    func repos(user: String?) async throws -> [Repo]
}
// ---- a brace that is not closed
@Service protocol OpenBrace {
    @GET("/users/{user")
    //           ^ the path is malformed: an opening brace without a closing one
    func repos(user: String) async throws -> [Repo]
}
// ---- a brace that is not opened
@Service protocol ClosedBrace {
    @GET("/users/user}")
    //               ^ the path is malformed: a closing brace without an opening one
    func repos(user: String) async throws -> [Repo]
}
// ---- braces with nothing in them
@Service protocol EmptyBraces {
    @GET("/users/{}")
    //            ^ the path is malformed: the name of a parameter belongs here
    func repos() async throws -> [Repo]
}
// ---- a gap with a space
@Service protocol SpaceInGap {
    @GET("/users/{the user}")
    //               ^ the path is malformed: a comma or a closing brace belongs here
    func repos(the: String) async throws -> [Repo]
}
// ---- an operator that has no meaning
@Service protocol UnknownOperator {
    @GET("/users/{!user}")
    //            ^ the path is malformed: this operator is kept for extensions
    func repos(user: String) async throws -> [Repo]
}
// ---- a length that is none
@Service protocol BadLength {
    @GET("/users/{user:0}")
    //                 ^ the path is malformed: a length is a number from 1 to 9999
    func repos(user: String) async throws -> [Repo]
}
// ---- a fragment
@Service protocol Fragment {
    @GET("/users#top")
    //          ^ the path is malformed: a fragment is not sent to a server
    func repos() async throws -> [Repo]
}
// ---- a line break in a path
@Service protocol BrokenPath {
    @GET("/users\n/repos")
    //          ^~ the path is malformed: a control character cannot stand in a path
    func repos() async throws -> [Repo]
}
// ---- a path that is put together
@Service protocol InterpolatedPath {
    @GET("/users/\(1 + 1)/repos")
    //           ^~ an interpolation is not known when the code is compiled; a parameter is written as {name}
    func repos() async throws -> [Repo]
}
// ---- a path that is an expression
@Service protocol ExpressedPath {
    @GET("/users/" + "repos")
    //   ^~~~~~~~~~~~~~~~~~~ a text that is written out is expected here: it is read when the code is compiled
    func repos() async throws -> [Repo]
}
// ---- a path of several lines
@Service protocol LongPath {
    @GET("""
    //   ^~~ a text in one line is expected here
        /users
        """)
    func repos() async throws -> [Repo]
}
// ---- no method
@Service protocol NoMethod {
    func repos() async throws -> [Repo]
    //   ^~~~~ 'repos' has no method: write @GET("/path") or another one before it
}
// ---- two methods
@Service protocol TwoMethods {
    @GET("/users") @POST("/users")
    //             ^~~~~~~~~~~~~~~ a call has one method, and this is the second one
    func users() async throws -> [User]
}
// ---- a method in small letters
@Service protocol SmallMethod {
    @HTTP(method: "get", path: "/users")
    //             ^~~ the case of a method matters: 'get' is not GET fix: GET
    func users() async throws -> [User]
}
// ---- a method that is no token
@Service protocol BadMethod {
    @HTTP(method: "GET USERS", path: "/users")
    //             ^~~~~~~~~ a method is a token (RFC 9110, section 9.1)
    func users() async throws -> [User]
}
// ---- a body of a GET
@Service protocol BodyOfGet {
    @GET("/users") @Body("user")
    //             ^~~~~~~~~~~~~ a GET has no body (RFC 9110, section 9.3)
    func users(user: User) async throws -> [User]
}
// ---- a form of a HEAD
@Service protocol FormOfHead {
    @HEAD("/users") @FormUrlEncoded
    //              ^~~~~~~~~~~~~~~ a HEAD has no body (RFC 9110, section 9.3)
    func users(page: Int) async throws
}
// ---- a body of a GET that is called by its name
@Service protocol BodyOfNamedGet {
    @HTTP(method: "GET", path: "/users") @Multipart
    //                                   ^~~~~~~~~~ a GET has no body (RFC 9110, section 9.3)
    func users(page: Int) async throws
}
// ---- two bodies
@Service protocol TwoBodies {
    @POST("/users") @Body("user") @FormUrlEncoded
    //                            ^~~~~~~~~~~~~~~ a request has one body, and @Body is one already
    func create(user: User, page: Int) async throws
}
// ---- two forms
@Service protocol TwoForms {
    @POST("/users") @Multipart @FormUrlEncoded
    //                         ^~~~~~~~~~~~~~~ a request has one body, and @Multipart is one already
    func create(page: Int) async throws
}
// ---- two times the body
@Service protocol BodyTwice {
    @POST("/users") @Body("user") @Body("other")
    //                            ^~~~~~~~~~~~~~ @Body is there already
    //                            ^~~~~~~~~~~~~~ a request has one body, and @Body is one already
    func create(user: User, other: User) async throws
}
// ---- a body that is no parameter
@Service protocol UnknownBody {
    @POST("/users") @Body("usr")
    //                     ^~~ there is no parameter 'usr' fix: user
    func create(user: User) async throws
}
// ---- a form without fields
@Service protocol EmptyForm {
    @POST("/users/{id}") @FormUrlEncoded
    //                   ^~~~~~~~~~~~~~~ a form without fields: no parameter is left for it
    func touch(id: Int) async throws
}
// ---- a header field whose name is none
@Service protocol BadHeader {
    @GET("/users") @Headers(["Not a name": "x"])
    //                        ^~~~~~~~~~ the name of a header field is a token (RFC 9110, section 5.1)
    func users() async throws -> [User]
}
// ---- a header field without a name
@Service protocol NamelessHeader {
    @GET("/users") @Headers(["": "x"])
    //                       ^~ the name of a header field is a token (RFC 9110, section 5.1)
    func users() async throws -> [User]
}
// ---- a line break in a header field
@Service protocol BrokenHeader {
    @GET("/users") @Headers(["X-Note": "a\r\nX-Evil: b"])
    //                                   ^~ the value of a header field has no line break
    func users() async throws -> [User]
}
// ---- a gap of a header field that is not closed
@Service protocol OpenHeader {
    @GET("/users") @Headers(["User-Agent": "Sample {agent"])
    //                                             ^ the brace is not closed behind the name of a parameter
    func users(agent: String) async throws -> [User]
}
// ---- a gap of a header field that is unknown
@Service protocol UnknownHeaderGap {
    @GET("/users") @Headers(["User-Agent": "Sample {agnt}"])
    //                                              ^~~~ there is no parameter 'agnt' fix: agent
    func users(agent: String) async throws -> [User]
}
// ---- a header field twice
@Service protocol TwoHeaders {
    @GET("/users") @Headers(["Accept": "a/b", "accept": "c/d"])
    //                                         ^~~~~~ the header field 'accept' is there already
    func users() async throws -> [User]
}
// ---- a header field of both
@Service protocol HeaderOfBoth {
    @GET("/users") @Headers(["X-Tag": "a"]) @Params(["tag": .header("x-tag")])
    //                        ^~~~~ the header field 'X-Tag' is there already
    func users(tag: String) async throws -> [User]
}
// ---- a header field that is an expression
@Service protocol ExpressedHeader {
    @GET("/users") @Headers(["Accept": "a" + "b"])
    //                                 ^~~~~~~~~ the value of a header field is a text that is written out
    func users() async throws -> [User]
}
// ---- header fields that are no dictionary
@Service protocol HeaderList { // compiler: of types
    @GET("/users") @Headers(fields)
    //             ^~~~~~~~~~~~~~~~ @Headers has one argument: a dictionary that is written out
    func users() async throws -> [User]
}
// ---- the Content-Type of a multipart form
@Service protocol TypedForm {
    @POST("/users") @Multipart @Headers(["Content-Type": "multipart/form-data"])
    //                                    ^~~~~~~~~~~~ the Content-Type of a multipart form tells its boundary
    func create(name: String) async throws
}
// ---- a place for a parameter that is none
@Service protocol UnknownPlaced {
    @GET("/users") @Params(["pge": .query("page")])
    //                       ^~~ there is no parameter 'pge' fix: page
    func users(page: Int) async throws -> [User]
}
// ---- a place that is none
@Service protocol UnknownPlace { // compiler: of types
    @GET("/users") @Params(["page": .cookie("page")])
    //                              ^~~~~~~~~~~~~~~ a place is expected here: .path("name"), .query, .queryMap, .field, .fieldMap, .part, .header("Name") or .headerMap
    func users(page: Int) async throws -> [User]
}
// ---- a gap that the path has not
@Service protocol MissingGap {
    @GET("/users") @Params(["id": .path("user_id")])
    //                       ^~ the path has no {user_id}
    func user(id: Int) async throws -> User
}
// ---- a field without a form
@Service protocol FieldWithoutForm {
    @POST("/users") @Params(["name": .field("n")])
    //                               ^~~~~~~~~~~ .field needs @FormUrlEncoded
    func create(name: String) async throws
}
// ---- a part without a form
@Service protocol PartWithoutForm {
    @POST("/users") @Params(["name": .part])
    //                               ^~~~~ .part needs @Multipart
    func create(name: String) async throws
}
// ---- a header field of a parameter, whose name is none
@Service protocol BadParameterHeader {
    @GET("/users") @Params(["tag": .header("X Tag")])
    //                                      ^~~~~ the name of a header field is a token (RFC 9110, section 5.1)
    func users(tag: String) async throws -> [User]
}
// ---- a parameter that is placed twice
@Service protocol PlacedTwice {
    @GET("/users") @Params(["tag": .query, "tag": .header("X-Tag")])
    //                                      ^~~ the parameter 'tag' is used twice: for .header, and for .query
    func users(tag: String) async throws -> [User]
}
// ---- neither async nor a callback
@Service protocol Synchronous {
    @GET("/users")
    func users() throws -> [User]
    //   ^~~~~ a call takes time: write 'async throws', return a Connection, or have a callback as the last parameter
}
// ---- nothing is thrown
@Service protocol Infallible {
    @GET("/users")
    func users() async -> [User]
    //           ^~~~~ a call can fail: write 'async throws' fix: throws
}
// ---- another error
struct OtherError: Error {}
@Service protocol OtherErrors {
    @GET("/users")
    func users() async throws(OtherError) -> [User]
    //                        ^~~~~~~~~~ a call throws ConnectionError and nothing else fix: ConnectionError
}
// ---- a connection that is awaited
@Service protocol AwaitedConnection {
    @GET("/users")
    func users() async throws -> Connection<[User]>
    //           ^~~~~ a function that returns a Connection is neither async nor throws: what fails is told there
}
// ---- a pair of something else
@Service protocol OtherPair {
    @GET("/users")
    func users() async throws -> ([User], Int)
    //                           ^~~~~~~~~~~~~ a call comes to a model, or to (Model, Response)
}
// ---- a stream beside a response
@Service protocol StreamAndResponse {
    @GET("/users")
    func users() async throws -> (ResponseStream, Response)
    //                            ^~~~~~~~~~~~~~ the model beside a response is one that is decoded
}
// ---- a function as a model
@Service protocol FunctionModel {
    @GET("/users")
    func users() async throws -> @Sendable () -> Void
    //                                     ^~~~~~~~~~ a call does not come to a function
}
// ---- labels in a connection
@Service protocol LabelledConnection {
    @GET("/users")
    func users() -> Connection<(users: [User], response: Response)>
    //                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ the model of a Connection has no labels: write (Model, Response)
}
// ---- a callback that gets something else
@Service protocol OtherCallback {
    @GET("/users")
    func users(callback: @escaping @Sendable ([User]?) -> Void)
    //                                       ^~~~~~~~~~~~~~~~~ a callback is '@escaping @Sendable (Result<Model, ConnectionError>) -> Void'
}
// ---- a callback that does not leave the function
@Service protocol LocalCallback {
    @GET("/users")
    func users(callback: (Result<[User], ConnectionError>) -> Void)
    //                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ a callback is '@escaping @Sendable (Result<Model, ConnectionError>) -> Void'
}
// ---- a callback that is not the last
@Service protocol EarlyCallback {
    @GET("/users")
    func users(callback: @escaping @Sendable (Result<[User], ConnectionError>) -> Void, page: Int) async throws
    //                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ a function cannot be sent; a callback is the last parameter
}
// ---- a callback of a function that is async
@Service protocol AsyncCallback {
    @GET("/users")
    func users(callback: @escaping @Sendable (Result<[User], ConnectionError>) -> Void) async
    //                                                                                  ^~~~~ a function with a callback is neither async nor throws: what fails is told there
}
// ---- a callback and a result
@Service protocol CallbackAndResult {
    @GET("/users")
    func users(callback: @escaping @Sendable (Result<[User], ConnectionError>) -> Void) -> Int
    //                                                                                     ^~~ a function with a callback returns nothing, or its Connection
}
// ---- a model of a HEAD
@Service protocol ModelOfHead {
    @HEAD("/users")
    func users() async throws -> [User]
    //                           ^~~~~~ the response of a HEAD has no body: it comes to nothing, HTTPHeaders or a Response
}
// ---- a stream that is none
@Service protocol StreamedModel {
    @GET("/users") @Streaming
    //             ^~~~~~~~~~ @Streaming returns a ResponseStream or a DownloadedFile
    func users() async throws -> [User]
}
// ---- no time
@Service protocol NoTime {
    @GET("/users") @Timeout()
    //             ^~~~~~~~~~ @Timeout says nothing without an argument
    func users() async throws -> [User]
}
// ---- header fields twice
@Service protocol HeadersTwice {
    @GET("/users") @Headers(["A": "b"]) @Headers(["C": "d"])
    //                                  ^~~~~~~~~~~~~~~~~~~~ @Headers is there already
    func users() async throws -> [User]
}
// ---- an argument that changes
@Service protocol ChangedArgument {
    @GET("/users")
    func users(page: inout Int) async throws -> [User]
    //               ^~~~~ a parameter that is inout cannot be sent
}
// ---- a parameter without a name
@Service protocol Nameless {
    @GET("/users")
    func users(_: Int) async throws -> [User]
    //         ^ a parameter that is sent has a name
}
// ---- a function of a type
@Service protocol OfType {
    @GET("/users")
    static func users() async throws -> [User]
  //^~~~~~ a call is a function of a client, and neither static nor mutating
}
// ---- a property
@Service protocol Property {
    var users: [User] { get async throws }
  //^~~ a service has functions only: a client has no other way to the server
}
// ---- a subscript and an initializer
@Service protocol Others {
    subscript(id: Int) -> User { get async throws }
  //^~~~~~~~~ a service has functions only: a client has no other way to the server
    init(id: Int)
  //^~~~ a service has functions only: a client has no other way to the server
}
// ---- an associated type
@Service protocol Associated {
    associatedtype Model
  //^~~~~~~~~~~~~~ a service has functions only: a client has no other way to the server
}
// ---- a primary associated type
@Service protocol Primary<Model> {
    //                   ^ a service has no associated types: a client could not know them
    associatedtype Model
}
// ---- an operator
@Service protocol Operator {
    @GET("/users") static func == (left: Self, right: Self) -> Bool
    //                         ^ an operator cannot be a call; the name of a function is expected here
}
// ---- a protocol of classes
@Service protocol OfClasses: AnyObject {
    //                       ^~~~~~~~~ a client is a struct, which AnyObject is not
    @GET("/users") func users() async throws -> [User]
}
// ---- a struct
@Service struct Structure {
    //   ^~~~~~ @Service makes a client of a protocol, and this is none
    var name = ""
}
// ---- the name of a member
@Service protocol TakenName {
    @GET("/configuration") func configuration() async throws -> [String: String]
    //                          ^~~~~~~~~~~~~ a client has a 'configuration' already
}
// ---- two closures of one name
@Service(mock: true) protocol TwoClosures {
    @GET("/users") func users(page: Int) async throws -> [User]
    @GET("/users/{page}") func users(page: String) async throws -> [User]
    //                         ^~~~~ a mock has a closure for each function, and two would be called onUsersPage: give one another name
}
// ---- a mock of something generic
@Service(mock: true) protocol GenericMock {
    @GET("/users") func users<Model: Decodable & Sendable>() async throws -> Model
    //                  ^~~~~ a closure is not generic, and so a mock cannot have one for this function
}
// ---- several at once
@Service protocol Several {
    @GET("/a/{b") func a(b: Int) async throws
    //       ^ the path is malformed: an opening brace without a closing one
    func b() async throws
    //   ^ 'b' has no method: write @GET("/path") or another one before it
    @HEAD("/c") @Body("d") func c() async throws
    //          ^~~~~~~~~~ a HEAD has no body (RFC 9110, section 9.3)
    //                 ^ there is no parameter 'd'
}
// ---- behind letters of more than one byte
@Service protocol Größe {
    /* ä 🙂 */ @GET("/größe/{größ}") func größe(page: Int) async throws
    //                        ^ the path is malformed: a comma or a closing brace belongs here
}
// ---- an annotation in no service
protocol NoService {
    @GET("/users") func users() async throws
  //^~~~~~~~~~~~~~ @GET says something in a protocol with @Service, and nothing elsewhere
}
// ---- an annotation of a method
struct Method {
    @Timeout(.seconds(1)) func users() {}
  //^~~~~~~~~~~~~~~~~~~~~ @Timeout says something in a protocol with @Service, and nothing elsewhere
}
