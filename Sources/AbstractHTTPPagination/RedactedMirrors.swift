import AbstractHTTP

extension PageToken: CustomStringConvertible, CustomReflectable {
    /// The URL without its user, password, and query, which has the cursor, and the number of skipped items.
    public var description: String {
        "\(url.absoluteString.withoutSecrets), skipping \(skippedItems) items".inOneLine
    }

    /// The members, without the query of the URL.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["url": url.absoluteString.withoutSecrets.inOneLine, "skippedItems": skippedItems],
            displayStyle: .struct)
    }
}

extension Link: CustomReflectable {
    /// The members, without the secrets of the target.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "target": Redaction().url(target).inOneLine, "relations": relations.map(\.inOneLine),
                "parameters": parameters,
            ],
            displayStyle: .struct)
    }
}

extension Link.Parameter: CustomReflectable {
    /// The name and the value without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name.inOneLine, "value": Redaction().value(value, of: name).inOneLine,
                "language": language?.inOneLine as Any, "isExtended": isExtended,
            ],
            displayStyle: .struct)
    }
}

extension Pages: CustomReflectable {
    /// A mirror without members, because the position and the rule may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Pages.AsyncIterator: CustomReflectable {
    /// A mirror without members, because the position may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
