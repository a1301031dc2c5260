import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// The messages about rule files, and of all errors of definitions, are in `Fixtures/Messages.txt`.
@Suite struct MessagesTests {
    private let store: DefinitionStore

    init() throws {
        store = try DefinitionAPI.over(ScriptedConnector(), #"{"DEFAULT": {"Method": "PUT"}, "Kept": {}}"#).store
    }

    private static let misuses = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Rules/Misuses.json").standardizedFileURL

    private func faults(_ name: String, _ load: () throws -> [DefinitionFault]) -> [(place: String, message: String)] {
        do {
            return try load().map { (name + $0.path, $0.reason) }
        } catch {
            return ((error as? DefinitionFaults)?.faults ?? []).map { (name + $0.path, $0.reason) }
        }
    }

    private func faults(_ name: String, ofFile text: String) -> [(place: String, message: String)] {
        faults("\(name) ") { try store.load(json: Data(text.utf8), replacing: false) }
    }

    @Test func messagesOfRuleFilesAreKnown() throws {
        let data = try Data(contentsOf: Self.misuses)
        var messages = faults("") { try store.load(json: data) }
        messages += faults("a list", ofFile: "[]")
        messages += faults("a file that is not JSON", ofFile: #"{"A": {"#)
        messages += faults("a known name", ofFile: #"{"Kept": {}}"#)
        messages += faults("another default", ofFile: #"{"DEFAULT": {"Method": "GET"}}"#)
        messages += faults("a file in UTF-16 ") { try store.load(json: Data([0x7B, 0, 0x7D, 0])) }
        messages += faults("a value of Swift ") { try store.load(rules: ["A": ["Path": Thread.current]]) }

        #expect(messages.count > 40)
        try MessageSnapshot.check(messages, in: "Rule files")
    }

    private static let errors: [String: DefinitionError] = [
        "unknownName": .unknownName("Usr", similar: []), "noPath": .noPath("User"), "noNextPage": .noNextPage("User"),
        "noItems": .noItems(at: "data"), "noItems of the body": .noItems(at: ""),
        "noCursor": .noCursor(at: "meta.next"),
        "credentialsInBody": .credentialsInBody(host: "other.example"), "noName": .noName,
        "unknownName, similar": .unknownName("Usr", similar: ["User", "Users"]),
        "unknownModel": .unknownModel("Nobody", known: ["User"]),
        "unknownModel, similar": .unknownModel("Usr", known: ["User"]),
        "unknownRequestSerializer": .unknownRequestSerializer("CSV", known: ["AFJSONRequestSerializer"]),
        "unknownResponseSerializer": .unknownResponseSerializer("CSV", known: ["AFJSONResponseSerializer"]),
        "malformedVariable": .malformedVariable("{id"), "place": .place("id", reason: "the reason"),
        "malformedVariable, expression": .malformedVariable("{?user-id}"),
        "variableAfterHost": .variableAfterHost("rest"),
        "parameter": .parameter("id", reason: "the reason"), "formWithoutBody": .formWithoutBody(.get),
        "arrayInForm": .arrayInForm, "unencodable": .unencodable("color", type: "Color"),
        "noSuccess": .noSuccess("User"), "unexpectedObject": .unexpectedObject("String", wanted: "User"),
        "debug": .debug(code: 7),
    ]

    @Test func messagesOfDefinitionErrorsAreKnown() throws {
        let file = "Sources/AbstractHTTPDefinitions/Definition/DefinitionError.swift"

        #expect(try MessageSnapshot.cases(of: "DefinitionError", in: file, without: Self.errors.keys) == [])
        try MessageSnapshot.check(Self.errors.map { ($0.key, $0.value.description) }, in: "Errors of definitions")
    }
}
