import JSONBytes

/// An OpenAPI document.
final class OpenAPIDocument {
    let root: Element
    private let json: JSONDocument
    /// The targets of references that have been followed.
    private var targets: [String: Element] = [:]

    /// Reads a document. Throws if it is not JSON, or not OpenAPI 3.
    init(_ bytes: [UInt8]) throws(ImportError) {
        do throws(JSONSyntaxError) {
            json = try JSONDocument(bytes)
        } catch {
            let place = JSONDocument.place(of: error.offset, in: bytes)
            throw ImportError(
                pointer: "", line: place.line, column: place.column,
                message:
                    "this is not JSON: \(error.reason.text)\(Self.isObject(bytes) ? "" : "; convert YAML to JSON first")"
            )
        }
        root = Element(node: json.root, pointer: "")
        guard root.isObject else { throw self.error(root, "an OpenAPI document is an object") }
        guard let version = root["openapi"], let text = version.text else {
            throw self.error(
                root["swagger"] ?? root,
                root["swagger"] == nil
                    ? "there is no member \"openapi\"; this is not an OpenAPI document"
                    : "this is a document of Swagger 2; convert it to OpenAPI 3 first")
        }
        guard text.hasPrefix("3.") else {
            throw self.error(version, "the version \(text.debugDescription) is not supported; use 3.0 or 3.1")
        }
    }

    /// Whether the text begins like an object in JSON.
    private static func isObject(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == UInt8(ascii: "{")
    }

    func error(_ place: Element, _ message: String) -> ImportError {
        let (line, column) = json.place(of: place.node.start)
        return ImportError(pointer: place.pointer, line: line, column: column, message: message)
    }

    /// Follows the `$ref` of an element, if it has one.
    func resolved(_ element: Element) throws(ImportError) -> Element {
        var element = element
        var passed: Set<String> = []
        while let reference = element["$ref"]?.text {
            guard passed.insert(element.pointer).inserted else {
                throw error(element, "this reference refers to itself")
            }
            element = try target(of: reference, at: element)
        }
        return element
    }

    /// The target of a reference.
    func target(of reference: String, at element: Element) throws(ImportError) -> Element {
        if let target = targets[reference] { return target }
        guard reference.hasPrefix("#") else {
            throw error(
                element, "\(reference.debugDescription) is in another document; put everything into one document first")
        }
        var target = root
        for token in reference.dropFirst().split(separator: "/") {
            let name = String(token).withoutPercentEscapes.withoutPointerEscapes
            let next =
                target[name] ?? Int(name).flatMap { target.elements.indices.contains($0) ? target.elements[$0] : nil }
            guard let next else { throw error(element, "there is nothing at \(reference.debugDescription)") }
            target = next
        }
        targets[reference] = target
        return target
    }
}

extension String {
    fileprivate var withoutPercentEscapes: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let value = String(decoding: digits, as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(value, radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
