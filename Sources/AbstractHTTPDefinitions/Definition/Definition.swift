import AbstractHTTP

/// An endpoint as data. It describes the request and the response.
///
/// A member that is nil comes from the default definition of the ``DefinitionStore``. `Documentation/Definitions.md`
/// lists the keys of rule files.
///
/// ```swift
/// var definition = Definition(name: "TopicListRecommended", path: "topics/recommended")
/// definition.responseType = .objects
/// definition.responseClass = "TopicEntity"
/// try api.store.add(definition)
/// ```
public struct Definition: Hashable, Sendable {
    /// The name by which requests refer to the definition.
    public var name: String?
    /// The absolute URL against which paths are resolved (RFC 3986, section 5.2). If it does not end with a slash, the
    /// path replaces its last segment.
    public var baseURL: String?
    /// Text that comes before the path. It usually ends with a slash.
    public var pathPrefix: String?
    /// The path, or a whole URL with a scheme. In the path and in the base URL, a variable such as `{id}` is replaced
    /// by a parameter.
    public var path: String?
    /// The method. If it is nil everywhere, a form is sent with POST and all other requests with GET.
    public var method: HTTPMethod?
    /// The header fields.
    public var headers: [String: String]?
    /// The parameters of every request. Parameters of a call replace them.
    public var parameters: HTTPContent.Members?
    /// Where parameters go, under which names, and in which format, by the names of the parameters. All others go into
    /// the path, and into the query or the body. If a parameter is the body, they go into the query.
    public var places: [String: ParameterLocation]?
    /// Whether the credentials of the ``DefinitionAPI/authorization`` are sent.
    public var needsAuthorization: Bool?
    /// The name of the serializer that writes the parameters. See ``DefinitionRegistry``.
    public var requestSerializer: String?
    /// The name of the serializer that reads the response. See ``DefinitionRegistry``.
    public var responseSerializer: String?
    /// What the response is decoded into.
    public var responseType: ResponseType?
    /// The name of the model for objects. See ``DefinitionRegistry/register(_:as:)``.
    public var responseClass: String?
    /// The names of the models for objects by status, which take precedence over ``responseClass``.
    public var responseClasses: [Int: String]?
    /// The name of the model for failures. If it is nil, the `failureModel` of an error is an `HTTPContent`.
    public var failureClass: String?
    /// The names of the models for failures by status, which take precedence over ``failureClass``.
    public var failureClasses: [Int: String]?
    /// Whether an empty response or null is a success.
    public var acceptsNull: Bool?
    /// Whether stored responses are used.
    public var cacheMode: CacheMode?
    /// How long stored responses are used with ``CacheMode/expire``.
    public var expire: Duration?
    /// What happens if the server cannot be reached.
    public var offlinePolicy: OfflinePolicy?
    /// Where the next page of a list is. See ``DefinitionAPI/items(_:as:parameters:from:context:)``.
    public var nextPage: NextPage?
    /// The path to the items of a page in its body, such as `data.items`. If it is nil, the body is the array of items.
    public var itemsPath: String?
    /// Arbitrary values that the definition carries.
    public var userInfo: HTTPContent.Members?
    /// A comment.
    public var notes: String?

    /// Creates a definition.
    public init(name: String? = nil, path: String? = nil) {
        self.name = name
        self.path = path
    }
}

extension Definition {
    /// What a response is decoded into. The raw values are those of rule files.
    public enum ResponseType: Int, Hashable, Sendable, CaseIterable {
        /// The value that the serializer reads, which is usually a JSON tree.
        case `default` = 0
        /// The same as ``default``, for requests whose response matters only as a success or a failure.
        case success = 1
        /// A model, decoded from an object.
        case object = 2
        /// An array of models, decoded from an array of objects.
        case objects = 3
    }

    /// Whether stored responses are used. The raw values are those of the key `Cache Policy` in rule files.
    public enum CacheMode: Int, Hashable, Sendable, CaseIterable {
        /// Nothing is stored here. Only the server and the connector decide about caching.
        case `default` = 0
        /// Responses are stored and used by the rules of HTTP (RFC 9111).
        case `protocol` = 1
        /// A stored response is used forever.
        case always = 2
        /// A stored response is used for the time in ``Definition/expire``.
        case expire = 3
        /// Neither this cache nor any other cache on the way to the server uses a stored response.
        case noCache = 5
    }

    /// What happens if the server cannot be reached. The raw values are those of rule files.
    public enum OfflinePolicy: Int, Hashable, Sendable, CaseIterable {
        /// The request fails.
        case `default` = 0
        /// The last stored response is used, however old it is.
        case loadCache = 1
    }
}

extension Definition {
    /// Returns this definition with its missing members, except for the name, taken from another one. A member that is
    /// present replaces the other one as a whole. For example, header fields are not merged.
    public func merged(over other: Definition) -> Definition {
        var merged = self
        for key in RuleKey.all { key.inherit(&merged, other) }
        return merged
    }
}
