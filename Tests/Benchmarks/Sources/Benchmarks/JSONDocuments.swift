import Foundation

/// The texts that `JSONSpeed` reads.
enum JSONDocuments {
    /// 640 songs, 64 KiB.
    static let songs = array(640) { number in
        #"{"id":\#(number),"title":"A song with the number \#(number)","artist":"Somebody","seconds":180.5,"isLive":false}"#
    }

    /// 180 repositories with an owner, as GitHub describes them, 62 KiB.
    static let repositories = array(180) { number in
        let user = "user\(number % 17)"
        let text = number % 5 == 0 ? "null" : #""A \"short\" description of repository \#(number) with café""#
        return #"{"id":\#(1_000_000 + number * 7919),"name":"repo-\#(number)","fullName":"\#(user)/repo-\#(number)","#
            + #""isPrivate":\#(number % 3 == 0),"url":"https://example.com/\#(user)/repo-\#(number)","description":\#(text),"#
            + #""isFork":\#(number % 2 == 0),"stars":\#(number * 31),"score":\#(Double(number) * 1.37),"#
            + #""topics":["swift","http","t\#(number)"],"owner":{"id":\#(number % 17),"login":"\#(user)","#
            + #""avatar":"https://avatars.example.com/u/\#(number)?v=4","isAdmin":false}}"#
    }

    private static let japanese = String(
        repeating: "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", count: 12)
    private static let russian = String(
        repeating: "Все счастливые семьи похожи друг на друга, 😀 каждая. ", count: 12)

    /// Texts of about 1 KiB.
    static let japaneseTexts = array(80) { #"{"title":"題\#($0)","body":"\#(japanese)","language":"ja"}"# }
    static let russianTexts = array(80) { #"{"title":"Т\#($0)","body":"\#(russian)","language":"ru"}"# }

    /// The same, with each character beyond ASCII as an escape.
    static let escapedTexts = {
        let escaped = russian.utf16.map { unit in
            unit < 128 ? String(Unicode.Scalar(UInt8(unit))) : String(format: "\\u%04x", unit)
        }.joined()
        return array(80) { #"{"title":"T\#($0)","body":"\#(escaped)","language":"ru"}"# }
    }()

    /// 20 routes of 100 points, with 6 decimals or with all digits of a `Double`.
    static let shortCoordinates = routes { "\(($0 * 1e6).rounded() / 1e6)" }
    static let longCoordinates = routes { "\($0)" }

    private static func routes(_ text: (Double) -> String) -> Data {
        var state: UInt64 = 54
        func next(_ range: Double) -> String {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return text((Double(state >> 11) / 0x1p53 * 2 - 1) * range)
        }
        return array(20) { number in
            let points = (0..<100).map { _ in "[\(next(180)),\(next(90))]" }.joined(separator: ",")
            return #"{"name":"p\#(number)","points":[\#(points)]}"#
        }
    }

    /// Objects within one another, 240 levels.
    static let deep = array(20) { _ in
        String(repeating: #"{"value":1,"children":["#, count: 239) + #"{"value":0,"children":[]}"#
            + String(repeating: "]}", count: 239)
    }

    /// Objects with 60 members.
    static let wide = array(60) { number in
        let members = (0..<60).map { field in
            let values = ["\(number)", "\"text \(field)\"", "1.5", "true"]
            return "\"f\(field)\":\(values[field % 4])"
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static func array(_ count: Int, _ element: (Int) -> String) -> Data {
        Data("[\((0..<count).map(element).joined(separator: ","))]".utf8)
    }
}
