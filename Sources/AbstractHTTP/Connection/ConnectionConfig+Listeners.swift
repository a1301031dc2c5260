extension ConnectionConfig {
    /// Adds a listener for every connection of this config; it is called before those of holders and connections.
    public mutating func addListener(_ listener: any ConnectionListener) { listeners.plain.append(listener) }

    /// Adds a response listener for every connection of this config.
    public mutating func addResponseListener(_ listener: any ConnectionResponseListener) {
        listeners.response.append(listener)
    }

    /// Adds an error listener for every connection of this config.
    public mutating func addErrorListener(_ listener: any ConnectionErrorListener) {
        listeners.error.append(listener)
    }

    /// Adds an observer for every connection of this config.
    public mutating func addObserver(_ observer: any ConnectionObserver) { listeners.observers.append(observer) }

    /// Adds a progress listener for every connection of this config.
    public mutating func addProgressListener(_ listener: any ConnectionProgressListener) {
        listeners.progress.append(listener)
    }
}
