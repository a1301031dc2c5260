/// Which members of an object a type reads when it is decoded.
package enum DecodedMembers: Sendable {
    /// The type cannot be decoded from an object without members.
    case required
    /// All members are optional. Their names are here.
    case optional(MemberNames)
    /// The type reads whatever it finds, as a dictionary or a text does.
    case all

    /// Decodes the type from an object without members, and notes the members that it asks for.
    package init(of type: any Decodable.Type) {
        guard !(type is any ResponseInitializable.Type) else {
            self = .all
            return
        }
        self.init { notes in
            _ = try type.init(from: ContentTreeDecoder(content: [:], dates: .iso8601, path: nil, notes: notes))
        }
    }

    /// - Parameter read: Reads an object without members, and notes the members that it asks for.
    package init(_ read: (MemberNotes) throws -> Void) {
        let notes = MemberNotes()
        let isComplete = (try? read(notes)) != nil
        self = notes.hasReadAll ? .all : isComplete ? .optional(notes.names) : .required
    }
}

/// The names of members, regardless of how a key strategy spells them.
package struct MemberNames: Sendable {
    private var names: Set<String> = []

    fileprivate mutating func insert(_ name: String) { names.insert(name.plainKey) }

    /// Whether one of the members has one of these names.
    package func contain(anyOf members: HTTPContent.Members) -> Bool {
        members.contains { names.contains($0.key.plainKey) }
    }
}

/// Notes which members of an object are read.
package final class MemberNotes: Sendable {
    private struct State: Sendable {
        var names = MemberNames()
        var hasReadAll = false
    }

    private let state = LockedValue(State())

    fileprivate var names: MemberNames { state.withLock(\.names) }
    fileprivate var hasReadAll: Bool { state.withLock(\.hasReadAll) }

    /// Notes that the member with this name was read.
    package func note(_ name: String) { state.withLock { $0.names.insert(name) } }

    /// Notes that all members were read.
    package func noteAll() { state.withLock { $0.hasReadAll = true } }
}

extension Decoder {
    /// Notes which members are read, or nil if this is not a decoder of ``DecodedMembers``.
    package var memberNotes: MemberNotes? { (self as? ContentTreeDecoder)?.notes }
}
