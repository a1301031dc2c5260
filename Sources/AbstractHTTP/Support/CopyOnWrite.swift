/// A large value that is copied as one reference, and in full only when one of its copies is changed.
struct CopyOnWrite<Value: Sendable>: Sendable {
    /// `@unchecked Sendable`: `value` is changed only while there is one reference.
    private final class Storage: @unchecked Sendable {
        /// Accessed only through the struct, which already has exclusive access.
        @exclusivity(unchecked) var value: Value

        init(_ value: consuming Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: consuming Value) { storage = Storage(value) }

    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}
