/// Replaces the URL of a connection's requests, for example with that of the next page of a list.
package protocol RequestTarget: AnyObject, Sendable {
    /// Returns the request with its new URL. Called before the policies adapt the request.
    func aim(_ request: Request, _ config: ConnectionConfig) throws -> Request
    /// Removes credentials that are not for the new URL. Called after the policies.
    func secure(_ request: Request, _ config: ConnectionConfig) -> Request
}
