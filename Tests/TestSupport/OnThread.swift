import AbstractHTTP
import Foundation

/// Runs what blocks on a thread of its own: the threads of the tests are few, and the server needs them.
package func onThread<Value: Sendable>(
    stackSize: Int? = nil, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let result = Promise<Result<Value, any Error>>()
    let thread = Thread { result.fulfill(Result { try body() }) }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
    return try await result.value().get()
}
