// swift-format-ignore-file
// The declarations of Security that a recipe of the cookbook uses, for type-checking without a Mac. See
// Tests/Scripts/check-apple-ui.

@_exported import Foundation
@_exported import FoundationNetworking

public final class SecTrust {}
public final class SecKey {}
public final class CFError {}

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool { false }
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? { nil }
// It returns CFData?, which is bridged to Data?.
public func SecKeyCopyExternalRepresentation(_ key: SecKey, _ error: UnsafeMutablePointer<CFError?>?) -> Data? { nil }

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}
