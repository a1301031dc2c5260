/// The base protocol of all listener protocols.
///
/// `addListener` of a config, a holder, or a connection takes any of them: ``ConnectionListener``,
/// ``ConnectionResponseListener``, ``ConnectionErrorListener``, ``ConnectionProgressListener``, and
/// ``ConnectionObserver``. One call registers an object for every one of these protocols that it conforms to. An
/// ``EventMonitor`` conforms to all of them. Conform to these protocols, not to this one alone, which has no events.
///
/// ```swift
/// let indicator = ConnectionIndicator()
/// config.addListener(indicator)    // registers it for starts, ends, and progress
/// ```
public protocol ConnectionEventListener: AnyObject, Sendable {}
