// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 12-recursive.http.

import AbstractHTTPIDL

/// `Node`
nonisolated struct Node: GeneratedContent, Hashable {
    /// `value`
    var value: String?
    /// `next`
    var next: Node? {
        get { stored_next.value }
        set { stored_next.value = newValue }
    }
    private var stored_next: Indirect<Node?>

    static let keyOfValue = "value"
    static let keyOfNext = "next"

    init(value: String? = nil, next: Node? = nil) {
        self.value = value
        self.stored_next = Indirect(next)
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.value = try reader.optional("value")
        self.stored_next = Indirect(try reader.optional("next"))
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.value, "value")
        fields.write(self.stored_next.value, "next")
        return fields.content
    }
}

/// `Tree`
nonisolated struct Tree: GeneratedContent, Hashable {
    /// `children`
    var children: [Tree]?
    /// `named`
    var named: [String: Tree]?

    static let keyOfChildren = "children"
    static let keyOfNamed = "named"

    init(children: [Tree]? = nil, named: [String: Tree]? = nil) {
        self.children = children
        self.named = named
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.children = try reader.optional("children")
        self.named = try reader.optional("named")
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.children, "children")
        fields.write(self.named, "named")
        return fields.content
    }
}

/// `Mother`
nonisolated struct Mother: GeneratedContent, Hashable {
    /// `daughter`
    var daughter: Daughter? {
        get { stored_daughter.value }
        set { stored_daughter.value = newValue }
    }
    private var stored_daughter: Indirect<Daughter?>
    /// `name`
    var name: String?

    static let keyOfDaughter = "daughter"
    static let keyOfName = "name"

    init(daughter: Daughter? = nil, name: String? = nil) {
        self.stored_daughter = Indirect(daughter)
        self.name = name
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_daughter = Indirect(try reader.optional("daughter"))
        self.name = try reader.optional("name")
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_daughter.value, "daughter")
        fields.write(self.name, "name")
        return fields.content
    }
}

/// `Daughter`
nonisolated struct Daughter: GeneratedContent, Hashable {
    /// `mother`
    var mother: Mother? {
        get { stored_mother.value }
        set { stored_mother.value = newValue }
    }
    private var stored_mother: Indirect<Mother?>

    static let keyOfMother = "mother"

    init(mother: Mother? = nil) {
        self.stored_mother = Indirect(mother)
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_mother = Indirect(try reader.optional("mother"))
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_mother.value, "mother")
        return fields.content
    }
}

/// `Wrapped`
nonisolated struct Wrapped: GeneratedContent, Hashable {
    /// The whole content.
    var body: [Wrapped]?

    init(body: [Wrapped]? = nil) {
        self.body = body
    }

    init(reading reader: ContentReader) throws {
        self.body = try reader.optional()
    }

    func asRequestContent() -> RequestContent {
        ContentWriter.content(of: self.body)
    }
}

/// `First`
nonisolated struct First: GeneratedContent, Hashable {
    /// `second`
    var second: Second? {
        get { stored_second.value }
        set { stored_second.value = newValue }
    }
    private var stored_second: Indirect<Second?>

    static let keyOfSecond = "second"

    init(second: Second? = nil) {
        self.stored_second = Indirect(second)
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_second = Indirect(try reader.optional("second"))
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_second.value, "second")
        return fields.content
    }
}

/// `Second`
nonisolated struct Second: GeneratedContent, Hashable {
    /// `third`
    var third: Third? {
        get { stored_third.value }
        set { stored_third.value = newValue }
    }
    private var stored_third: Indirect<Third?>

    static let keyOfThird = "third"

    init(third: Third? = nil) {
        self.stored_third = Indirect(third)
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_third = Indirect(try reader.optional("third"))
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_third.value, "third")
        return fields.content
    }
}

/// `Third`
nonisolated struct Third: GeneratedContent, Hashable {
    /// `first`
    var first: First? {
        get { stored_first.value }
        set { stored_first.value = newValue }
    }
    private var stored_first: Indirect<First?>
    /// `node`
    var node: Node? {
        get { stored_node.value }
        set { stored_node.value = newValue }
    }
    private var stored_node: Indirect<Node?>

    static let keyOfFirst = "first"
    static let keyOfNode = "node"

    init(first: First? = nil, node: Node? = nil) {
        self.stored_first = Indirect(first)
        self.stored_node = Indirect(node)
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_first = Indirect(try reader.optional("first"))
        self.stored_node = Indirect(try reader.optional("node"))
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_first.value, "first")
        fields.write(self.stored_node.value, "node")
        return fields.content
    }
}

/// `Holder`
nonisolated struct Holder: GeneratedContent, Hashable {
    /// `node`
    var node: Node? {
        get { stored_node.value }
        set { stored_node.value = newValue }
    }
    private var stored_node: Indirect<Node?>

    static let keyOfNode = "node"

    init(node: Node? = nil) {
        self.stored_node = Indirect(node)
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_node = Indirect(try reader.optional("node"))
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_node.value, "node")
        return fields.content
    }
}

/// `POST /recursive`
nonisolated class PostRecursiveRequest: GeneratedRequest {
    typealias ResponseModel = PostRecursiveResponse
    static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `node`
    var node: Node?
    /// `tree`
    var tree: Tree?

    static let keyOfNode = "node"
    static let keyOfTree = "tree"
    var keyOfNode: String { "node" }
    var keyOfTree: String { "tree" }

    init() {}

    func makeURI() throws -> String {
        "/recursive"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.node, "node")
        fields.write(self.tree, "tree")
        return fields.content
    }
}

/// The response to `POST /recursive`.
nonisolated struct PostRecursiveResponse: GeneratedResponse {
    /// `node`
    let node: Node?
    /// `tree`
    let tree: Tree?
    /// `mother`
    let mother: Mother?
    /// `wrapped`
    let wrapped: Wrapped?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let keyOfNode = "node"
    static let keyOfTree = "tree"
    static let keyOfMother = "mother"
    static let keyOfWrapped = "wrapped"

    init(
        node: Node? = nil, tree: Tree? = nil, mother: Mother? = nil, wrapped: Wrapped? = nil,
        rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)
    ) {
        self.node = node
        self.tree = tree
        self.mother = mother
        self.wrapped = wrapped
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.node = try reader.optional("node")
        self.tree = try reader.optional("tree")
        self.mother = try reader.optional("mother")
        self.wrapped = try reader.optional("wrapped")
    }
}
