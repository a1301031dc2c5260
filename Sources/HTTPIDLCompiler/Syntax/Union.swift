/// `UNION Name BY key { … }`
struct Union {
    struct Case {
        var attributes: Attributes
        let type: TypeReference
        let name: Name
        let writtenWireName: Name?

        /// The value of the discriminator.
        var wireName: String { writtenWireName?.text ?? name.text }
    }

    var attributes: Attributes
    let name: Name
    /// The key whose value tells the case, or nil if the first case that can be read is the one.
    let discriminator: Name?
    let cases: [Case]
}
