extension String {
    /// The text as a Swift string literal.
    var swiftLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.needsEscape: literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// The name of a property, in backticks if it is a Swift keyword.
    var swiftName: String { Self.swiftWords.contains(self) ? "`\(self)`" : self }

    /// The name of a parameter, which is another one if it is a Swift keyword.
    var parameterName: String { Self.swiftWords.contains(self) ? self + "_" : self }

    /// The label of an argument. Only one keyword needs backticks.
    var argumentLabel: String { self == "inout" ? swiftName : self }

    /// The label and the name of a parameter. As labels, only three keywords need backticks.
    var parameter: String {
        guard parameterName != self else { return self }
        return (["inout", "let", "var"].contains(self) ? swiftName : self) + " " + parameterName
    }

    /// The name of the property that stores the value for another one that cannot.
    var storageName: String { "stored_" + self }

    /// The integer as Swift writes it.
    var canonicalInteger: String { Int64(self)?.description ?? UInt64(self)?.description ?? self }

    /// The text as a line of a comment, without characters that end the comment or change its display order.
    var commentLine: String {
        var view = UnicodeScalarView()
        view.append(contentsOf: unicodeScalars.map { $0.breaksComment ? " " : $0 })
        while view.last?.properties.isWhitespace ?? false { view.removeLast() }
        return String(view)
    }

    /// The text as code within a doc comment.
    var asCode: String { contains("`") ? self : "`\(self)`" }

    private static let swiftWords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "await", "borrowing", "break", "case",
        "catch",
        "class",
        "consuming", "continue", "default", "defer", "deinit", "do", "each", "else", "enum", "extension", "fallthrough",
        "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "nonisolated", "open", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true",
        "try",
        "typealias", "var", "where", "while",
    ]
}

extension Unicode.Scalar {
    /// Whether the character ends a comment or changes its display order.
    var breaksComment: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
        }
    }

    /// Whether the character is visible and has no other effect.
    var isSeen: Bool { !needsEscape && !properties.isWhitespace }

    /// Whether the character is invisible or has another effect.
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
