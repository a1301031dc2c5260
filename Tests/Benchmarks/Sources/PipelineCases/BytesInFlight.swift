import AbstractHTTP
import AllocatedBytes

/// The bytes of memory that one connection takes while its connector waits for a response, as the mean of `count`.
///
/// Counts what the allocator has handed out, so that neither fragmentation nor the pages of the process matter.
public func bytesInFlight(_ count: Int) async -> Int {
    let connector = Silent()
    let config = ConnectionConfig(connector: connector)
    // What the first connection makes for all is not counted.
    start(1, config)
    await connector.waitForRequests(1)
    let before = allocated_bytes()
    start(count, config)
    await connector.waitForRequests(count + 1)
    return (Int(allocated_bytes()) - Int(before)) / count
}

private func start(_ count: Int, _ config: ConnectionConfig) {
    for id in 0..<count { Connection(GetUser(id: 1_000_000 + id), config: config).start() }
}

/// Never answers.
private actor Silent: HTTPConnector {
    private var count = 0
    private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    private var requests: [UnsafeContinuation<Void, Never>] = []

    nonisolated func execute(_ request: Request) async throws -> ResponseStream {
        await wait()
        throw CancellationError()
    }

    private func wait() async {
        count += 1
        if let waiter, count == waiter.count {
            self.waiter = nil
            waiter.continuation.resume()
        }
        await withUnsafeContinuation { requests.append($0) }
    }

    func waitForRequests(_ count: Int) async {
        guard self.count < count else { return }
        await withCheckedContinuation { waiter = (count, $0) }
    }
}
