/// A value without some of its members: those that stand elsewhere in a request already.
package struct PartialContent: Encodable {
    private let whole: any Encodable
    private let names: Set<String>

    /// A value without the members called `names`, as its coding keys are called.
    package init(_ whole: any Encodable, without names: Set<String>) {
        self.whole = whole
        self.names = names
    }

    /// Encodes the members that are left.
    package func encode(to encoder: any Encoder) throws {
        try content(.unchanged).encode(to: encoder)
    }

    /// The tree of the members that are left.
    func content(_ keys: KeyCase) throws -> HTTPContent {
        let content = try HTTPContent(whole, keys: keys)
        guard let members = content.members else { return content }
        // The members of a dictionary are data, and keep their keys.
        let written = names.union(names.map(keys.convert))
        return .dictionary(HTTPContent.Members(members.filter { !written.contains($0.key) }.map { ($0.key, $0.value) }))
    }
}
