import AbstractHTTPDefinitions

extension RFAPIDefine {
    /// The parameters of every request. Parameters of a request's context replace them.
    ///
    /// Values can be those of a rule file (strings, numbers, Booleans, dates, data, arrays, and dictionaries) or
    /// `Encodable`. Other values are ignored.
    public var defaultParameters: [String: Any]? {
        get { definition.parameters?.untyped }
        set {
            let members = newValue.map(HTTPContent.Members.init(untyped:))
            change { $0.parameters = members }
        }
    }

    /// Arbitrary values for the application, of the same types as those of ``defaultParameters``.
    public var userInfo: [String: Any]? {
        get { definition.userInfo?.untyped }
        set {
            let members = newValue.map(HTTPContent.Members.init(untyped:))
            change { $0.userInfo = members }
        }
    }

    /// The name of the serializer that writes the parameters, such as `AFHTTPRequestSerializer`, or nil for the
    /// default.
    public var requestSerializerClass: String? {
        get { definition.requestSerializer }
        set { change { $0.requestSerializer = newValue } }
    }

    /// The name of the serializer that reads the response, such as `AFHTTPResponseSerializer`, or nil for the default.
    public var responseSerializerClass: String? {
        get { definition.responseSerializer }
        set { change { $0.responseSerializer = newValue } }
    }
}
