/// How a tree becomes the fields of a query or a form. Servers differ in the notation that they expect.
///
/// ```swift
/// let options = FieldOptions(arrays: .brackets, booleans: .digits)
/// try FormContentEncoder(options: options).encode(["tags": ["a", "b"], "draft": true])
/// // body: tags%5B%5D=a&tags%5B%5D=b&draft=1
/// ```
public struct FieldOptions: Sendable {
    /// How the elements of an array are written. Elements that are arrays or dictionaries need an index, so a style
    /// without an index throws for them.
    public enum Arrays: Sendable {
        /// `a=1&a=2`, as browsers send fields with the same name.
        case repeated
        /// `a[]=1&a[]=2`, as PHP and Rails read it. Elements that are arrays or dictionaries are indexed, as in jQuery.
        case brackets
        /// `a[0]=1&a[1]=2`
        case indexed
        /// `a=1,2`: one value, whose elements are escaped separately.
        case commas
        /// `a=1 2`: one value with spaces between its elements, like `spaceDelimited` in OpenAPI.
        case spaces
        /// `a=1|2`: one value with vertical bars between its elements, like `pipeDelimited` in OpenAPI.
        case pipes
    }

    /// How the keys of a dictionary in a dictionary are written.
    public enum Nesting: Sendable {
        /// `user[name]=Ada`
        case brackets
        /// `user.name=Ada`
        case dots
        /// `user=name,Ada`: one value with the keys and the values of a dictionary. The separators are those of
        /// ``FieldOptions/arrays``, and commas for the styles that have none.
        case joined
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
        /// The field is left out.
        case omitted
        /// `key=`
        case empty
        /// `key`, without a value. A multipart form writes it as `.empty`.
        case keyOnly
    }

    /// How an array without elements is written.
    public enum EmptyArrays: Sendable {
        /// The field is left out.
        case omitted
        /// `a=`, or `a[]=` with brackets. A header field is sent without a value.
        case sent
    }

    /// How the elements of an array are written. Default: `.repeated`.
    public var arrays: Arrays
    /// How the keys of nested dictionaries are written. Default: `.brackets`.
    public var nesting: Nesting
    /// How Booleans are written. Default: `.words`.
    public var booleans: Booleans
    /// How dates are written. Default: ``DateCodingStrategy/iso8601``.
    public var dates: DateCodingStrategy
    /// How null is written. Default: `.omitted`.
    public var nulls: Nulls
    /// How an array without elements is written. Default: `.omitted`.
    public var emptyArrays: EmptyArrays
    /// How the keys of a type's properties are written. Default: `.unchanged`.
    public var keys: KeyCodingStrategy
    /// How numbers that are infinite or NaN are written. Default: `.refused`.
    public var nonFinite: NonFiniteNumbers

    /// Creates options.
    public init(
        arrays: Arrays = .repeated, nesting: Nesting = .brackets, booleans: Booleans = .words,
        dates: DateCodingStrategy = .iso8601, nulls: Nulls = .omitted, keys: KeyCodingStrategy = .unchanged,
        nonFinite: NonFiniteNumbers = .refused, emptyArrays: EmptyArrays = .omitted
    ) {
        self.arrays = arrays
        self.nesting = nesting
        self.booleans = booleans
        self.dates = dates
        self.nulls = nulls
        self.keys = keys
        self.nonFinite = nonFinite
        self.emptyArrays = emptyArrays
    }
}
