extension HTTPContent {
    /// The members of a dictionary, in order.
    public struct Members: Hashable, Sendable {
        /// A key and its value.
        public struct Member: Hashable, Sendable {
            /// The key.
            public var key: String
            /// The value.
            public var value: HTTPContent

            /// Makes a member.
            public init(key: String, value: HTTPContent) {
                self.key = key
                self.value = value
            }
        }

        private var members: [Member]

        /// Makes members of pairs, in their order.
        public init(_ pairs: some Sequence<(String, HTTPContent)>) {
            members = pairs.map { Member(key: $0.0, value: $0.1) }
        }

        /// Makes members of a dictionary, sorted by key.
        public init(sorting dictionary: [String: HTTPContent]) {
            members = dictionary.map { Member(key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
        }

        /// Makes members, in their order.
        package init(_ members: [Member]) {
            self.members = members
        }

        /// The value of `key`, the last one where it repeats. Setting it keeps its place, nil removes it.
        public subscript(key: String) -> HTTPContent? {
            get { members.last { $0.key == key }?.value }
            set {
                let index = members.lastIndex { $0.key == key }
                switch (index, newValue) {
                case (let index?, let value?): members[index].value = value
                case (nil, let value?): members.append(Member(key: key, value: value))
                case (_, nil): members.removeAll { $0.key == key }
                }
            }
        }
    }
}

extension HTTPContent.Members: RandomAccessCollection {
    /// Reads the members.
    public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
    /// The position of the first member.
    public var startIndex: Int { members.startIndex }
    /// The position after the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at `position`.
    public subscript(position: Int) -> Member { members[position] }
}

extension HTTPContent.Members: ExpressibleByDictionaryLiteral {
    /// Makes members of the pairs, in their order.
    public init(dictionaryLiteral elements: (String, HTTPContent)...) {
        self.init(elements)
    }
}
