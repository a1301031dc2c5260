import AbstractHTTP
import Foundation

extension Configuration {
    /// The settings of all requests.
    public enum DataRequest {
        /// The base URL of endpoints that do not set their own. Default: nil.
        public static var base: String? {
            get { current.request.defaults.baseURL }
            set { current.set(\.request.defaults.baseURL, newValue) }
        }

        /// Sets or removes a header field in one step. The name is not case-sensitive.
        public static func setHeader(name: String, value: String?) { current.setHeader(name, value) }

        /// The header fields. Default: none. Setting a single field here reads and writes the dictionary in two steps.
        /// If several threads do that concurrently, use ``setHeader(name:value:)``.
        ///
        /// A `Content-Type` applies only to content that ``encoder`` writes.
        public static var headers: [String: String] {
            get { current.request.defaults.headerDictionary }
            set { current.set(\.request.defaults.headerDictionary, newValue) }
        }

        /// The time limit of an attempt, in seconds, from the creation of the request until the response is complete.
        /// Default: nil, which uses the limit of the config.
        public static var timeoutInterval: TimeInterval? {
            get { current.request.timeoutInterval }
            set { current.set(\.request.timeoutInterval, newValue) }
        }

        /// The encoder of inputs that go into the body. Default: nil, which uses the config's encoder (JSON).
        public static var encoder: (any ContentEncoder)? {
            get { current.request.encoder }
            set { current.set(\.request.encoder, newValue) }
        }

        /// The encoder of the inputs of GET, HEAD, and DELETE. Default: nil, which uses the config's
        /// encoder (the query).
        public static var queryEncoder: (any ContentEncoder)? {
            get { current.request.queryEncoder }
            set { current.set(\.request.queryEncoder, newValue) }
        }

        /// The decoder of outputs. Default: nil, which uses the config's decoder. A config's default decoder chooses by
        /// media type, and uses JSON for unknown types.
        public static var decoder: (any ContentDecoder)? {
            get { current.request.defaults.decoder }
            set { current.set(\.request.defaults.decoder, newValue) }
        }
    }
}
