import OpenAPIImport
import Testing

/// `httpidl-import.json`.
@Suite struct SettingsTests {
    private let document = ##"""
        {"openapi": "3.0.3", "info": {"title": "Shop"}, "paths": {
           "/loaves": {"get": {"operationId": "list_loaves", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Loaf"}}}}}},
                       "delete": {"operationId": "delete_loaf", "responses": {}}},
           "/internal/a": {"get": {"responses": {}}}},
         "components": {"schemas": {"Loaf": {"type": "object", "required": ["id", "at", "size"], "properties": {
           "id": {"type": "integer"}, "at": {"type": "string"}, "size": {"type": "object", "properties": {"x": {"type": "integer"}}}}}}}}
        """##

    private func importing(_ settings: String) throws -> ImportedAPI {
        try OpenAPIImporter(settings: ImportSettings(json: Array(settings.utf8))).importing(Array(document.utf8))
    }

    @Test func namesTypesAndOmissionsAreAsTheSettingsSay() throws {
        let api = try importing(
            ##"""
            {"client": "Corner", "names": {"list_loaves": "loaves", "#/components/schemas/Loaf": "Bread", "#/components/schemas/Loaf/properties/size": "Size"},
             "types": {"#/components/schemas/Loaf/properties/id": "App.LoafID"},
             "omit": ["/internal/", "delete_loaf", "#/components/schemas/Loaf/properties/at"]}
            """##)

        #expect(api.files.map(\.name) == ["client.http", "loaves.http", "models.http"])
        #expect(lines(api.files[0].text) == ["/* Shop */", "CLIENT Corner {", "}"])
        #expect(
            lines(api.files[1].text) == ["MESSAGE /loaves {", "GET(loaves) REQUEST {}", "RESPONSE { Bread; }", "}"])
        #expect(
            lines(api.files[2].text) == [
                "STRUCT Size {", "INT64? x;", "}", "STRUCT Bread {", "App.LoafID id;", "Size size;", "}",
            ])
    }

    @Test(arguments: [
        ("{", "1:2: this is not JSON: it ends too early"), ("[]", "1:1: write an object"),
        (#"{"clients": "A"}"#, #"1:2: unknown setting "clients""#),
        (#"{"client": 1}"#, "1:12: the value must be a string"),
        (#"{"omit": {}}"#, "1:10: the value must be a list"), (#"{"names": []}"#, "1:11: the value must be an object"),
        (#"{"omit": ["list"]}"#, #"the document has no operation "list""#),
        (#"{"omit": ["/b/"]}"#, #"the document has no path "/b/""#),
        (##"{"names": {"#/components/schemas/Lof": "A"}}"##, ##"there is nothing at "#/components/schemas/Lof""##),
        (##"{"names": {"#/components/schemas/Loaf": "a b"}}"##, #""a b" is not a name"#),
        (#"{"names": {"list_loaves": "{"}}"#, #""{" is not a name"#),
        (##"{"types": {"#/components/schemas/Loaf": "A; } STRUCT B {"}}"##, "is not a type of a .http file"),
        (#"{"types": {"list_loaves": "A"}}"#, "is not the pointer of a schema"),
        (#"{"client": "my shop"}"#, #""my shop" is not the name of a client"#),
    ]) func settingThatIsNotValidIsAnError(_ settings: String, _ message: String) {
        let error = #expect(throws: ImportError.self) { try importing(settings) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
