extension HTTPContent {
    /// The members of a dictionary, in order.
    ///
    /// ```swift
    /// let members: HTTPContent.Members = ["name": "Ada", "age": 36]
    /// let name = members["name"]?.stringValue
    /// ```
    public struct Members: Hashable, Sendable {
        /// A key and its value.
        ///
        /// ```swift
        /// for member in members { print(member.key, member.value) }
        /// ```
        public struct Member: Hashable, Sendable {
            /// The key.
            public var key: String
            /// The value.
            public var value: HTTPContent

            /// Creates a member.
            public init(key: String, value: HTTPContent) {
                self.key = key
                self.value = value
            }
        }

        private var members: [Member]

        /// Creates members from pairs, in their order.
        public init(_ pairs: some Sequence<(String, HTTPContent)>) {
            members = pairs.map { Member(key: $0.0, value: $0.1) }
        }

        /// Creates members from a dictionary, sorted by key.
        public init(sorting dictionary: [String: HTTPContent]) {
            members = dictionary.map { Member(key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
        }

        /// Creates members, in their order.
        package init(_ members: [Member]) {
            self.members = members
        }

        /// The value of `key`, or the last one if the key repeats. A new value keeps the place of the member, and nil
        /// removes it.
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
    /// Returns an iterator over the members.
    public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
    /// The position of the first member.
    public var startIndex: Int { members.startIndex }
    /// The position after the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at `position`.
    public subscript(position: Int) -> Member { members[position] }
}

extension HTTPContent.Members: ExpressibleByDictionaryLiteral {
    /// Creates members from the pairs of a literal, in their order.
    public init(dictionaryLiteral elements: (String, HTTPContent)...) {
        self.init(elements)
    }
}

extension HTTPContent.Members: CustomStringConvertible {
    /// The members as JSON, for messages.
    public var description: String { HTTPContent.dictionary(self).description }
}

extension HTTPContent.Members.Member: CustomStringConvertible {
    /// The key and the value as JSON, for messages. The value of a secret key is not shown.
    public var description: String { "\(key.debugDescription.inOneLine): \(shownValue)" }

    private var shownValue: HTTPContent {
        Redaction().isSecret(key, isParameter: false) ? .string(Redaction.mark) : value
    }
}
