extension Program {
    /// Warns about names that differ only in case, and about operations that send the same requests.
    mutating func warnAboutSimilarNames() {
        var types: [String: (Name, SourceFile)] = [:]
        var paths: [String: (Endpoint, SourceFile)] = [:]
        for document in allDocuments {
            func warn(_ message: String, at range: Range<Int>) {
                warnings.append(Diagnostic(message, at: range, in: document.file, .warning))
            }
            let names =
                document.structures.map(\.name) + document.enumerations.map(\.name) + document.unions.map(\.name)
            for name in names {
                guard let (other, file) = types[name.text.lowercased()] else {
                    types[name.text.lowercased()] = (name, document.file)
                    continue
                }
                guard other.text != name.text else { continue }
                let place = file.place(of: other.range.lowerBound)
                warn(
                    "`\(name.text)` and `\(other.text)` differ only in case; the other one is at \(place)",
                    at: name.range)
            }
            for (message, range) in unusedCredentials(in: document) { warn(message, at: range) }
            for body in document.bodies { for (message, range) in body.similarNames { warn(message, at: range) } }
            for endpoint in document.messages.flatMap(\.endpoints) where endpoint.ownName == nil {
                let shape = "\(endpoint.method.text) \(endpoint.message.path.shape)"
                guard let (other, file) = paths[shape] else {
                    paths[shape] = (endpoint, document.file)
                    continue
                }
                let place = file.place(of: other.range.lowerBound)
                let name = "\(endpoint.method.text)(name) REQUEST"
                warn(
                    "this sends the same requests as the operation at \(place); remove one, or give both a name, like `\(name)`",
                    at: endpoint.range)
            }
        }
    }
}

extension Program {
    /// Warnings about credentials that are never sent.
    private func unusedCredentials(in document: Document) -> [(String, Range<Int>)] {
        let operations = allDocuments.flatMap { $0.messages.flatMap(\.operations) }
        let needs = operations.compactMap(\.rules.needs) + (client?.needs.map { [$0] } ?? [])
        let needed = Set(needs.flatMap { $0.alternatives.flatMap { $0 } }.map(\.text))
        let unused = document.clients.flatMap(\.credentials).map(\.name).filter { !needed.contains($0.text) }
        let own =
            document.messages.flatMap(\.operations).compactMap(\.rules.needs) + document.clients.compactMap(\.needs)
        let hidden = own.filter { $0.alternatives.dropLast().contains { $0.isEmpty } }
        return unused.map { ("no operation needs `\($0.text)`; write `NEEDS \($0.text);` in the client", $0.range) }
            + hidden.map { ("what follows NOTHING is never sent; write NOTHING last", $0.range) }
    }
}

extension Document {
    var bodies: [Body] { structures.map(\.body) + messages.flatMap { $0.operations.map(\.body) } }
}

extension Body {
    /// Warnings about fields whose names differ only in case.
    fileprivate var similarNames: [(String, Range<Int>)] {
        var names: [String: Name] = [:]
        var found: [(String, Range<Int>)] = []
        for name in fields.map(\.name) {
            if let other = names.updateValue(name, forKey: name.text.lowercased()), other.text != name.text {
                found.append(("`\(name.text)` and `\(other.text)` differ only in case; rename one of them", name.range))
            }
        }
        return found
    }
}

extension MessagePath {
    /// The path without the names of its variables.
    fileprivate var shape: String {
        segments.map { segment in
            "/"
                + segment.pieces.map { piece in
                    switch piece {
                    case .text(_, let url): url
                    case .variables(let expression):
                        "{\(expression.sign)\(expression.variables.map(\.modifier).joined(separator: ","))}"
                    }
                }.joined()
        }.joined()
    }
}
