import AbstractHTTPDefinitions

extension RequestContext {
    /// The header fields of the request. This is ``headers``.
    public var httpHeaders: [String: String] {
        get { headers }
        set { headers = newValue }
    }
}

extension DefinitionTask {
    /// The definition of the request, completed from the default. It is a copy that does not belong to a manager.
    public var define: RFAPIDefine { RFAPIDefine(definition) }
}
