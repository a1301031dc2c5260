/// A value without some of its members: those that stand elsewhere in a request already.
package struct PartialContent: Encodable {
    private let whole: any Encodable
    /// The tree of the whole.
    private let members: HTTPContent.Members
    private let names: Set<String>

    /// A value without the members called `names`, as its coding keys are called.
    ///
    /// - Parameter members: Those of the tree of the value, its keys unchanged.
    package init(_ whole: any Encodable, _ members: HTTPContent.Members, without names: Set<String>) {
        self.whole = whole
        self.members = members
        self.names = names
    }

    /// Encodes the members that are left.
    package func encode(to encoder: any Encoder) throws {
        try content(.unchanged, omitsNil: true).encode(to: encoder)
    }

    /// The tree of the members that are left.
    func content(_ keys: KeyCase, omitsNil: Bool) throws -> HTTPContent {
        if case .unchanged = keys, !omitsNil { return .dictionary(members.without(names)) }
        let content = try HTTPContent(whole, keys: keys, omitsNil: omitsNil)
        // The members of a dictionary are data, and keep their keys.
        return .dictionary((content.members ?? [:]).without(names.union(names.map(keys.convert))))
    }
}

extension HTTPContent.Members {
    fileprivate func without(_ names: Set<String>) -> Self {
        Self(filter { !names.contains($0.key) }.map { ($0.key, $0.value) })
    }
}
