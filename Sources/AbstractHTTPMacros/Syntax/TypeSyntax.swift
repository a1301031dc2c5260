/// A type, as it was written.
struct TypeSyntax {
    indirect enum Kind {
        /// `Name<Argument>`, by its last component.
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
    /// The words before it, without `@`: `escaping`, `Sendable`, `inout`.
    let specifiers: [Token]
    /// Without those.
    let range: Range<Int>
    let text: String
    /// With those.
    let wholeText: String
    /// With those.
    var wholeRange: Range<Int> { (range.upperBound - wholeText.utf8.count)..<range.upperBound }

    init(_ kind: Kind, _ range: Range<Int>, _ text: String, specifiers: [Token] = [], wholeText: String? = nil) {
        (self.kind, self.range, self.text, self.specifiers) = (kind, range, text, specifiers)
        self.wholeText = wholeText ?? text
    }

    /// Whether it is `Void` or `()`.
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

    /// Whether it is the type of all errors.
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

    /// The arguments of a type called `name`.
    func arguments(of name: String) -> [TypeSyntax]? {
        if case .named(name, let arguments) = kind { arguments } else { nil }
    }

    /// An expression that is the type.
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
