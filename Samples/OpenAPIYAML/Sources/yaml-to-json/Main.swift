import Foundation
import OpenAPIYAML

/// `yaml-to-json api.yaml > api.json` prints an OpenAPI document in YAML as JSON.
@main enum Main {
    static func main() {
        guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
            end(with: "write yaml-to-json FILE")
        }
        do {
            let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
            FileHandle.standardOutput.write(Data(try YAMLDocument(text).json + [UInt8(ascii: "\n")]))
        } catch let error as YAMLDocumentError {
            end(with: "\(path):\(error)")
        } catch {
            end(with: "\(path): \(error.localizedDescription)")
        }
    }

    private static func end(with message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(1)
    }
}
