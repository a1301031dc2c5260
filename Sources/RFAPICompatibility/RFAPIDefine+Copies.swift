import AbstractHTTPDefinitions

extension RFAPIDefine {
    /// Returns a define with the same members. It does not belong to a manager.
    public func copy() -> RFAPIDefine { RFAPIDefine(definition) }

    /// Returns a new define whose missing members are those of another one. It does not belong to a manager.
    ///
    /// - Parameter defaultDefine: The define that supplies the members that this one leaves out.
    public func newDefineMergedDefault(_ defaultDefine: RFAPIDefine) -> RFAPIDefine {
        let other = defaultDefine.definition
        var merged = definition.merged(over: other)
        merged.name = merged.name ?? other.name
        return RFAPIDefine(merged)
    }
}
