import AbstractHTTP

/// The parameters of a request as the values of variables in its URL.
struct TemplateValues {
    private let members: HTTPContent.Members
    private let options: FieldOptions
    /// The names and the options of the parameters that have a place in the path, by the names of the variables.
    private var places: [String: (name: String, options: FieldOptions)] = [:]

    init(_ members: HTTPContent.Members, _ options: FieldOptions, _ places: [String: ParameterLocation]?) {
        (self.members, self.options) = (members, options)
        guard let places else { return }
        for (name, location) in places {
            if case .path(let variable) = location.place {
                self.places[variable ?? name] = (name, location.options(options))
            }
        }
    }

    /// The parameter that has a place in the path, but is not among the names.
    func name(notAmong names: Set<String>) -> String? {
        places.isEmpty ? nil : places.values.map(\.name).sorted().first { !names.contains($0) && members[$0] != nil }
    }

    /// The name of the member for a variable.
    func name(for variable: String) -> String { places[variable]?.name ?? variable }

    /// The value of a variable, which is null if there is none.
    func content(of variable: String) -> HTTPContent { members[name(for: variable)] ?? .null }

    /// The text of a value that is a string, a number, a Boolean, or a date.
    func text(of content: HTTPContent, for variable: String) throws(HTTPContentError) -> String {
        guard let place = places[variable] else { return try options.text(of: content) }
        return try place.options.text(of: content)
    }

    /// The texts of a list or a dictionary without nulls (RFC 6570, section 3.2.2), or nil for another value.
    func texts(of content: HTTPContent, for variable: String) throws(HTTPContentError) -> [String]? {
        var texts: [String] = []
        switch content {
        case .array(let elements):
            for element in elements where element != .null { texts.append(try text(of: element, for: variable)) }
        case .dictionary(let members):
            for member in members where member.value != .null {
                texts += [member.key, try text(of: member.value, for: variable)]
            }
        default: return nil
        }
        return texts
    }

    /// Sets a variable of an expression.
    func set(_ variable: String, in values: inout VariableValues) throws(HTTPContentError) {
        try values.set(variable, content(of: variable), places[variable]?.options ?? options)
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
            do throws(HTTPContentError) {
                try values.set(name, in: &variables)
            } catch {
                let short = values.content(of: name).short
                throw .parameter(
                    values.name(for: name),
                    reason: "\(short) is not a string, a number, or a list or a dictionary of them")
            }
        }
        do throws(URITemplateError) {
            let text = try path(filledBy: variables)
            // Only these operators begin a query.
            guard !inPath || beginsQuery || !text.utf8.contains(where: { "?#".utf8.contains($0) }) else {
                throw URITemplateError.endsPath(variableNames.joined(separator: ", "), template: self.text)
            }
            return text
        } catch {
            throw .parameter(variableNames.joined(separator: ", "), reason: error.description)
        }
    }
}
