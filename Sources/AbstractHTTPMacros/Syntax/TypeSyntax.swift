/// A type as written in the source.
struct TypeSyntax {
    indirect enum Kind {
        /// `Name<Argument>`, without the name of a known module.
        case named(String, [TypeSyntax])
        case array
        case dictionary
        case tuple([Element])
        case function(FunctionTypeSyntax)
        case optional(TypeSyntax)
        /// `some`, `any`, compositions, metatypes, packs.
        case other
    }

    struct Element {
        let label: String?
        let type: TypeSyntax
    }

    let kind: Kind
    /// The words before the type, without `@`, such as `escaping`, `Sendable`, or `inout`.
    let specifiers: [Token]
    /// The range without the specifiers.
    let range: Range<Int>
    let text: String
    /// The text including the specifiers.
    let wholeText: String
    /// The range including the specifiers.
    var wholeRange: Range<Int> { (range.upperBound - wholeText.utf8.count)..<range.upperBound }

    init(_ kind: Kind, _ range: Range<Int>, _ text: String, specifiers: [Token] = [], wholeText: String? = nil) {
        (self.kind, self.range, self.text, self.specifiers) = (kind, range, text, specifiers)
        self.wholeText = wholeText ?? text
    }

    /// Whether the type is `Void` or `()`.
    var isVoid: Bool {
        switch kind {
        case .named("Void", let arguments): arguments.isEmpty
        case .tuple(let elements): elements.isEmpty
        default: false
        }
    }

    func isNamed(_ name: String) -> Bool {
        if case .named(name, _) = kind { true } else { false }
    }

    /// Whether the type is `any Error`.
    var isAnyError: Bool { ["any Error", "any Swift.Error", "Error", "Swift.Error"].contains(text) }

    var isOptional: Bool {
        switch kind {
        case .optional: true
        case .named("Optional", let arguments): arguments.count == 1
        default: false
        }
    }

    var isFunction: Bool {
        switch kind {
        case .function: true
        case .optional(let wrapped): wrapped.isFunction
        case .tuple(let elements): elements.count == 1 && elements[0].type.isFunction
        default: false
        }
    }

    /// Returns the generic arguments of a type named `name`, or nil for any other type.
    func arguments(of name: String) -> [TypeSyntax]? {
        if case .named(name, let arguments) = kind { arguments } else { nil }
    }

    /// The type as an expression, such as `Repo.self`.
    var metatype: String {
        switch kind {
        case .other, .function: "(\(text)).self"
        case .tuple where isVoid: "Swift.Void.self"
        case .optional where text.hasSuffix("!"): "\(text.dropLast())?.self"
        default: "\(text).self"
        }
    }
}

/// The type of a function.
struct FunctionTypeSyntax {
    let parameters: [TypeSyntax]
    /// `async` or `throws`.
    let effects: [Token]
    let result: TypeSyntax
}
