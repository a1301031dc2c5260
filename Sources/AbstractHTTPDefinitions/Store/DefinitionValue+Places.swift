import AbstractHTTP

extension DefinitionValue {
    /// Reads the places of parameters, by the names of the parameters.
    func places() throws(RuleMismatch) -> [String: ParameterLocation] {
        var places: [String: ParameterLocation] = [:]
        var faults: [RuleMismatch.Fault] = []
        for member in try members() {
            do throws(RuleMismatch) {
                places[member.key] = try Self(content: member.value, names: names).place()
            } catch {
                faults += error.faults.map { (member.key, $0.reason) }
            }
        }
        faults += Self.repeatedVariables(of: places)
        guard faults.isEmpty else { throw RuleMismatch(faults: faults) }
        return places
    }

    /// A fault for each parameter whose variable another one has, too.
    private static func repeatedVariables(of places: [String: ParameterLocation]) -> [RuleMismatch.Fault] {
        var owners: [String: String] = [:]
        return places.sorted { $0.key < $1.key }.compactMap { name, location in
            guard case .path(let variable) = location.place else { return nil }
            let other = owners.updateValue(name, forKey: variable ?? name)
            return other.map {
                (name, "{\(variable ?? name)} already has the value of \($0.debugDescription); remove one")
            }
        }
    }

    /// Reads a place: its kind alone, or a dictionary of its kind with a name, and of options.
    private func place() throws(RuleMismatch) -> ParameterLocation {
        if case .string(let kind) = content {
            guard let place = PlaceKind(rawValue: kind) else { throw Self.unknownKind(kind) }
            guard let location = place.location(nil, ParameterLocation.Format()) else {
                throw RuleMismatch(reason: "\(content) needs a name; write {\(content): \"X-Name\"}")
            }
            return location
        }
        guard case .dictionary(let members) = content else {
            throw mismatch("a place; write its kind, such as \"Query\", or a dictionary")
        }
        let (kind, name) = try kind(of: members)
        var format = ParameterLocation.Format()
        for member in members where member.key != kind.rawValue {
            guard kind.options.contains(member.key) else { throw Self.unknownOption(member.key, of: kind) }
            try format.set(member.key, Self(content: member.value, names: names))
        }
        if let fault = kind.fault(ofName: name) { throw RuleMismatch(reason: fault) }
        guard let location = kind.location(name, format) else { throw Self.unknownKind(kind.rawValue) }
        return location
    }

    private func kind(of members: HTTPContent.Members) throws(RuleMismatch) -> (PlaceKind, name: String) {
        let kinds = members.compactMap { member in PlaceKind(rawValue: member.key).map { ($0, member.value) } }
        guard let (kind, value) = kinds.first, kinds.count == 1 else {
            guard kinds.isEmpty, let stray = members.first(where: { !PlaceKind.allOptions.contains($0.key) }) else {
                throw mismatch("a place; write exactly one of \(PlaceKind.list)")
            }
            throw Self.unknownKind(stray.key)
        }
        guard case .string(let name) = value else {
            throw RuleMismatch(
                reason: "the name of \(kind.rawValue.debugDescription) is not a string; write it in quotation marks")
        }
        return (kind, name)
    }

    private static func unknownKind(_ kind: String) -> RuleMismatch {
        let near = kind.nearest(of: PlaceKind.allCases.map(\.rawValue))
        let advice = near.map { "did you mean \($0.debugDescription)?" } ?? "write one of \(PlaceKind.list)"
        return RuleMismatch(reason: "\(kind.debugDescription) is not a place; \(advice)")
    }

    private static func unknownOption(_ option: String, of kind: PlaceKind) -> RuleMismatch {
        let near = option.nearest(of: kind.options)
        let advice =
            near.map { "did you mean \($0.debugDescription)?" }
            ?? (kind.options.isEmpty ? "remove it" : "the options are \(kind.options.joined(separator: ", "))")
        return RuleMismatch(reason: "\(kind.rawValue) has no option \(option.debugDescription); \(advice)")
    }
}

/// The kinds of places in rule files.
private enum PlaceKind: String, CaseIterable {
    case path = "Path"
    case query = "Query"
    case queryMap = "Query Map"
    case header = "Header"
    case headerMap = "Header Map"
    case field = "Field"
    case fieldMap = "Field Map"
    case part = "Part"
    case body = "Body"

