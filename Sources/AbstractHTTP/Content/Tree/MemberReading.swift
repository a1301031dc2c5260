/// What a type reads of the members of an object when it is decoded.
package enum MemberReading: Sendable {
    /// None of them. It would be the same value without them.
    case nothing
    /// One of them, or more.
    case members
    /// Whatever it finds, as a dictionary and a text do.
    case all
}

extension HTTPContent.Members {
    /// Decodes the type from these members, and says which of them it reads. Names are compared regardless of how a key
    /// strategy spells them.
    package func reading(by type: any Decodable.Type) -> MemberReading {
        guard !(type is any ResponseDecodable.Type) else { return .all }
        let notes = MemberNotes()
        // A strategy of the decoder may be missing here, so the decoding can fail after it has read a member.
        _ = try? type.init(
            from: ContentTreeDecoder(content: .dictionary(self), dates: .iso8601, path: nil, notes: notes))
        return notes.reading(of: self)
    }
}

/// Notes which members of an object are read.
package final class MemberNotes: Sendable {
    private struct State: Sendable {
        var names: Set<String> = []
        var hasReadAll = false
    }

    private let state = LockedValue(State())

    /// Notes that the member with this name was read, if there is one.
    package func note(_ name: String) { state.withLock { _ = $0.names.insert(name.plainKey) } }

    /// Notes that all members were read.
    func noteAll() { state.withLock { $0.hasReadAll = true } }

    fileprivate func reading(of members: HTTPContent.Members) -> MemberReading {
        let state = state.withLock { $0 }
        if state.hasReadAll { return .all }
        return members.contains { state.names.contains($0.key.plainKey) } ? .members : .nothing
    }
}

extension Decoder {
    /// The value and the notes of a decoder that notes which members are read. Nil for any other decoder.
    package var noted: (content: HTTPContent, notes: MemberNotes)? {
        guard let tree = self as? ContentTreeDecoder else { return nil }
        return tree.notes.map { (tree.content, $0) }
    }
}
