extension String {
    /// The text in quotation marks.
    var idlLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// The text as a wire name. Nil if the text is empty, contains control characters, or begins or ends with white
    /// space.
    var idlWireName: String? {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last,
            !first.properties.isWhitespace, !last.properties.isWhitespace,
            !unicodeScalars.contains(where: \.isControl)
        else { return nil }
        // A sign before a digit would look like a number.
        let isNumber = (first == "+" || first == "-") && unicodeScalars.dropFirst().first?.properties.numericType != nil
        var name = isNumber ? "\\" : ""
        for scalar in unicodeScalars {
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_.:@/+".unicodeScalars.contains(scalar)
            if !isPlain { name += "\\" }
            name.unicodeScalars.append(scalar)
        }
        return name
    }

    /// The name of a field for the name of a member.
    var fieldName: String {
        let name = memberName.isEmpty ? caseName : memberName
        return name.isEmpty ? "value" : name
    }
}

extension Unicode.Scalar {
    /// Whether this is a control character or a line break.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
