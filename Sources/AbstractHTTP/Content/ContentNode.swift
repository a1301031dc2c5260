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

    private enum State {
        case empty
        case single(Slot)
        case elements([Slot])
        case members([(key: String, slot: Slot)])
    }

    private var state = State.empty

    /// The tree; null when nothing was written.
    var content: HTTPContent {
        switch state {
        case .empty: .null
        case .single(let slot): slot.content
        case .elements(let slots): .array(slots.map(\.content))
        case .members(let members):
            .dictionary(HTTPContent.Members(members.map { .init(key: $0.key, value: $0.slot.content) }))
        }
    }

    /// The number of elements.
    var count: Int {
        if case .elements(let slots) = state { slots.count } else { 0 }
    }

    func set(_ slot: Slot) { state = .single(slot) }

    func beginElements() {
        guard case .elements = state else {
            state = .elements([])
            return
        }
    }

    func beginMembers() {
        guard case .members = state else {
            state = .members([])
            return
        }
    }

    func append(_ slot: Slot) {
        guard case .elements(var slots) = take() else {
            state = .elements([slot])
            return
        }
        slots.append(slot)
        state = .elements(slots)
    }

    func append(_ slot: Slot, _ key: String) {
        guard case .members(var members) = take() else {
            state = .members([(key, slot)])
            return
        }
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].slot = slot
        } else {
            members.append((key, slot))
        }
        state = .members(members)
    }

    /// The state, which is then empty, so that appending to it copies nothing.
    private func take() -> State {
        defer { state = .empty }
        return state
    }
}
