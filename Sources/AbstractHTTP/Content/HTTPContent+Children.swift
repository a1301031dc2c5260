extension HTTPContent {
    /// A step from an array or a dictionary to one of its children.
    package enum Step {
        case index(Int)
        case key(String)
    }

    /// The maximum number of levels, so that no value overflows the stack. Decoding one takes about 4 KB of it, and the
    /// stack of a task on an Apple system has only 512 KB.
    package static let deepestLevel = 64

    /// Throws if the value has more than `levels` levels.
    func checkDepth(_ levels: Int) throws(HTTPContentError) {
        switch self {
        case .array(let elements):
            guard levels > 0 else { throw HTTPContentError(reason: .tooDeep) }
            for element in elements { try element.checkDepth(levels - 1) }
        case .dictionary(let members):
            guard levels > 0 else { throw HTTPContentError(reason: .tooDeep) }
            for member in members { try member.value.checkDepth(levels - 1) }
        default: break
        }
    }

    /// The same array or dictionary with changed children. Errors say in which child they occurred.
    func mapChildren(
        _ change: (HTTPContent) throws(HTTPContentError) -> HTTPContent
    ) throws(HTTPContentError) -> Self {
        var children: [HTTPContent] = []
        try forEachChild { _, child throws(HTTPContentError) in children.append(try change(child)) }
        switch self {
        case .array: return .array(children)
        case .dictionary(let members): return .dictionary(Members(zip(members, children).map { ($0.key, $1) }))
        default: return self
        }
    }

    /// Calls `body` with each element or member. Errors say in which one they occurred.
    func forEachChild(_ body: (Step, HTTPContent) throws(HTTPContentError) -> Void) throws(HTTPContentError) {
        switch self {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                try Self.visit(.index(index), element, body)
            }
        case .dictionary(let members):
            for member in members { try Self.visit(.key(member.key), member.value, body) }
        default: break
        }
    }

    private static func visit(
        _ step: Step, _ child: Self, _ body: (Step, Self) throws(HTTPContentError) -> Void
    ) throws(HTTPContentError) {
        do throws(HTTPContentError) {
            try body(step, child)
        } catch {
            throw error.below(step)
        }
    }
}
