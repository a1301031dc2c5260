/// What became of a response that was to be stored.
enum CacheInsertion {
    /// It is stored, or will be when it is known to be usable.
    case kept
    /// The store does not keep it, because it is too large, or because the store failed.
    case refused
    /// It was removed meanwhile, or must not be stored.
    case invalid

    /// Whether the response answers identical requests.
    var isValid: Bool { self != .invalid }
}
