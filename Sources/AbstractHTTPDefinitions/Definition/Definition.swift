import AbstractHTTP

/// An endpoint as data: how its request is made, and what is made of its response.
///
/// Whatever is nil is taken from the default of the ``DefinitionStore``. The keys of a rule file are in
/// `Documentation/Definitions.md`.
///
/// ```swift
/// var definition = Definition(name: "TopicListRecommended", path: "topics/recommended")
/// definition.responseType = .objects
/// definition.responseClass = "TopicEntity"
/// try api.store.add(definition)
/// ```
public struct Definition: Hashable, Sendable {
    /// What requests are made by.
    public var name: String?
    /// The absolute URL that paths are resolved against (RFC 3986, section 5.2): without a slash at its end, its last
    /// segment is replaced.
    public var baseURL: String?
    /// What stands before the path, joined as text: mostly with a slash at its end.
    public var pathPrefix: String?
    /// The path; one with a scheme is the whole URL. In both, and in the base, `{id}` is filled from the parameters.
    public var path: String?
    /// The method. Where there is none, GET, and POST for a form.
    public var method: HTTPMethod?
    /// Header fields.
    public var headers: [String: String]?
    /// Parameters of every request; those of a call win.
    public var parameters: HTTPContent.Members?
    /// Whether the credentials of the ``DefinitionAPI/authorization`` are sent.
    public var needsAuthorization: Bool?
    /// The name of what writes the parameters; see ``DefinitionRegistry``.
    public var requestSerializer: String?
    /// The name of what reads the response; see ``DefinitionRegistry``.
    public var responseSerializer: String?
    /// What is made of the response.
    public var responseType: ResponseType?
    /// The name of the model that is made of an object; see ``DefinitionRegistry/register(_:as:)``.
    public var responseClass: String?
    /// Whether a response that is empty or null is a success, too.
    public var acceptsNull: Bool?
    /// Whether a response that is known already is taken.
    public var cachePolicy: CachePolicy?
    /// For how long, with ``CachePolicy/expire``.
    public var expire: Duration?
    /// What happens when there is no way to the server.
    public var offlinePolicy: OfflinePolicy?
    /// Where the next page of a list is; see ``DefinitionAPI/items(_:as:parameters:from:context:)``.
    public var nextPage: NextPage?
    /// Where the items of a page are in its body, as in `data.items`. Where there is no path, the body is their array.
    public var itemsPath: String?
    /// Anything, for who has the definition.
    public var userInfo: HTTPContent.Members?
    /// A comment.
    public var notes: String?

    /// Makes a definition.
    public init(name: String? = nil, path: String? = nil) {
        self.name = name
        self.path = path
    }
}

extension Definition {
    /// What the object is that a response is made into. The numbers are those of rule files.
    public enum ResponseType: Int, Hashable, Sendable, CaseIterable {
        /// What the serializer reads: a tree of JSON, mostly.
        case `default` = 0
        /// The same; the response is asked for because of whether it is a success.
        case success = 1
        /// A model, of an object.
        case object = 2
        /// An array of models, of an array of objects.
        case objects = 3
    }

    /// Whether a response that is known already is taken. The numbers are those of rule files.
    public enum CachePolicy: Int, Hashable, Sendable, CaseIterable {
        /// Nothing is kept, and nothing is asked for that others keep: what the server and the connector make of it.
        case `default` = 0
        /// As HTTP has it (RFC 9111).
        case `protocol` = 1
        /// Once there is a response, it is taken for ever.
        case always = 2
        /// For as long as ``Definition/expire`` says.
        case expire = 3
        /// Never, nor by what is on the way to the server.
        case noCache = 5
    }

    /// What happens when there is no way to the server. The numbers are those of rule files.
    public enum OfflinePolicy: Int, Hashable, Sendable, CaseIterable {
        /// The request fails.
        case `default` = 0
        /// The last response is taken, however old it is.
        case loadCache = 1
    }
}

extension Definition {
    /// This definition, with what it leaves out from another one, all but the name. What is there replaces the other as
    /// a whole: header fields are not merged.
    public func merged(over other: Definition) -> Definition {
        var merged = self
        merged.baseURL = baseURL ?? other.baseURL
        merged.pathPrefix = pathPrefix ?? other.pathPrefix
        merged.path = path ?? other.path
        merged.method = method ?? other.method
        merged.headers = headers ?? other.headers
        merged.parameters = parameters ?? other.parameters
        merged.needsAuthorization = needsAuthorization ?? other.needsAuthorization
        merged.requestSerializer = requestSerializer ?? other.requestSerializer
        merged.responseSerializer = responseSerializer ?? other.responseSerializer
        merged.responseType = responseType ?? other.responseType
        merged.responseClass = responseClass ?? other.responseClass
        merged.acceptsNull = acceptsNull ?? other.acceptsNull
        merged.cachePolicy = cachePolicy ?? other.cachePolicy
        merged.expire = expire ?? other.expire
        merged.offlinePolicy = offlinePolicy ?? other.offlinePolicy
        merged.nextPage = nextPage ?? other.nextPage
        merged.itemsPath = itemsPath ?? other.itemsPath
        merged.userInfo = userInfo ?? other.userInfo
        merged.notes = notes ?? other.notes
        return merged
    }
}
