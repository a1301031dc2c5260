import HTTPIDLCompiler

/// A path with variables, as a `.http` file writes it.
struct PathTemplate {
    private enum Part {
        case text(String)
        case variable(String)
    }

    private let parts: [Part]
    /// The names of the variables in the document, and in the file.
    let names: [String: String]

    /// Reads a path, without its fragment. Some documents use fragments to list a path more than once.
    init(_ path: String) {
        var parts: [Part] = []
        var names: [String: String] = [:]
        var scope = NameScope(Reserved.request.union(Reserved.parameter))
        var rest = path.prefix { $0 != "#" }
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            parts.append(.text(String(rest[..<start])))
            let name = rest[rest.index(after: start)..<end].drop { "+./;?&".contains($0) }
            let text = String(name.last == "*" ? name.dropLast() : name)
            names[text] = names[text] ?? scope.unique(text.fieldName)
            parts.append(.variable(text))
            rest = rest[rest.index(after: end)...]
        }
        parts.append(.text(String(rest)))
        (self.parts, self.names) = (parts, names)
    }

    /// The path of a `.http` file.
    ///
    /// - Parameter expressions: The expressions of variables that are not plain, such as `.color*`.
    func text(_ expressions: [String: String]) -> String {
        var text = ""
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let literal): text += literal.pathLiteral
            case .variable(let name):
                let isAlone =
                    if index + 1 < parts.count, case .text(let next) = parts[index + 1] {
                        next.isEmpty && index + 2 >= parts.count || next.hasPrefix("/")
                    } else {
                        true
                    }
                let plain = names[name] ?? name
                let expression = expressions[name]
                text += expression == nil && isAlone ? "$\(plain)" : "${\(expression ?? plain)}"
            }
        }
        return text
    }
}

extension String {
    /// The text as a part of a path.
    fileprivate var pathLiteral: String {
        var text = ""
        for scalar in unicodeScalars {
            if "$;\\{}*".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace && scalar.isASCII {
                text += "\\"
            }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
