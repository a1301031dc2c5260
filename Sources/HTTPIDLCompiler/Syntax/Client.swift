/// `CLIENT Name { … }`
struct Client {
    /// `SERVER(name) "https://{region}.example.com" region DEFAULT "eu";`
    struct Server {
        struct Variable {
            let name: Name
            let defaultValue: String
        }

        var attributes: Attributes
        /// Nil for the server that is used unless another one is chosen.
        let name: Name?
        let url: String
        let range: Range<Int>
        let variables: [Variable]
    }

    /// A kind of credentials and its name: `BEARER token;`
    struct Credential {
        /// How a server gets them. The raw value is the IDL keyword.
        enum Kind: String, CaseIterable {
            case bearer = "BEARER"
            case basic = "BASIC"
            case header = "HEADER"
            case query = "QUERY"
            case cookie = "COOKIE"
        }

        var attributes: Attributes
        let kind: Kind
        let name: Name
        let writtenWireName: Name?

        var wireName: String { writtenWireName?.text ?? name.text }
    }

    var attributes: Attributes
    let name: Name
    var servers: [Server] = []
    var credentials: [Credential] = []
    /// The credentials of operations that do not say their own.
    var needs: Needs?
    /// The failures of operations that do not say their own.
    var failures: [Operation] = []
}

/// `NEEDS token OR key AND login`
struct Needs {
    /// Each of them is enough. An empty one needs nothing.
    let alternatives: [[Name]]
    let range: Range<Int>
}
