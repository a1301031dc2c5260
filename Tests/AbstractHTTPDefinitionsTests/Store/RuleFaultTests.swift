import AbstractHTTP
import AbstractHTTPDefinitions
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// All faults of a rule file are reported together with their places, and nothing is loaded.
@Suite struct RuleFaultTests {
    @Test(arguments: [
        DefinitionError.unknownName(terminalControls, similar: [terminalControls]), .noItems(at: terminalControls),
        .unknownModel("A", known: [terminalControls]), .malformedVariable(terminalControls),
        .variableAfterHost(terminalControls), .parameter("a", reason: terminalControls),
        .formWithoutBody(HTTPMethod(rawValue: terminalControls)), .credentialsInBody(host: terminalControls),
    ])
    func textOfAFileIsEscapedInDescriptions(error: DefinitionError) {
        #expect("\(error)".controlsOfTerminal == [])
    }

    private let api: DefinitionAPI

    init() throws {
        api = try DefinitionAPI.over(ScriptedConnector(), #"{"Kept": {"Path": "kept"}}"#)
    }

    private func faults(_ rules: String, lenient: Bool = false) -> [String] {
        do {
            try api.store.load(json: Data(rules.utf8), lenient: lenient)
            return []
        } catch {
            return (error as? DefinitionFaults)?.faults.map(\.description) ?? ["\(error)"]
        }
    }

    @Test func allFaultsAreReportedWithTheirPlaces() {
        let faults = faults(
            """
            {
              "DEFAULT": {"Base": "example.com", "Authorization": "yes"},
              "@Group": {
                "Twice": {"Path": "a"},
                "It's": {"pathprefix": "a", "Color": 1, "Headers": {"X-A": 1, "X B": "a", "X-C": "a\\nb"}},
                "@Inner": {}
              },
              "@NoGroup": [],
              "Twice": {"Path": "b", "Method": 1},
              "Types": {
                "Path": 1, "Path Prefix": "{", "Method": "A B", "Parameters": [], "Response Type": 7,
                "Cache Policy": 4, "Offline Policy": "1", "Expire": -1, "User Info": "a", "Notes": {}, "Response Accept Null": 2
              },
              "Names": {"Serializer": "CSV", "Response Serializer": "AFImageResponseSerializer", "Response Class": "Nobody"},
              "Text": "GET",
              "": {}
            }
            """)

        #expect(
            faults == [
                "$['']: the name of a definition is empty; write a name",
                "$['@Group']['@Inner']: a group cannot contain another group",
                "$['@Group']['It\\'s']['Color']: unknown key \"Color\"; Documentation/Definitions.md lists the keys",
                "$['@Group']['It\\'s']['Headers']['X B']: \"X B\" is not the name of a header field; use letters, digits, and hyphens (RFC 9110, section 5.1)",
                "$['@Group']['It\\'s']['Headers']['X-A']: 1 is not a string; write it in quotation marks",
                "$['@Group']['It\\'s']['Headers']['X-C']: a header value cannot contain CR, LF, or NUL (RFC 9110, section 5.5); remove it",
                "$['@Group']['It\\'s']['pathprefix']: unknown key \"pathprefix\"; did you mean \"Path Prefix\"?",
                "$['@NoGroup']: [] is not a group; write a dictionary of definitions",
                "$['DEFAULT']['Authorization']: \"yes\" is not a Boolean; write true or false",
                "$['DEFAULT']['Base']: \"example.com\" is not an absolute URL; write a scheme and a host, as in \"https://example.com\"",
                "$['Names']['Response Class']: no model is registered as \"Nobody\"; call registry.register(Nobody.self) first",
                "$['Names']['Response Serializer']: no response serializer is registered as \"AFImageResponseSerializer\"; use \"AFHTTPResponseSerializer\", \"AFJSONResponseSerializer\", \"AFPropertyListResponseSerializer\", or call registry.register(responseSerializer:)",
                "$['Names']['Serializer']: no request serializer is registered as \"CSV\"; use \"AFHTTPRequestSerializer\", \"AFJSONRequestSerializer\", \"AFPropertyListRequestSerializer\", or call registry.register(requestSerializer:)",
                "$['Text']: \"GET\" is not a definition; write a dictionary",
                "$['Twice']: a definition named \"Twice\" already exists at $['@Group']['Twice']",
                "$['Twice']['Method']: 1 is not a string; write it in quotation marks",
                "$['Types']['Cache Policy']: 4 is not a value of this key; write one of 0 (default), 1 (protocol), 2 (always), 3 (expire), 5 (noCache)",
                "$['Types']['Expire']: -1 is not a number of seconds; write 0 or more",
                "$['Types']['Method']: \"A B\" is not a method; write a token, which has no spaces (RFC 9110, section 9.1)",
                "$['Types']['Notes']: {} is not a string; write it in quotation marks",
                "$['Types']['Offline Policy']: \"1\" is not a value of this key; write one of 0 (default), 1 (loadCache)",
                "$['Types']['Parameters']: [] is not a dictionary; write keys and values in braces",
                "$['Types']['Path']: 1 is not a string; write it in quotation marks",
                "$['Types']['Path Prefix']: \"{\" is not a variable; write a name of letters, digits, \"_\", \"-\", and \".\" between braces",
                "$['Types']['Response Accept Null']: 2 is not a Boolean; write true or false",
                "$['Types']['Response Type']: 7 is not a value of this key; write one of 0 (default), 1 (success), 2 (object), 3 (objects)",
                "$['Types']['User Info']: \"a\" is not a dictionary; write keys and values in braces",
            ])
        #expect(api.store.definitions.map(\.name) == ["Kept"])
    }

