import Foundation

extension HTTPContent {
    /// Creates the tree of a value that Foundation reads from JSON or a property list, or of Swift values.
    ///
    /// Throws if it contains anything else, or if it is nested too deeply.
    ///
    /// - Parameter depth: The maximum number of levels.
    package init(untyped value: Any, depth: Int = 512) throws(HTTPContentError) {
        guard depth > 0 else { throw HTTPContentError(reason: .tooDeep) }
        // Cast only objects, because checking whether a collection is a number, or the reverse, is slow.
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
                contents.append(Members.Member(key: key, value: try Self(child: value, .key(key), depth - 1)))
            }
            contents.sort { $0.key < $1.key }
            self = .dictionary(Members(contents))
        case let elements as [Any]:
            var contents: [HTTPContent] = []
            for (index, element) in elements.enumerated() {
                contents.append(try Self(child: element, .index(index), depth - 1))
            }
            self = .array(contents)
        default: try self.init(single: value)
        }
    }

    private init(child value: Any, _ step: Step, _ depth: Int) throws(HTTPContentError) {
        do throws(HTTPContentError) {
            try self.init(untyped: value, depth: depth)
        } catch {
            throw error.below(step)
        }
    }

    private init(single value: Any) throws(HTTPContentError) {
        switch value {
        case is NSNull: self = .null
        case let content as HTTPContent: self = content
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(HTTPData(data))
        case let url as URL: self = .string(url.absoluteString)
        case let id as UUID: self = .string(id.uuidString)
        case let value as any Encodable:
            do {
                self = try HTTPContent(value)
            } catch {
                throw error as? HTTPContentError ?? HTTPContentError(reason: .unsupported("\(type(of: value))"))
            }
        case let number as NSNumber: self.init(number)
        case let optional as any AnyOptional:
            self = try optional.wrapped.map { wrapped throws(HTTPContentError) in try Self(untyped: wrapped) } ?? .null
        default: throw HTTPContentError(reason: .unsupported("\(type(of: value))"))
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

/// Any optional, whatever it wraps.
private protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var wrapped: Any? { self }
}
