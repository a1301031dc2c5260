import AbstractHTTP
import Foundation

extension HTTPContent {
    /// The tree of what Foundation reads from JSON or a property list, or of Swift values; nil where something in it is neither, or it is nested too deeply.
    ///
    /// - Parameter depth: How many levels there may be.
    init?(untyped value: Any, depth: Int = 512) {
        guard depth > 0 else { return nil }
        // Among the objects first: that a collection is no number is found out slowly, and the other way round.
        if type(of: value) is AnyClass, let number = value as AnyObject as? NSNumber {
            self.init(number)
            return
        }
        switch value {
        case let text as String: self = .string(text)
        case let members as [String: Any]:
            var contents: [Members.Member] = []
            contents.reserveCapacity(members.count)
            for (key, value) in members {
                guard let content = Self(untyped: value, depth: depth - 1) else { return nil }
                contents.append(Members.Member(key: key, value: content))
            }
            contents.sort { $0.key < $1.key }
            self = .dictionary(Members(contents))
        case let elements as [Any]:
            var contents: [HTTPContent] = []
            for element in elements {
                guard let content = Self(untyped: element, depth: depth - 1) else { return nil }
                contents.append(content)
            }
            self = .array(contents)
        default: self.init(single: value)
        }
    }

    private init?(single value: Any) {
        switch value {
        case is NSNull: self = .null
        case let content as HTTPContent: self = content
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(HTTPData(data))
        case let url as URL: self = .string(url.absoluteString)
        case let id as UUID: self = .string(id.uuidString)
        case let value as any Encodable:
            guard let content = try? HTTPContent(value) else { return nil }
            self = content
        case let number as NSNumber: self.init(number)
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .number(Number(decimal.decimalValue))
            return
        }
        switch String(cString: number.objCType) {
        case "c", "B": self = .bool(number.boolValue)
        case "d", "f": self = .number(Number(number.doubleValue))
        case "Q": self = .number(Number(number.uint64Value))
        default: self = .number(Number(number.int64Value))
        }
    }
}
