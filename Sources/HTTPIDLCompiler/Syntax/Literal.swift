/// The value after `DEFAULT` or `CONSTANT`.
struct Literal {
    enum Kind {
        /// The number as written, including its sign.
        case number(String)
        case string(String)
        case bool(Bool)
        /// The case of an enumeration.
        case name(String)
        /// `[]`
        case emptyArray
        /// `{}`
        case emptyDictionary
    }

    let kind: Kind
    let range: Range<Int>
}
