/// A key of a definition in a rule file.
enum RuleKey: String, CaseIterable {
    case base = "Base"
    case pathPrefix = "Path Prefix"
    case path = "Path"
    case method = "Method"
    case headers = "Headers"
    case parameters = "Parameters"
    case authorization = "Authorization"
    case serializer = "Serializer"
    case responseSerializer = "Response Serializer"
    case responseType = "Response Type"
    case responseClass = "Response Class"
    case responseAcceptNull = "Response Accept Null"
    case cachePolicy = "Cache Policy"
    case expire = "Expire"
    case offlinePolicy = "Offline Policy"
    case nextPage = "Next Page"
    case items = "Items"
    case userInfo = "User Info"
    case notes = "Notes"

    /// The key of the default definition, which supplies what the others leave out.
    static let `default` = "DEFAULT"

    /// Returns the key that equals `text` if case and separators are ignored.
    static func similar(to text: String) -> Self? {
        allCases.first { $0.rawValue.letters == text.letters }
    }
}

extension String {
    /// The letters and digits of the string, in lower case.
    var letters: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
