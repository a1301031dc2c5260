import AbstractHTTP
import Foundation

// `dump`, debuggers, and the descriptions of values that contain others read these mirrors. They leave out what
// `Redaction` removes from logs.

extension Definition: CustomReflectable {
    /// The members that are set, without the secrets of URLs, header fields, and parameters.
    public var customMirror: Mirror {
        let members: [(String, Any?)] = [
            ("name", name), ("baseURL", baseURL?.templateWithoutSecretValues),
            ("pathPrefix", pathPrefix?.templateWithoutSecretValues), ("path", path?.templateWithoutSecretValues),
            ("method", method), ("headers", headers.map { Redaction().values(of: $0) }), ("parameters", parameters),
            ("places", places), ("needsAuthorization", needsAuthorization), ("requestSerializer", requestSerializer),
            ("responseSerializer", responseSerializer), ("responseType", responseType),
            ("responseClass", responseClass), ("responseClasses", responseClasses), ("failureClass", failureClass),
            ("failureClasses", failureClasses), ("acceptsNull", acceptsNull), ("cacheMode", cacheMode),
            ("expire", expire), ("offlinePolicy", offlinePolicy), ("nextPage", nextPage), ("itemsPath", itemsPath),
            ("userInfo", userInfo), ("notes", notes.map { Redaction().text($0) }),
        ]
        let children = members.compactMap { name, value in value.map { (label: Optional(name), value: $0) } }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension DefinitionParameters: CustomStringConvertible, CustomReflectable {
    /// The parameters without secrets.
    public var description: String { "[\(shown.map { "\($0): \($1)" }.joined(separator: ", "))]".inOneLine }

    /// The parameters without secrets.
    public var customMirror: Mirror {
        Mirror(self, children: shown.map { (label: $0.key, value: $0.value) }, displayStyle: .struct)
    }
}

extension RequestContext: CustomReflectable {
    /// The members that are not closures, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "parameters": parameters, "headers": Redaction().values(of: headers),
                "identifier": identifier as Any, "groupIdentifier": groupIdentifier as Any,
                "loadMessage": loadMessage as Any, "loadMessageShownModal": loadMessageShownModal,
                "deadlines": deadlines, "userInfo": userInfo.keys.sorted(),
            ],
            displayStyle: .struct)
    }
}

extension DefinitionAPI: CustomReflectable {
    /// The members that say where requests go, without secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "baseURL": baseURL?.templateWithoutSecretValues as Any, "connectionConfig": connectionConfig,
                "store": store, "cache": cache,
            ],
            displayStyle: .class)
    }
}

extension DefinitionStore: CustomReflectable {
    /// The default definition and the names of all others.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "defaultDefinition": defaultDefinition, "definitions": definitions.compactMap(\.name).sorted(),
            ],
            displayStyle: .class)
    }
}

extension DefinitionTask: CustomReflectable {
    /// The members, without secrets. The object of the response is left out.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "definition": definition, "identifier": identifier, "groupIdentifier": groupIdentifier as Any,
                "originalRequest": originalRequest as Any, "currentRequest": currentRequest as Any,
                "response": response as Any, "error": error as Any, "isSuccess": isSuccess, "isEnded": isEnded,
                "isFromCache": isFromCache,
            ],
            displayStyle: .class)
    }
}

extension DefinitionResponse: CustomReflectable {
    /// The definition and the response without secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["definition": definition, "response": response], displayStyle: .struct)
    }
}

extension LoadedDefinitions: CustomReflectable {
    /// The members. Errors are strings.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "warnings": warnings, "serverError": serverError?.textWithoutSecrets as Any,
                "copyError": copyError?.textWithoutSecrets as Any,
            ],
            displayStyle: .struct)
    }
}
