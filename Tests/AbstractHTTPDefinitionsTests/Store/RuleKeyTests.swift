import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@testable import AbstractHTTPDefinitions

/// Each key of the table is read, inherited from `DEFAULT`, shown, and on the page.
@Suite struct RuleKeyTests {
    private let api: DefinitionAPI

    init() throws {
        api = try DefinitionAPI.over(ScriptedConnector())
    }

    /// Two values of each key, in JSON.
    private static let values: [String: (first: String, second: String)] = [
        "Base": (#""https://a.example/""#, #""https://b.example/""#), "Path Prefix": (#""v1/""#, #""v2/""#),
        "Path": (#""a""#, #""b""#), "Method": (#""PUT""#, #""POST""#),
        "Headers": (#"{"X-A": "1"}"#, #"{"X-B": "2"}"#), "Parameters": (#"{"a": 1}"#, "{}"),
        "Places": (#"{"a": {"Query": "b", "Dates": "HTTP"}}"#, #"{"a": {"Query": "b", "Dates": "Seconds"}}"#),
        "Authorization": ("true", "false"),
        "Serializer": (#""AFHTTPRequestSerializer""#, #""AFJSONRequestSerializer""#),
        "Response Serializer": (#""AFHTTPResponseSerializer""#, #""AFJSONResponseSerializer""#),
        "Response Type": ("3", "0"), "Response Class": (#""TopicEntity""#, #""Anything""#),
        "Response Classes": (#"{"202": "Anything"}"#, "{}"),
        "Failure Class": (#""TopicEntity""#, #""Anything""#),
        "Failure Classes": (#"{"409": "Anything"}"#, "{}"), "Response Accept Null": ("true", "false"),
        "Cache Policy": ("2", "0"), "Expire": ("60", "0"),
        "Offline Policy": ("1", "0"), "Next Page": (#"{"Link": "next"}"#, #"{"URL": "next"}"#),
        "Items": (#""data""#, #""""#), "User Info": (#"{"a": 1}"#, "{}"), "Notes": (#""first""#, #""second""#),
    ]

    /// Loads the rules, and returns the definition `A` as a request uses it.
    private func complete(_ rules: String) throws -> Definition {
        try api.store.load(json: Data(rules.utf8))
        return try api.store.completeDefinition(named: "A").definition
    }

    @Test(arguments: RuleKey.all.map(\.name)) func aKeyOfDEFAULTReachesDefinitionsWithoutIt(_ key: String) throws {
        let (first, second) = try #require(Self.values[key])
        let own = try complete(#"{"A": {"\#(key)": \#(first)}}"#)
        let other = try complete(#"{"A": {"\#(key)": \#(second)}}"#)

        let inherited = try complete(#"{"DEFAULT": {"\#(key)": \#(first)}, "A": {}}"#)
        let overridden = try complete(#"{"DEFAULT": {"\#(key)": \#(first)}, "A": {"\#(key)": \#(second)}}"#)

        #expect(own != Definition(name: "A") && own != other)
        #expect(inherited == own)
        #expect(overridden == other)
    }

    @Test func aDefinitionWithEveryKeyShowsAllMembers() throws {
        let members = try RuleKey.all.map { key in try "\"\(key.name)\": \(#require(Self.values[key.name]).first)" }

        let definition = try complete(#"{"A": {\#(members.joined(separator: ", "))}}"#)

        #expect(Mirror(reflecting: definition).children.count == RuleKey.all.count + 1)
    }

    @Test func theTableHasEachKeyOnceAsThePageDoes() throws {
        let table = try page().components(separatedBy: "| key | value | meaning |\n")
        let rows = table[1].split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }
        let keys = rows.dropFirst().map { $0.split(separator: "`")[1] }.map(String.init)

        #expect(RuleKey.all.map(\.name) == keys)
        #expect(Set(keys).count == keys.count && Set(keys) == Set(Self.values.keys))
    }

    @Test func everyStandardSerializerIsOnThePage() throws {
        let (page, names) = (try page(), Set(RequestSerializer.standard.keys).union(ResponseSerializer.standard.keys))

        #expect(names.count > 5)
        #expect(names.filter { !page.contains("`\($0)`") } == [])
    }

    private func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/Definitions.md")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
