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
    /// The key that selects the case. If nil, the first case that can be read is selected.
    let discriminator: Name?
    let cases: [Case]
}
