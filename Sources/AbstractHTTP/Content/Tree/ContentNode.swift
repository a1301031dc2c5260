/// What an encoder has written so far.
final class ContentNode {
    enum Slot {
        case content(HTTPContent)
        case node(ContentNode)

        var content: HTTPContent {
            switch self {
            case .content(let content): content
            case .node(let node): node.content
            }
        }
    }

    private enum Kind {
        case empty
        case single
        case elements
        case members
    }

    private var kind = Kind.empty
    private var slots: [Slot] = []
    /// The keys of the members, in the order of their slots.
    private var keys: [String] = []
    /// The position of each key, once there are too many keys for a linear search.
    private var positions: [String: Int] = [:]

    /// The type of the keys of members.
    private(set) var keyType: ObjectIdentifier?

    /// The tree. A value that writes nothing is an empty dictionary, as in Foundation's encoders.
    var content: HTTPContent {
        switch kind {
        case .single: slots[0].content
        case .elements: .array(slots.map(\.content))
        case .empty, .members: .dictionary(members)
        }
    }

    private var members: HTTPContent.Members {
        let members = zip(keys, slots).map { HTTPContent.Members.Member(key: $0, value: $1.content) }
        return HTTPContent.Members(isUnordered ? members.sorted { $0.key < $1.key } : members)
    }

    /// The number of elements.
    var count: Int { kind == .elements ? slots.count : 0 }

    func set(_ slot: Slot) {
        begin(.single)
        slots = [slot]
    }

    func beginElements() { begin(.elements) }

    func beginMembers(_ keyType: ObjectIdentifier) {
        begin(.members)
        self.keyType = keyType
    }

    func append(_ slot: Slot) {
        begin(.elements)
        slots.append(slot)
    }

    func append(_ slot: Slot, _ key: String) {
        begin(.members)
        if let position = position(of: key) {
            slots[position] = slot
        } else {
            add(slot, key)
        }
    }

    /// Returns the node at `key`, and creates it if it does not exist.
    func child(_ key: String) -> ContentNode {
        begin(.members)
        if let position = position(of: key), case .node(let node) = slots[position] { return node }
        let node = ContentNode()
        append(.node(node), key)
        return node
    }

    /// Changes the kind of the node. Discards the content of a different kind.
    private func begin(_ kind: Kind) {
        guard self.kind != kind else { return }
        self.kind = kind
        slots = []
        keys = []
        positions = [:]
    }

    private static let fewKeys = 16

    private func position(of key: String) -> Int? {
        keys.count <= Self.fewKeys ? keys.firstIndex(of: key) : positions[key]
    }

    private func add(_ slot: Slot, _ key: String) {
        keys.append(key)
        slots.append(slot)
        if keys.count == Self.fewKeys + 1 {
            positions = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
        } else if keys.count > Self.fewKeys {
            positions[key] = keys.count - 1
        }
    }
}
