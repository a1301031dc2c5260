import Foundation

/// The parameters of a request that are in its path, its query, and its form, each written as its location says.
package struct PlacedParameters: Sendable {
    /// The fields of a parameter or of a member of a map.
    fileprivate struct Group: Sendable {
        let key: String
        let isNamed: Bool
        let fields: [Field]
    }

    /// The form that is the body.
    package enum Form: Sendable {
        case urlEncoded
        case multipart
    }

    /// The values of the variables in the path.
    package var variables = VariableValues()
    /// The kind of the form, or nil if there is none.
    package private(set) var form: Form?
    /// Whether fields of both kinds of forms were added.
    private var isMixed = false
    private var queryGroups: [Group] = []
    private var formGroups: [Group] = []

    package init() {}

    /// Whether nothing was added.
    var isEmpty: Bool { variables.isEmpty && form == nil && queryGroups.isEmpty }

    /// The parameters of a request whose URL is already filled.
    package var withoutVariables: Self {
        var parameters = self
        parameters.variables = VariableValues()
        return parameters
    }
}

extension PlacedParameters {
    /// Adds a parameter to the path, the query, or the form. Null adds nothing, and leaves a variable out.
    package mutating func add(
        _ name: String, _ content: HTTPContent, _ place: ParameterLocation.Place, _ options: FieldOptions
    ) throws(HTTPContentError) {
        switch place {
        case .path(let variable): try variables.set(variable ?? name, content, options)
        case .query(let key): queryGroups.append(try Group(key ?? name, content, options))
        case .queryMap: queryGroups += try Group.each(of: content, options)
        case .field(let key): try addField(key ?? name, content, options, to: .urlEncoded)
        case .part(let key): try addField(key ?? name, content, options, to: .multipart)
        case .fieldMap:
            begin(.urlEncoded)
            formGroups += try Group.each(of: content, options)
        case .header, .headerMap, .body: break
        }
    }

    private mutating func begin(_ form: Form) {
        isMixed = isMixed || self.form != nil && self.form != form
        self.form = form
    }

    private mutating func addField(
        _ key: String, _ content: HTTPContent, _ options: FieldOptions, to form: Form
    ) throws(HTTPContentError) {
        begin(form)
        formGroups.append(try Group(key, content, options, carriesBytes: form == .multipart))
    }
}

extension PlacedParameters {
    /// The query with `rest` after it, or nil if both are empty.
    func query(before rest: String?, by encoder: some URLEncoder) -> String? {
        let text = Self.fields(of: queryGroups).urlEncoded(by: encoder)
        guard let rest, !rest.isEmpty else { return text.isEmpty ? nil : text }
        return text.isEmpty ? rest : "\(text)&\(rest)"
    }

    /// The form as a body, or nil if there is none. Throws if there are two.
    func encodedForm() throws(InvalidRequest) -> EncodedContent? {
        guard !isMixed else { throw .twoBodies }
        let fields = Self.fields(of: formGroups)
        switch form {
        case nil: return nil
        case .urlEncoded:
            return EncodedContent(mediaType: .form, body: .data(Data(fields.urlEncoded(by: FormURLEncoder()).utf8)))
        case .multipart:
            let form = MultipartForm(fields: fields)
            return EncodedContent(mediaType: form.contentType, body: form.body)
        }
    }

    /// The fields in order. A named parameter takes precedence over the member of a map.
    private static func fields(of groups: [Group]) -> [Field] {
        let named = Set(groups.lazy.filter { $0.isNamed && !$0.fields.isEmpty }.map(\.key))
        return groups.flatMap { $0.isNamed || !named.contains($0.key) ? $0.fields : [] }
    }
}

extension PlacedParameters.Group {
    fileprivate init(
        _ key: String, _ content: HTTPContent, _ options: FieldOptions, isNamed: Bool = true, carriesBytes: Bool = false
    ) throws(HTTPContentError) {
        (self.key, self.isNamed) = (key, isNamed)
        fields = try content.fields(named: key, options, carriesBytes: carriesBytes)
    }

    /// A group for each member of a map.
    fileprivate static func each(
        of map: HTTPContent, _ options: FieldOptions
    ) throws(HTTPContentError) -> [Self] {
        var groups: [Self] = []
        for member in try map.namedMembers {
            do throws(HTTPContentError) {
                groups.append(try Self(member.key, member.value, options, isNamed: false))
            } catch {
                throw error.below(key: member.key)
            }
        }
        return groups
    }
}
