/// Holds running connections. It lists and cancels all of them, or those with an identifier or in a group.
///
/// A screen creates a holder, sets it in the config of its connections, and cancels all of them when it disappears.
/// Listeners of the holder are called for every connection that it holds, before the connection's own listeners.
///
/// ```swift
/// let holder = ConnectionHolder()
/// let config = ConnectionConfig(holder: holder)
/// Connection(spec, config: config).start()
/// holder.cancelAll()
/// ```
public final class ConnectionHolder: Sendable {
    private struct State {
        var held: [ObjectIdentifier: Entry] = [:]
        var nextOrder = 0
        var listeners = Listeners()
    }

    private struct Entry {
        let connection: any ConnectionTask
        let pipeline: Pipeline
        /// The last generation that was added.
        var generation: UInt64
        /// Its position in the list.
        var order: Int
        /// The number of generations that have begun and have not ended. It is briefly 2 when one begins while another
        /// is being removed.
        var generations = 1
        /// The number of these generations whose `onEnd` is being delivered.
        var endings = 0

        /// Whether a generation is running, or a restart waits for its delay.
        var isRunning: Bool { generations > endings }

        /// Adds a generation. A scheduled restart may be added after the next generation.
        mutating func begin(_ generation: UInt64) {
            self.generation = max(self.generation, generation)
            generations += 1
        }

        /// Ends a generation. Returns whether none is left.
        mutating func end(isEnding: Bool) -> Bool {
            if isEnding { endings -= 1 }
            generations -= 1
            return generations == 0
        }
    }

    private let state = LockedValue(State())

    /// Holds connections that have an identifier but no holder in their config, so that newer ones can replace older
    /// ones.
    static let unheld = ConnectionHolder()

    /// Creates an empty holder.
    public init() {}

    /// The running connections, in the order in which they started. When the listeners of a connection receive
    /// `onEnd`, it is no longer one of them.
    public var connections: [any ConnectionTask] { held(where: \.isRunning) }

    /// All connections, including those that are ending. A cancel of these ends their restarts.
    private var allConnections: [any ConnectionTask] { held { _ in true } }

    private func held(where isWanted: (Entry) -> Bool) -> [any ConnectionTask] {
        state.withLock { state in
            state.held.values.filter(isWanted).sorted { $0.order < $1.order }.map(\.connection)
        }
    }

    /// The running connections with `identifier`.
    public func connections(identifier: String) -> [any ConnectionTask] {
        connections.filter { $0.identifier == identifier }
    }

    /// The running connections of `group`.
    public func connections(group: String) -> [any ConnectionTask] {
        connections.filter { $0.group == group }
    }

    /// Cancels all running connections.
    public func cancelAll() {
        for connection in allConnections { connection.cancel(because: .holder) }
    }

    /// Cancels the running connections with `identifier`.
    public func cancel(identifier: String) {
        for connection in allConnections where connection.identifier == identifier {
            connection.cancel(because: .identifier(identifier))
        }
    }

    /// Cancels the running connections of `group`.
    public func cancel(group: String) {
        for connection in allConnections where connection.group == group {
            connection.cancel(because: .group(group))
        }
    }

    /// Adds a listener of one or more kinds for all generations that start later. It is called after the listeners of
    /// the config and before those of the connection.
    @discardableResult
    public func addListener(_ listener: any ConnectionEventListener) -> Self {
        state.withLock { $0.listeners.add(listener) }
        return self
    }

    var listeners: Listeners { state.withLock(\.listeners) }

    /// Adds a generation of a connection. Returns the older ones with the identifier that it replaces.
    func add(
        _ connection: any ConnectionTask, of pipeline: Pipeline, _ generation: UInt64,
        replacing identifier: String? = nil
    ) -> [(Pipeline, UInt64)] {
        let older = state.withLock { state in
            let older = identifier == nil ? [] : Array(state.held.values)
            state.nextOrder += 1
            let key = ObjectIdentifier(connection)
            guard let index = state.held.index(forKey: key) else {
                state.held[key] = Entry(
                    connection: connection, pipeline: pipeline, generation: generation, order: state.nextOrder)
                return older
            }
            state.held.values[index].begin(generation)
            return older
        }
        return older.filter { $0.connection !== connection && $0.connection.identifier == identifier }
            .map { ($0.pipeline, $0.generation) }
    }

    /// Stops listing a generation whose `onEnd` is about to be delivered.
    func beginEnding(_ connection: any ConnectionTask) {
        state.withLock { $0.held[ObjectIdentifier(connection)]?.endings += 1 }
    }

    /// Removes a generation, or a restart that waited for its delay.
    ///
    /// - Parameter isEnding: Whether ``beginEnding(_:)`` was called for the generation.
    func remove(_ connection: any ConnectionTask, isEnding: Bool) {
        let key = ObjectIdentifier(connection)
        // The entry is released outside the lock, because that may release the connection.
        _ = state.withLock { state -> Entry? in
            guard let index = state.held.index(forKey: key), state.held.values[index].end(isEnding: isEnding) else {
                return nil
            }
            return state.held.remove(at: index).value
        }
    }
}