    @Test(arguments: [
        ("Pth", "Path"), ("Ptah", "Path"), ("bse", "Base"), ("Hedrs", "Headers"), ("MEHTOD", "Method"),
        ("path_prefx", "Path Prefix"), ("ResponseClas", "Response Class"), ("Itm", "Items"),
    ])
    func aTypoOfAKeyNamesTheKey(typo: String, key: String) {
        #expect(
            faults(#"{"A": {"\#(typo)": 1}}"#) == [
                #"$['A']['\#(typo)']: unknown key "\#(typo)"; did you mean "\#(key)"?"#
            ])
    }

    @Test(arguments: ["Color", "P", "Auth", "URL", "Cookies", "", "\u{1F600}"])
    func anotherKeyNamesThePage(key: String) {
        let expected =
            "$['A']['\(key)']: unknown key \(key.debugDescription); Documentation/Definitions.md lists the keys"

        #expect(faults("{\"A\": {\"\(key)\": 1}}") == [expected])
    }

    @Test func duplicateKeyIsAFault() {
        #expect(
            faults(#"{"A": {"Path": "a", "Method": "GET", "\u0050ath": "b"}, "@g": {"B": {}, "B": {}}, "A": {}}"#) == [
                "$['A']['Path']: the key \"Path\" is repeated; remove one of the two",
                "$['@g']['B']: the key \"B\" is repeated; remove one of the two",
                "$['A']: the key \"A\" is repeated; remove one of the two",
            ])
        #expect(
            faults(#"{"@g": {"A": {"Headers": {"X": "1", "X": "2"}, "User Info": {"a": {"b": 1, "b": 2}}}}}"#) == [
                "$['@g']['A']['Headers']['X']: the key \"X\" is repeated; remove one of the two",
                "$['@g']['A']['User Info']['a']['b']: the key \"b\" is repeated; remove one of the two",
            ])
        #expect(faults(#"{"A": {"Parameters": {"a": [{"x": 1, "x": "\"{"}], "b": {}}, "Path": "x"}}"#) == [])
    }

    @Test func lenientLoadWarnsOnlyAboutUnknownKeys() throws {
        let rules = #"{"A": {"Path": "a", "Color": 1}, "B": {"Path": 1}}"#
        #expect(faults(rules, lenient: true) == ["$['B']['Path']: 1 is not a string; write it in quotation marks"])
        #expect(api.store.definitions.map(\.name) == ["Kept"])

        let warnings = try api.store.load(
            json: Data(#"{"A": {"Path": "a", "Color": 1}}"#.utf8), lenient: true)
        #expect(warnings.map(\.path) == ["$['A']['Color']"])
        #expect(api.store.definitions.map(\.path) == ["a"])
    }

    @Test func addedFileCannotRedefineAName() throws {
        let error = #expect(throws: DefinitionFaults.self) {
            try api.store.load(json: Data(#"{"Kept": {"Path": "other"}}"#.utf8), replacing: false)
        }

        #expect(error?.faults.map(\.description) == [#"$['Kept']: a definition named "Kept" already exists"#])
        #expect(api.store.definition(named: "Kept")?.path == "kept")
    }

    @Test func addedFileCannotChangeTheDefault() throws {
        let first = #"{"DEFAULT": {"Method": "PUT"}, "A": {"Path": "a"}}"#
        try api.store.load(json: Data(first.utf8), replacing: false)
        try api.store.load(json: Data(#"{"DEFAULT": {"Method": "PUT"}}"#.utf8), replacing: false)

        let error = #expect(throws: DefinitionFaults.self) {
            try api.store.load(json: Data(#"{"DEFAULT": {"Method": "GET"}}"#.utf8), replacing: false)
        }

        #expect(
            error?.faults.map(\.description) == [
                "$['DEFAULT']: another default definition already exists; remove \"DEFAULT\" from this file"
            ])
        #expect(api.store.defaultDefinition.method == .put)
        #expect(api.store.definitions.map(\.name) == ["A", "Kept"])
    }

    @Test func anExpressionHasAtMost64Names() {
        func path(_ count: Int) -> String { "a{?\((0..<count).map { "v\($0)" }.joined(separator: ","))}" }

        #expect(faults(#"{"A": {"Path": "\#(path(64))"}}"#) == [])
        #expect(faults(#"{"A": {"Path": "\#(path(65))"}}"#).first?.contains("up to 64 names") == true)
    }

    @Test(.timeLimit(.minutes(5))) func manyVariablesInAHostAreReadQuickly() async throws {
        let host = String(repeating: "{a}", count: 50_000) + "{b}.example.com"
        #expect(faults(#"{"Long": {"Path": "https://\#(host)/"}}"#) == [])

        let task = await api.finished("Long") { $0.parameters = ["a": "x", "b": [1]] }

        let error = task.error?.underlying as? DefinitionError
        #expect(error?.description.hasPrefix(#"the parameter "b" cannot be used in the URL"#) == true)
    }

    @Test func unusableBaseURLIsAFault() {
        let bases = [
            "https://a b/", "https://h:99999/", "https:///x", "//h/", "https://{host}:{port}/{v}/", "ftp://h/",
        ]

        let all = bases.map { faults(#"{"A": {"Base": "\#($0)"}}"#) }

        #expect(all.map(\.count) == [1, 1, 1, 1, 0, 0])
        #expect(
            all[1] == [
                #"$['A']['Base']: the URL "https://h:99999/" has a port that is too large; write a number up to 65535"#
            ])
    }

    @Test func missingDefinitionErrorExplainsWhy() async throws {
        _ = faults(#"{"Mine": {"Path": 1}}"#)
        let refused = await api.finished("Mine")
        try api.store.load(json: Data("{}".utf8))
        let unknown = await api.finished("Mine")

        #expect(
            refused.error?.description
                == #"GET Mine: invalidRequest: there is no definition named "Mine"; the last rule file was not loaded: $['Mine']['Path']: 1 is not a string; write it in quotation marks"#
        )
        #expect(unknown.error?.description == #"GET Mine: invalidRequest: there is no definition named "Mine""#)
    }

    @Test func tooDeepNestingIsAFault() {
        var value: Any = 1
        for _ in 0..<5_000 { value = [value] }

        let error = #expect(throws: DefinitionFaults.self) {
            try api.store.load(rules: ["A": ["User Info": ["a": value]]])
        }
        #expect(error?.faults.map(\.path) == ["$"])
    }

    @Test func textThatIsNotUTF8IsAFault() throws {
        for encoding in [String.Encoding.utf16LittleEndian, .utf32BigEndian, .isoLatin1] {
            let data = try #require(#"{"A": {"Path": "é"}}"#.data(using: encoding))
            let error = #expect(throws: DefinitionFaults.self) { try api.store.load(json: data) }
            #expect(
                error?.faults.map(\.description) == [
                    "$: the file is not in UTF-8 (RFC 8259, section 8.1); save it in UTF-8"
                ])
        }
        try api.store.load(json: Data([0xEF, 0xBB, 0xBF]) + Data(#"{"A": {"Path": "é"}}"#.utf8))
        #expect(api.store.definition(named: "A")?.path == "é")
    }

    @Test func invalidRuleFileIsARootFault() {
        #expect(faults("[]") == ["$: [] is not a rule file; write a dictionary of definitions"])
        #expect(faults("3") == ["$: 3 is not a rule file; write a dictionary of definitions"])
        #expect(faults(#"{"A": {"#) == ["$: the JSON is malformed: Unexpected end of file during JSON parse."])
        #expect(faults("{\"A\": x}").first?.hasPrefix("$: the JSON is malformed: ") == true)
        #expect(faults("").first?.hasPrefix("$: the JSON is malformed: ") == true)
        let error = #expect(throws: DefinitionFaults.self) { try api.store.load(propertyList: Data("<plist>".utf8)) }
        #expect(error?.faults.first?.description.hasPrefix("$: the property list is malformed: ") == true)
        #expect(throws: DefinitionFaults.self) { try api.store.load(rules: ["A": ["Path": Thread.current]]) }
    }

    @Test func faultsHaveAMultilineDescription() {
        let error = #expect(throws: DefinitionFaults.self) {
            try api.store.load(json: Data(#"{"A": {"Path": 1}, "B": 2}"#.utf8))
        }

        #expect(
            error?.description == """
                the rule file was not loaded, because it has 2 faults:
                $['A']['Path']: 1 is not a string; write it in quotation marks
                $['B']: 2 is not a definition; write a dictionary
                """)
    }
}
