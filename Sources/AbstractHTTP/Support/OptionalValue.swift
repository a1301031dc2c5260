/// Whether the value is nil, even inside another optional.
package func isNil<Value>(_ value: Value) -> Bool {
    guard let optional = value as? any OptionalValue else { return false }
    return optional.isNil
}

private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool {
        guard let self else { return true }
        return AbstractHTTP.isNil(self)
    }
}
