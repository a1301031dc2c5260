import AbstractHTTP

/// The parameters of a request as the values of variables in its URL.
struct TemplateValues {
    struct Member {
        let name: String
        let content: HTTPContent
        let options: FieldOptions

        /// The text of a value, or the texts of a list or a dictionary without nulls (RFC 6570, section 3.2.2).
        func texts() throws(HTTPContentError) -> [String] {
            switch content {
            case .array(let elements):
                return try elements.filter { $0 != .null }.map { element throws(HTTPContentError) in
                    try options.text(of: element)
                }
            case .dictionary(let members):
                var texts: [String] = []
                for member in members where member.value != .null {
                    texts += [member.key, try options.text(of: member.value)]
                }
                return texts
            default: return [try options.text(of: content)]
            }
        }
    }

    private let members: HTTPContent.Members
    private let options: FieldOptions
    /// The names and the options of the parameters that have a place in the path, by the names of the variables.
    private var places: [String: (name: String, location: ParameterLocation)] = [:]

    init(_ members: HTTPContent.Members, _ options: FieldOptions, _ places: [String: ParameterLocation]?) {
        (self.members, self.options) = (members, options)
        for (name, location) in places ?? [:] {
            if case .path(let variable) = location.place { self.places[variable ?? name] = (name, location) }
        }
    }

    /// The member for a variable. Its content is null if there is none.
    func member(for variable: String) -> Member {
        guard let place = places[variable] else {
            return Member(name: variable, content: members[variable] ?? .null, options: options)
        }
        return Member(
            name: place.name, content: members[place.name] ?? .null, options: place.location.options(options))
    }
}

extension URITemplate {
    /// The expression with a letter or a digit in place of its values.
    var shape: String {
        var values = VariableValues()
        for name in variableNames { try? values.set(name, "1", FieldOptions()) }
        return (try? path(filledBy: values)) ?? "1"
    }

    /// The expression with its values.
    ///
    /// - Parameter inPath: Whether it stands in the path, which a value must not end.
    func filled(by values: TemplateValues, inPath: Bool) throws(DefinitionError) -> String {
        var variables = VariableValues()
        for name in variableNames {
            let member = values.member(for: name)
            do throws(HTTPContentError) {
                try variables.set(name, member.content, member.options)
            } catch {
                throw .parameter(
                    member.name,
                    reason: "\(member.content.short) is not a string, a number, or a list or a dictionary of them")
            }
        }
        do throws(URITemplateError) {
            let text = try path(filledBy: variables)
            // Only these operators begin a query.
            guard !inPath || text.hasPrefix("?") || !text.utf8.contains(where: { "?#".utf8.contains($0) }) else {
                throw URITemplateError.endsPath(variableNames.joined(separator: ", "), template: self.text)
            }
            return text
        } catch {
            throw .parameter(variableNames.joined(separator: ", "), reason: error.description)
        }
    }
}
