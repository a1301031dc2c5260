/// How a tree becomes the fields of a query or a form, on which servers do not agree.
///
/// ```swift
/// let options = FieldOptions(arrays: .brackets, booleans: .digits)
/// try FormContentEncoder(options: options).encode(["tags": ["a", "b"], "draft": true])
/// // body: tags%5B%5D=a&tags%5B%5D=b&draft=1
/// ```
public struct FieldOptions: Sendable {
    /// How the elements of an array are written. Elements that are arrays or dictionaries keep their index, so that it
    /// is clear which of them a value belongs to; a style without an index refuses them.
    public enum Arrays: Sendable {
        /// `a=1&a=2`, as a browser sends fields of one name.
        case repeated
        /// `a[]=1&a[]=2`, as PHP and Rails read it; elements that are arrays or dictionaries are indexed, as jQuery
        /// does it.
        case brackets
        /// `a[0]=1&a[1]=2`
        case indexed
        /// `a=1,2`: one value, the elements escaped each for itself.
        case commas
    }

    /// How the keys of a dictionary in a dictionary are written.
    public enum Nesting: Sendable {
        /// `user[name]=Ada`
        case brackets
        /// `user.name=Ada`
        case dots
    }

    /// How Booleans are written.
    public enum Booleans: Sendable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// How null is written.
    public enum Nulls: Sendable {
        /// Not at all.
        case omitted
        /// `key=`
        case empty
        /// `key`; in a multipart form, which has no such thing, as `.empty`.
        case keyOnly
    }

    /// How the elements of an array are written. Default: `.repeated`.
    public var arrays: Arrays
    /// How the keys of a dictionary in a dictionary are written. Default: `.brackets`.
    public var nesting: Nesting
    /// How Booleans are written. Default: `.words`.
    public var booleans: Booleans
    /// How dates are written. Default: ``DateCodingStrategy/iso8601``.
    public var dates: DateCodingStrategy
    /// How null is written. Default: `.omitted`.
    public var nulls: Nulls
    /// How the keys of a type's properties are written. Default: `.unchanged`.
    public var keys: KeyCodingStrategy

    /// Makes options.
    public init(
        arrays: Arrays = .repeated, nesting: Nesting = .brackets, booleans: Booleans = .words,
        dates: DateCodingStrategy = .iso8601, nulls: Nulls = .omitted, keys: KeyCodingStrategy = .unchanged
    ) {
        self.arrays = arrays
        self.nesting = nesting
        self.booleans = booleans
        self.dates = dates
        self.nulls = nulls
        self.keys = keys
    }
}
