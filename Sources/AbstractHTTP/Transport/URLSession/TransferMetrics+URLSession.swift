#if !canImport(FoundationNetworking)
    import Foundation

    extension TransferMetrics {
        /// The session's measurements of a task's last request.
        init(_ metrics: URLSessionTaskTransactionMetrics, _ task: DateInterval) {
            func duration(_ start: Date?, _ end: Date?) -> Duration? {
                guard let start, let end else { return nil }
                return .seconds(end.timeIntervalSince(start))
            }
            let secured = metrics.secureConnectionStartDate
            self.init(
                nameLookup: duration(metrics.domainLookupStartDate, metrics.domainLookupEndDate),
                connect: duration(metrics.connectStartDate, secured ?? metrics.connectEndDate),
                tls: duration(secured, metrics.secureConnectionEndDate),
                firstByte: duration(task.start, metrics.responseStartDate), total: duration(task.start, task.end),
                isReusedConnection: metrics.isReusedConnection, networkProtocol: metrics.networkProtocolName)
        }
    }
#endif
