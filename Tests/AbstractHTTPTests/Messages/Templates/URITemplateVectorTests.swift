import AbstractHTTP
import Foundation
import TestSupport
import Testing

/// The published vectors of RFC 6570.
@Suite(.enabled(if: SharedMaterial.has("vectors/uritemplate"))) struct URITemplateVectorTests {
    @Test(arguments: ["spec-examples", "spec-examples-by-section", "extended-tests", "negative-tests"])
    func everyTemplateExpandsAsPublished(set: String) throws {
        let text = try SharedMaterial.text("vectors/uritemplate/\(set).given.json")
        let groups = try JSONDecoder().decode([String: Group].self, from: Data(text.utf8))
        for (name, group) in groups {
            for vector in group.testcases {
                let result = try? group.expand(vector.template)

                let expected: [String?] = vector.expected.isEmpty ? [nil] : vector.expected
                #expect(expected.contains(result), "\(set), \(name): \(vector.template)")
            }
        }
        #expect(groups.values.map(\.testcases.count).reduce(0, +) >= 24)
    }
}

private struct Group: Decodable {
    let variables: [String: Variable]
    let testcases: [Vector]

    /// Variables that the vectors do not define are undefined.
    func expand(_ text: String) throws -> String {
        let template = try URITemplate(text)
        let names = template.variableNames.map { ($0, variables[$0]?.value) }
        return try template.expanded(with: Dictionary(uniqueKeysWithValues: names))
    }
}

/// A template with its possible expansions. There are none if it must be refused.
private struct Vector: Decodable {
    let template: String
    let expected: [String]

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        template = try row.decode(String.self)
        if let one = try? row.decode(String.self) {
            expected = [one]
        } else if let several = try? row.decode([String].self) {
            expected = several
        } else {
            #expect(try row.decode(Bool.self) == false)
            expected = []
        }
    }
}

/// A string, a number, a list, or an object.
private struct Variable: Decodable {
    let value: (any URITemplateVariable)?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = text
        } else if let number = try? container.decode(Int.self) {
            value = number
        } else if let number = try? container.decode(Double.self) {
            value = number
        } else if let list = try? container.decode([String].self) {
            value = list
        } else if let pairs = try? container.decode([String: String?].self) {
            value = pairs.compactMapValues { $0 }
        } else {
            #expect(container.decodeNil())
            value = nil
        }
    }
}
