/// A value that need not be `Sendable`, handed over to one owner that never uses it from two places at once.
///
/// `@unchecked Sendable`: it is passed as `sending`, so nobody else holds it, and a connection uses it only from its
/// pipeline, which runs one step at a time.
package struct UncheckedSendableBox<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: sending Value) {
        self.value = value
    }
}
