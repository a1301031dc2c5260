extension PublicType {
    /// The public types whose values have no place for a secret, and why.
    static let textless: [(reason: String, names: [String])] = [
        (
            "numbers, dates, durations, Booleans, and cases without text",
            [
                "AbstractHTTP.Backoff", "AbstractHTTP.BodyLengthMismatch", "AbstractHTTP.BodyReplay",
                "AbstractHTTP.BodyTooLarge", "AbstractHTTP.ConnectionErrorType", "AbstractHTTP.ConnectionIndicator",
                "AbstractHTTP.Deadlines", "AbstractHTTP.Deadlines.Clock", "AbstractHTTP.EmptyFallback",
                "AbstractHTTP.EmptyResponse", "AbstractHTTP.HTTPContent.Number", "AbstractHTTP.IndicatorState",
                "AbstractHTTP.InvalidCredentials", "AbstractHTTP.PollingInterval", "AbstractHTTP.RetryAfter",
                "AbstractHTTP.StreamLimitExceeded", "AbstractHTTP.StreamLimitExceeded.Part",
                "AbstractHTTP.TokenRefresh.Limit", "AbstractHTTP.TransferLimits", "AbstractHTTP.TransferLimits.Limit",
                "AbstractHTTP.TransferProgress", "AbstractHTTP.TransferProgress.Direction",
                "AbstractHTTP.TransportError.Kind", "AbstractHTTPCache.CachePolicy", "AbstractHTTPCache.CacheReason",
                "AbstractHTTPCache.CacheRules", "AbstractHTTPCache.CacheUpdate",
                "AbstractHTTPCache.CacheUpdate.InvalidationReason", "AbstractHTTPCache.CacheUpdate.IgnoreReason",
                "AbstractHTTPCookies.Cookie.SameSite", "AbstractHTTPCookies.RefusedCookie.Reason",
                "AbstractHTTPCurl.CurlProxy.Authentication",
                "AbstractHTTPDefinitions.Definition.ResponseType", "AbstractHTTPDefinitions.Definition.CacheMode",
                "AbstractHTTPDefinitions.Definition.OfflinePolicy", "AbstractHTTPEndpoints.None",
                "AbstractHTTPIDL.ResponseContentKind",
                "AbstractHTTPStreams.EventSource.Reconnection", "AbstractHTTPStreams.InvalidJSONArray",
                "AbstractHTTPStreams.InvalidJSONTextSequence",
                "AbstractHTTPTesting.EventRecorder.Event", "AbstractHTTPTesting.LoopbackFault",
                "AbstractHTTPTesting.LoopbackFault.Kind", "AbstractHTTPTesting.LoopbackFault.Stage",
                "AbstractHTTPTesting.LoopbackResponse.Throttle", "AbstractHTTPTesting.ManualClock",
                "AbstractHTTPTesting.ManualClock.Instant", "AbstractHTTPTesting.ScriptedConnector.ScriptEnded",
                "AbstractHTTPTesting.SplitMix64",
            ]
        ),
        (
            "options, and closures of the app",
            [
                "AbstractHTTP.BinaryContentEncoder", "AbstractHTTP.ConnectionLogger",
                "AbstractHTTP.DateCodingStrategy", "AbstractHTTP.DefaultHTTPConnector.Options",
                "AbstractHTTP.DefaultURLEncoder", "AbstractHTTP.ExchangeContext", "AbstractHTTP.FieldOptions",
                "AbstractHTTP.FieldOptions.Arrays", "AbstractHTTP.FieldOptions.Nesting",
                "AbstractHTTP.FieldOptions.Booleans", "AbstractHTTP.FieldOptions.EmptyArrays",
                "AbstractHTTP.FieldOptions.Nulls",
                "AbstractHTTP.FormContentDecoder", "AbstractHTTP.FormContentEncoder", "AbstractHTTP.FormURLEncoder",
                "AbstractHTTP.FormURLEncoder.LineBreaks", "AbstractHTTP.JSONContentDecoder",
                "AbstractHTTP.JSONContentDecoder.Keys", "AbstractHTTP.JSONContentEncoder",
                "AbstractHTTP.JSONContentEncoder.Nulls", "AbstractHTTP.NonFiniteNumbers",
                "AbstractHTTP.KeyCodingStrategy",
                "AbstractHTTP.MediaTypeDecoder", "AbstractHTTP.MultipartContentEncoder",
                "AbstractHTTP.ParameterLocation", "AbstractHTTP.Polling",
                "AbstractHTTP.PropertyListContentDecoder", "AbstractHTTP.PropertyListContentEncoder",
                "AbstractHTTP.PropertyListContentEncoder.Format", "AbstractHTTP.QueryContentEncoder",
                "AbstractHTTP.RandomSource", "AbstractHTTP.RedirectPolicy", "AbstractHTTP.Retry",
                "AbstractHTTP.TextContentDecoder", "AbstractHTTPAuthentication.ContentDigest",
                "AbstractHTTPDefinitions.RequestSerializer", "AbstractHTTPDefinitions.ResponseSerializer",
                "AbstractHTTPDefinitions.DefinitionRegistry", "AbstractHTTPEndpoints.ClosureEventMonitor",
                "AbstractHTTPPagination.PageRule", "AbstractHTTPTesting.EventRecorder",
                "AbstractHTTPTesting.MockConnector",
            ]
        ),
        (
            "names: of hosts, groups, methods, header fields, keys, types, charsets, definitions, tests, and files",
            [
                "AbstractHTTP.CancelReason", "AbstractHTTP.HTTPContentError", "AbstractHTTP.HTTPContentError.Reason",
                "AbstractHTTP.HTTPFile", "AbstractHTTP.HTTPHeaderName", "AbstractHTTP.HTTPMethod",
                "AbstractHTTP.NotRetriedReason", "AbstractHTTP.Redaction", "AbstractHTTP.RetryBudget",
                "AbstractHTTP.TransferMetrics", "AbstractHTTP.UnreadableText", "AbstractHTTPCookies.CookieFileError",
                "AbstractHTTPCookies.KnownDomains", "AbstractHTTPCookies.PublicSuffixList",
                "AbstractHTTPDefinitions.Definition.NextPage", "AbstractHTTPDefinitions.DefinitionError",
                "AbstractHTTPIDL.ContentWritingError", "AbstractHTTPJSON.JSONKeys",
                "AbstractHTTPJSON.JSONMembers", "AbstractHTTPJSON.JSONWrittenMembers",
                "AbstractHTTPServices.MockedCall.NotSet",
                "AbstractHTTPTesting.CacheStoreCase", "AbstractHTTPTesting.ConformanceCase",
                "AbstractHTTPTesting.ConformanceFailure", "RFAPICompatibility.RFAPIName",
            ]
        ),
        (
            "a position in JSON, which cannot be copied into anything that describes it",
            ["AbstractHTTPJSON.JSONReader", "AbstractHTTPJSON.JSONWriter"]
        ),
        (
            "text that the app shows to its user",
            [
                "AbstractHTTP.TerminalSpinner", "AbstractHTTPUserMessages.LoadMessage",
                "AbstractHTTPUserMessages.LoadMessages",
            ]
        ),
        (
            "a base class without members; the members of a subclass belong to the app",
            ["AbstractHTTP.EndpointSpec", "AbstractHTTP.ParsedEndpointSpec", "AbstractHTTP.RequestEndpoint"]
        ),
        (
            "no values, only static members",
            ["AbstractHTTPEndpoints.Configuration", "AbstractHTTPEndpoints.Configuration.DataRequest"]
        ),
        (
            "a session of the system, which describes itself without requests",
            ["AbstractHTTP.DefaultHTTPConnector"]
        ),
        (
            "hashes of public keys, and why libcurl could not be loaded",
            [
                "AbstractHTTPCurl.PublicKeyPins", "AbstractHTTPCurl.PublicKeyPins.InvalidText",
                "AbstractHTTPCurl.LibcurlUnavailable",
            ]
        ),
        (
            "the text of a path, whose description is what is sent",
            ["AbstractHTTPIDL.PathSegment"]
        ),
        (
            "words of a .http file, and names of credentials",
            [
                "AbstractHTTPIDL.RequestTraits", "AbstractHTTPIDL.ParameterWriter.Cookie",
                "AbstractHTTPIDL.CredentialError",
            ]
        ),
        (
            "a request while generated code writes it, which has an empty mirror",
            ["AbstractHTTPIDL.ParameterWriter"]
        ),
        (
            "source text that the compiler reads or writes, with the names of an API",
            [
                "HTTPIDLCompiler.CompilationFailure", "HTTPIDLCompiler.Diagnostic",
                "HTTPIDLCompiler.Diagnostic.Severity", "HTTPIDLCompiler.GeneratedFile", "HTTPIDLCompiler.IDLCompiler",
                "HTTPIDLCompiler.IDLCompiler.Options", "HTTPIDLCompiler.IDLCompiler.Access",
                "HTTPIDLCompiler.IDLCompiler.Conformance",
                "HTTPIDLCompiler.SourceFile", "OpenAPIImport.ImportEntry", "OpenAPIImport.ImportError",
                "OpenAPIImport.ImportSettings",
                "OpenAPIImport.ImportedAPI", "OpenAPIImport.ImportedFile", "OpenAPIImport.OpenAPIImporter",
                "OpenAPIImport.OpenAPIImporter.Selection",
            ]
        ),
    ]
}
