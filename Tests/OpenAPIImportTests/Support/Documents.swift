import HTTPIDLCompiler
import OpenAPIImport

/// Imports a document that consists of these parts.
func imported(
    paths: String = "{}", schemas: String = "{}", more: String = "", version: String = "3.0.3",
    _ selection: OpenAPIImporter.Selection = .init()
) throws -> ImportedAPI {
    let text = """
        {"openapi": "\(version)", "info": {"title": "Shop", "version": "1"}, "paths": \(paths)\(more.isEmpty ? "" : ", \(more)"),
         "components": {"schemas": \(schemas)}}
        """
    return try OpenAPIImporter(selection: selection).importing(Array(text.utf8))
}

/// The declarations that an import makes of schemas, as lines without indentation.
func declarations(
    of schemas: String, sent: String = "", version: String = "3.0.3"
) throws -> [String] {
    let body =
        sent.isEmpty
        ? "" : #""requestBody": {"required": true, "content": {"application/json": {"schema": \#(sent)}}},"#
    let paths = """
        {"/a": {"post": {"operationId": "send", \(body)
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}}
        """
    let api = try imported(paths: paths, schemas: schemas, version: version)
    return lines(api.files.first { $0.name == "models.http" }?.text ?? "")
}

/// The operation that an import makes, as lines without indentation.
func operation(_ operation: String, path: String = "/a", method: String = "get", more: String = "") throws -> [String] {
    let api = try imported(paths: #"{"\#(path)": {"\#(method)": \#(operation)}}"#, more: more)
    return lines(api.files.first { $0.name != "client.http" }?.text ?? "")
}

func lines(_ text: String) -> [String] {
    text.split(separator: "\n").dropFirst().map { String($0.drop { $0 == " " }) }
}

extension ImportedAPI {
    /// The Swift of the files. Throws what the compiler says about them.
    func swift(onWarning: (Diagnostic) -> Void = { _ in }) throws -> [GeneratedFile] {
        try IDLCompiler(options: .init(isStrict: true)).compile(
            files.map { SourceFile(path: $0.name, text: $0.text) }, onWarning: onWarning)
    }
}
