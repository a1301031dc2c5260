import AbstractHTTPDefinitions

extension RFAPIDefine {
    /// The parameters of every request; those of a request's context win.
    ///
    /// Values are what a rule file has (strings, numbers, Booleans, dates, data, arrays and dictionaries), or
    /// `Encodable`. Setting leaves out any other value.
    public var defaultParameters: [String: Any]? {
        get { definition.parameters?.untyped }
        set { change { $0.parameters = newValue.map(HTTPContent.Members.init(untyped:)) } }
    }

    /// Any values for the application, of the same types as those of ``defaultParameters``.
    public var userInfo: [String: Any]? {
        get { definition.userInfo?.untyped }
        set { change { $0.userInfo = newValue.map(HTTPContent.Members.init(untyped:)) } }
    }

    /// The name of what writes the parameters, such as `AFHTTPRequestSerializer`; nil for that of the default.
    public var requestSerializerClass: String? {
        get { definition.requestSerializer }
        set { change { $0.requestSerializer = newValue } }
    }

    /// The name of what reads the response, such as `AFHTTPResponseSerializer`; nil for that of the default.
    public var responseSerializerClass: String? {
        get { definition.responseSerializer }
        set { change { $0.responseSerializer = newValue } }
    }
}
