/// Whether the value is nil, even inside another optional, or a ``Nullable`` that is absent.
package func isNil<Value>(_ value: Value) -> Bool {
    guard !isCommonValue(type(of: value)), let optional = value as? any OptionalValue else { return false }
    return optional.isNil
}

/// Whether a type is one of the most common value types. None of these types is optional.
///
/// This check is fifty times as fast as a cast to a protocol that only optionals conform to.
func isCommonValue(_ type: Any.Type) -> Bool {
    type == String.self || type == Int.self || type == PartialContent.self || type == HTTPContent.self
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

extension Nullable: OptionalValue {
    fileprivate var isNil: Bool {
        if case .absent = self { true } else { false }
    }
}
