/// A language of the built-in texts.
enum MessageLanguage: CaseIterable {
    case english, japanese, simplifiedChinese

    /// Creates the language of a tag (RFC 5646, section 2.1), or returns nil if there are no texts in it.
    init?(tag: String) {
        let parts = tag.lowercased().split { "-_".contains($0) }
        switch parts.first {
        case "en": self = .english
        case "ja": self = .japanese
        case "zh":
            // If the tag has no script, the region implies it.
            let isTraditional =
                parts.contains("hant") || !parts.contains("hans") && !Set(parts).isDisjoint(with: ["tw", "hk", "mo"])
            if isTraditional { return nil }
            self = .simplifiedChinese
        default: return nil
        }
    }

    var texts: [MessageKey: String] {
        switch self {
        case .english: Self.englishTexts
        case .japanese: Self.japaneseTexts
        case .simplifiedChinese: Self.simplifiedChineseTexts
        }
    }

    private static let englishTexts: [MessageKey: String] = [
        .cannotCreateRequest: "The request could not be made",
        .cannotCreateRequestReason: "Something is wrong inside of the app.",
        .cannotCreateRequestSuggestion: "Try again, and restart the app if that does not help.",
        .requestFailed: "The request failed",
        .unexpectedResponse: "The server gave an answer that was not expected",
        .serverReason: "The server may be under maintenance, or the app may be out of date.",
        .generalSuggestion: "Try again later, and look for an update of the app if this happens again.",
        .noConnectionReason: "The server could not be reached.",
        .noConnectionSuggestion: "Check the network and try again.",
        .timeoutReason: "The server did not answer in time.",
        .authorizationReason: "You are not signed in any more.",
        .authorizationSuggestion: "Sign in again.",
        .fileSystemReason: "The file could not be saved.",
        .fileSystemSuggestion: "Free some storage, and try again.",
        .canceled: "The request was canceled",
        .canceledReason: "It was ended before there was an answer.",
        .canceledSuggestion: "Start it again when you need it.",
    ]

    private static let japaneseTexts: [MessageKey: String] = [
        .cannotCreateRequest: "リクエストを作成できませんでした",
        .cannotCreateRequestReason: "アプリ内部で問題が発生しました。",
        .cannotCreateRequestSuggestion: "もう一度お試しください。解決しない場合はアプリを再起動してください。",
        .requestFailed: "リクエストに失敗しました",
        .unexpectedResponse: "サーバーから予期しない応答がありました",
        .serverReason: "サーバーがメンテナンス中か、アプリのバージョンが古い可能性があります。",
        .generalSuggestion: "しばらくしてからもう一度お試しください。繰り返す場合はアプリの更新をご確認ください。",
        .noConnectionReason: "サーバーに接続できませんでした。",
        .noConnectionSuggestion: "ネットワークを確認して、もう一度お試しください。",
        .timeoutReason: "サーバーが時間内に応答しませんでした。",
        .authorizationReason: "サインインの有効期限が切れました。",
        .authorizationSuggestion: "もう一度サインインしてください。",
        .fileSystemReason: "ファイルを保存できませんでした。",
        .fileSystemSuggestion: "空き容量を増やして、もう一度お試しください。",
        .canceled: "リクエストはキャンセルされました",
        .canceledReason: "応答を受け取る前に終了しました。",
        .canceledSuggestion: "必要な場合はもう一度実行してください。",
    ]

    private static let simplifiedChineseTexts: [MessageKey: String] = [
        .cannotCreateRequest: "请求无法创建",
        .cannotCreateRequestReason: "应用内部出现了问题。",
        .cannotCreateRequestSuggestion: "请重试；如果问题依旧，请重新启动应用。",
        .requestFailed: "请求失败",
        .unexpectedResponse: "服务器返回了意外的内容",
        .serverReason: "服务器可能正在维护，或者应用版本过旧。",
        .generalSuggestion: "请稍后重试；如果再次出现，请检查应用是否有更新。",
        .noConnectionReason: "无法连接到服务器。",
        .noConnectionSuggestion: "请检查网络后重试。",
        .timeoutReason: "服务器没有及时响应。",
        .authorizationReason: "登录已失效。",
        .authorizationSuggestion: "请重新登录。",
        .fileSystemReason: "无法保存文件。",
        .fileSystemSuggestion: "请释放一些存储空间，然后重试。",
        .canceled: "请求已取消",
        .canceledReason: "在收到响应之前已结束。",
        .canceledSuggestion: "需要时请重新发起。",
    ]
}
