import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A value as a reader wants to see it: "none" for nil, "yes" for true, and the elements of an array with commas.
struct PlainText: CustomStringConvertible {
    let description: String

    init(_ value: Any) {
        description = Self.known(value) ?? Self.reflected(value)
    }

    private static func known(_ value: Any) -> String? {
        switch value {
        case let text as String: text.isEmpty ? "nothing" : text
        case let flag as Bool: flag ? "yes" : "no"
        case let number as Int: grouped(number)
        case let duration as Duration: seconds(duration)
        case let data as Data: "\(grouped(data.count)) bytes"
        case let events as [EventRecorder.Event] where !events.isEmpty:
            events.map(\.description).joined(separator: " → ")
        case let kind as TransportError.Kind: TransportError(kind).description
        case let progress as TransferProgress: text(progress)
        default: nil
        }
    }

    private static func text(_ progress: TransferProgress) -> String {
        let total = progress.total.map { " of \(grouped($0))" } ?? ""
        return "\(grouped(progress.bytes))\(total) bytes"
    }

    private static func reflected(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { PlainText($0.value).description } ?? "none"
        case .collection:
            let elements = mirror.children.map { PlainText($0.value).description }
            return elements.isEmpty ? "none" : elements.joined(separator: ", ")
        default:
            if let value = value as? any CustomStringConvertible { return value.description }
            guard mirror.displayStyle == .struct else { return "\(value)" }
            return mirror.children.map { "\($0.label ?? "") \(PlainText($0.value))" }.joined(separator: ", ")
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        "\((duration / .milliseconds(1)).rounded() / 1_000) seconds"
    }

    /// With a comma after each thousand, as in 65,536.
    private static func grouped(_ number: Int) -> String {
        guard abs(number) >= 10_000 else { return String(number) }
        let digits = String(number)
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}
