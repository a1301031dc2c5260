/// An endpoint: its request and its response. Write one type per endpoint.
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///     typealias ResponseModel = User
///     var id: Int
///     var request: HTTP { HTTP("https://api.example.com/users/\(id)") }
/// }
/// let user = try await Connection(GetUser(id: 7)).response()
/// ```
public protocol ConnectionSpec<ResponseModel>: RequestSpec, ResponseSpec {}
