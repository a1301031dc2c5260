extension String {
    /// The string as a Swift literal.
    var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// The string with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The string as an identifier. A name can have any other characters between backticks.
    var identifier: String {
        let isPlain = utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        return isPlain && utf8.first?.isDigit == false ? self : "`\(self)`"
    }

    /// Returns the name or, if it is taken, the name with the first number that is free.
    func unlike(_ taken: Set<String>) -> String {
        var (name, number) = (self, 1)
        while taken.contains(name) {
            number += 1
            name = "\(self)\(number)"
        }
        return name
    }
}

extension ParameterSyntax {
    private static let keywords = Set(
        """
        as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false \
        fileprivate for func guard if import in init internal is let nil operator precedencegroup private protocol public \
        repeat rethrows return self static struct subscript super switch throw throws true try typealias var where while \
        Any Self
        """.split(separator: " ").map(String.init))

    /// The parameter as written in an expression.
    var expression: String { Self.keywords.contains(name.text) ? "`\(name.text)`" : name.text }
}
