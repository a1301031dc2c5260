extension OutputBytes {
    /// Sorts the members of the last object, which begins at an index and ends at the end, by their keys.
    package mutating func sortMembers(from start: Int) {
        guard let members = withView({ try? $0.members(from: start) }) else { return }
        var sorted = OutputBytes(capacity: count - start)
        for member in members.sorted(by: { $0.key.precedesInUTF8($1.key) }) {
            sorted.append(sorted.count == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
            sorted.append(self, member.range)
        }
        sorted.append(UInt8(ascii: "}"))
        removeAll(from: start)
        append(sorted, 0..<sorted.count)
    }
}

extension ByteView {
    /// The keys of the object at an index, and where its members are.
    fileprivate func members(from start: Int) throws(JSONSyntaxError) -> [(key: String, range: Range<Int>)] {
        var reader = JSONByteReader(self)
        reader.index = start
        var members: [(key: String, range: Range<Int>)] = []
        guard try reader.beginObject() else { return members }
        repeat {
            let first = reader.index
            let key = try reader.memberName()
            try reader.skipValue()
            members.append((key, first..<reader.index))
        } while try reader.nextMember()
        return members
    }
}