    static var list: String { allCases.map(\.rawValue.debugDescription).joined(separator: ", ") }
    static let allOptions = ["Arrays", "Nesting", "Booleans", "Dates", "Empty Arrays", "Not Finite"]

    /// The options of the place.
    var options: [String] {
        switch self {
        case .path: ["Booleans", "Dates", "Not Finite"]
        case .header, .headerMap: ["Booleans", "Dates", "Empty Arrays", "Not Finite"]
        case .query, .queryMap, .field, .fieldMap, .part: Self.allOptions
        case .body: []
        }
    }

    /// Why the name cannot be used, or nil if it can.
    func fault(ofName name: String) -> String? {
        switch self {
        case .header: name.headerNameFault
        // The names with this prefix are checked when the request is made.
        case .headerMap: name.isEmpty || name.isToken ? nil : name.headerNameFault
        case .body: name.isHeaderValue ? nil : "a media type cannot contain CR, LF, or NUL; remove it"
        case .queryMap, .fieldMap:
            name.isEmpty ? nil : "\(rawValue) takes no name; write \(rawValue.debugDescription): \"\""
        default: name.isEmpty ? "the name of \(rawValue.debugDescription) is empty; write a name" : nil
        }
    }

    /// The place, or nil if it needs a name.
    func location(_ name: String?, _ format: ParameterLocation.Format) -> ParameterLocation? {
        let place: ParameterLocation.Place? =
            switch self {
            case .path: .path(name)
            case .query: .query(name)
            case .queryMap: .queryMap
            case .header: name.map { .header($0) }
            case .headerMap: .headerMap(prefix: name ?? "")
            case .field: .field(name)
            case .fieldMap: .fieldMap
            case .part: .part(name)
            case .body: .body(contentType: name.flatMap { $0.isEmpty ? nil : $0 })
            }
        return place.map { ParameterLocation($0, format) }
    }
}

/// The values of the options of a place, by their names in rule files.
private enum OptionNames {
    static let arrays: KeyValuePairs<String, FieldOptions.Arrays> = [
        "Repeated": .repeated, "Brackets": .brackets, "Indexed": .indexed, "Commas": .commas, "Spaces": .spaces,
        "Pipes": .pipes,
    ]
    static let nesting: KeyValuePairs<String, FieldOptions.Nesting> = [
        "Brackets": .brackets, "Dots": .dots, "Joined": .joined,
    ]
    static let booleans: KeyValuePairs<String, FieldOptions.Booleans> = ["Words": .words, "Digits": .digits]
    static let dates: KeyValuePairs<String, DateCodingStrategy> = [
        "ISO 8601": .iso8601, "ISO 8601 With Fraction": .iso8601WithFraction, "HTTP": .httpDate,
        "Seconds": .secondsSince1970, "Milliseconds": .millisecondsSince1970,
    ]
    static let emptyArrays: KeyValuePairs<String, FieldOptions.EmptyArrays> = [
        "Omitted": .omitted, "Sent": .sent,
    ]
    static let nonFinite: KeyValuePairs<String, NonFiniteNumbers> = ["Refused": .refused, "Names": .names]
}

extension ParameterLocation.Format {
    /// Sets the option named `key`.
    fileprivate mutating func set(_ key: String, _ value: DefinitionValue) throws(RuleMismatch) {
        switch key {
        case "Arrays": arrays = try value.choice(of: key, OptionNames.arrays)
        case "Nesting": nesting = try value.choice(of: key, OptionNames.nesting)
        case "Booleans": booleans = try value.choice(of: key, OptionNames.booleans)
        case "Dates": dates = try value.choice(of: key, OptionNames.dates)
        case "Empty Arrays": emptyArrays = try value.choice(of: key, OptionNames.emptyArrays)
        default: nonFinite = try value.choice(of: key, OptionNames.nonFinite)
        }
    }
}

extension DefinitionValue {
    /// Reads one of the names of an option.
    fileprivate func choice<Choice>(
        of key: String, _ choices: KeyValuePairs<String, Choice>
    ) throws(RuleMismatch) -> Choice {
        if case .string(let text) = content, let choice = choices.first(where: { $0.key == text }) {
            return choice.value
        }
        let names = choices.map(\.key.debugDescription).joined(separator: ", ")
        throw mismatch("a value of \(key.debugDescription); write one of \(names)")
    }
}
