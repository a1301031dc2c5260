/// Whether the value is nil, even inside another optional.
package func isNil<Value>(_ value: Value) -> Bool {
    guard !isCommonValue(type(of: value)), let optional = value as? any OptionalValue else { return false }
    return optional.isNil
}

/// Whether a type is one of the most common types of values, none of which is an optional. A cast to a protocol, which
/// would also tell optionals apart, takes fifty times as long.
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
