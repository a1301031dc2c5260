import AbstractHTTPDefinitions
import Foundation

extension RFAPIDefine {
    /// When a stored response is used.
    public var cachePolicy: RFAPIDefineCachePolicy {
        get { definition.cacheMode ?? .default }
        set { change { $0.cacheMode = newValue } }
    }

    /// How long a stored response is used with the cache policy `expire`, in seconds, or 0 if it is not set. A negative
    /// number sets 0.
    public var expire: TimeInterval {
        get { definition.expire.map { $0 / .seconds(1) } ?? 0 }
        set { change { $0.expire = Duration(interval: newValue) } }
    }

    /// What happens when the server cannot be reached.
    public var offlinePolicy: RFAPIDefineOfflinePolicy {
        get { definition.offlinePolicy ?? .default }
        set { change { $0.offlinePolicy = newValue } }
    }
}

extension RFAPIDefineCachePolicy {
    /// `default`
    public static var cachePolicyDefault: Self { .default }
    /// `protocol`
    public static var cachePolicyProtocol: Self { .protocol }
    /// `always`
    public static var cachePolicyAlways: Self { .always }
    /// `expire`
    public static var cachePolicyExpire: Self { .expire }
    /// `noCache`
    public static var cachePolicyNoCache: Self { .noCache }
}

extension RFAPIDefineOfflinePolicy {
    /// `default`
    public static var offlinePolicyDefault: Self { .default }
    /// `loadCache`
    public static var offlinePolicyLoadCache: Self { .loadCache }
}
