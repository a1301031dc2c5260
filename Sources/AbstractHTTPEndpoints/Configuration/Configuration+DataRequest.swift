import AbstractHTTP
import Foundation

extension Configuration {
    /// What all requests have in common.
    public enum DataRequest {
        /// The URL on which the paths of endpoints stand that have no base of their own. Default: nil, for none.
        public static var base: String? {
            get { current.request.base }
            set { current.set(\.request.base, newValue) }
        }

        /// Sets a header field, or removes it, in one step.
        public static func setHeader(name: String, value: String?) { current.setHeader(name, value) }

        /// Header fields. Default: none. A field that is set in here is read and written in two steps: where many do
        /// that at once, use ``setHeader(name:value:)``.
        ///
        /// A `Content-Type` stands for what is written by ``encoder`` alone.
        public static var headers: [String: String] {
            get { current.request.headers }
            set { current.set(\.request.headers, newValue) }
        }

        /// How many seconds an attempt may take, from the making of the request until the whole response is there.
        /// Default: nil, what the config says.
        public static var timeoutInterval: TimeInterval? {
            get { current.request.timeoutInterval }
            set { current.set(\.request.timeoutInterval, newValue) }
        }

        /// Writes inputs that go into the body. Default: nil, what the config says, which is JSON.
        public static var encoder: (any ContentEncoder)? {
            get { current.request.encoder }
            set { current.set(\.request.encoder, newValue) }
        }

        /// Writes the inputs of GET, HEAD and DELETE. Default: nil, what the config says, which is the query.
        public static var queryEncoder: (any ContentEncoder)? {
            get { current.request.queryEncoder }
            set { current.set(\.request.queryEncoder, newValue) }
        }

        /// Decodes outputs. Default: nil, what the config says: by media type, JSON where that is not known.
        public static var decoder: (any ContentDecoder)? {
            get { current.request.decoder }
            set { current.set(\.request.decoder, newValue) }
        }
    }
}
