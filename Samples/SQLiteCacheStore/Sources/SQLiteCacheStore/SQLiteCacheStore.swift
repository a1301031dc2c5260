import AbstractHTTPCache
import Foundation
import GRDB

/// A store for the cache in an SQLite database. Several processes may use the same file.
///
/// ```swift
/// config.cache = HTTPCache(store: try SQLiteCacheStore(file: file))
/// ```
///
/// When the responses are larger than the limit, it removes the least recently used keys until three quarters of the
/// limit are left. All members may be used from any thread.
public final class SQLiteCacheStore: CacheStore {
    /// The maximum size of all responses, in bytes.
    public let limit: Int
    private let database: DatabasePool
    private let now: @Sendable () -> Date

    /// Opens a database, and creates it if it is missing. Only the current user can read the file.
    ///
    /// - Parameters:
    ///   - file: The file of the database, in a folder that exists.
    ///   - limit: The maximum size of all responses, in bytes. Default: 200 MiB.
    ///   - now: Returns the current time, which decides which responses were not used for the longest time.
    /// - Throws: A `DatabaseError` if the file cannot be opened, or is not a database.
    public init(file: URL, limit: Int = 200 << 20, now: @escaping @Sendable () -> Date = { Date() }) throws {
        (self.limit, self.now) = (limit, now)
        if !FileManager.default.fileExists(atPath: file.path) {
            _ = FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = Configuration()
        // Another process may be writing.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        database = try DatabasePool(path: file.path, configuration: configuration)
        try database.write { database in
            try database.create(table: "response", options: .ifNotExists) { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("key", .blob).notNull().indexed()
                table.column("url", .blob).notNull().indexed()
                table.column("bytes", .blob).notNull()
                table.column("used", .double).notNull().indexed()
            }
        }
    }

    /// The size of all responses, in bytes.
    public var byteCount: Int {
        get async throws { try await database.read { try Self.byteCount($0) } }
    }

    /// Returns the responses for a key, and marks them as used.
    public func responses(for key: String) async throws -> [CachedResponse] {
        let rows = try await database.read { try Self.rows(for: key, $0) }
        guard let used = rows.map(\.used).min() else { return [] }
        // A use within the last minute is recent enough: a read need not become a write.
        let now = now().timeIntervalSince1970
        if now - used > 60 {
            // A use that cannot be noted is a hit all the same.
            try? await database.write { database in
                try database.execute(
                    sql: "UPDATE response SET used = ? WHERE key = ?", arguments: [now, Data(key.utf8)])
            }
        }
        return rows.compactMap(\.response)
    }

    /// Stores a response, unless it is larger than a quarter of the limit.
    public func insert(_ response: CachedResponse, for key: String) async throws {
        let (bytes, now, limit) = (response.encoded, now().timeIntervalSince1970, limit)
        let url = Data(key.utf8.prefix { $0 != UInt8(ascii: "\n") })
        try await database.write { database in
            let rows = try Self.rows(for: key, database)
            let kept = response.inserted(into: rows.compactMap(\.response))
            // What is superseded goes, and so does the oldest when there are too many.
            for row in rows where row.response.map({ old in !kept.contains { $0.isSame(as: old) } }) ?? true {
                try database.execute(sql: "DELETE FROM response WHERE id = ?", arguments: [row.id])
            }
            guard bytes.count <= limit / 4, kept.contains(where: { $0.isSame(as: response) }) else { return }
            try database.execute(
                sql: "INSERT INTO response (key, url, bytes, used) VALUES (?, ?, ?, ?)",
                arguments: [Data(key.utf8), url, bytes, now])
            try Self.trim(database, to: limit)
        }
    }

    /// Removes what is stored for a URL.
    public func remove(_ url: String) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM response WHERE url = ?", arguments: [Data(url.utf8)])
        }
    }

    /// Removes the responses for which `isRemoved` returns true. It reads all of them.
    public func removeAll(where isRemoved: @Sendable (CachedResponse) -> Bool) async throws {
        let removed = try await database.read { database in
            var removed: [Int64] = []
            let rows = try Row.fetchCursor(database, sql: "SELECT id, bytes FROM response")
            while let row = try rows.next() {
                let response = CachedResponse(encoded: row["bytes"])
                if response.map(isRemoved) ?? true { removed.append(row["id"]) }
            }
            return removed
        }
        try await database.write { database in
            for id in removed { try database.execute(sql: "DELETE FROM response WHERE id = ?", arguments: [id]) }
        }
    }
}

extension SQLiteCacheStore {
    private struct Stored: Sendable {
        let id: Int64
        let used: Double
        /// Nil if the bytes are damaged.
        let response: CachedResponse?
    }

    private static func rows(for key: String, _ database: Database) throws -> [Stored] {
        try Row.fetchAll(
            database, sql: "SELECT id, used, bytes FROM response WHERE key = ? ORDER BY id", arguments: [Data(key.utf8)]
        )
        .map { Stored(id: $0["id"], used: $0["used"], response: CachedResponse(encoded: $0["bytes"])) }
    }

    private static func byteCount(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT TOTAL(LENGTH(bytes)) FROM response") ?? 0
    }

    private static func trim(_ database: Database, to limit: Int) throws {
        var byteCount = try byteCount(database)
        guard byteCount > limit else { return }
        while byteCount > limit / 4 * 3,
            let key = try Data.fetchOne(database, sql: "SELECT key FROM response ORDER BY used, id LIMIT 1")
        {
            try database.execute(sql: "DELETE FROM response WHERE key = ?", arguments: [key])
            byteCount = try Self.byteCount(database)
        }
    }
}

extension CachedResponse {
    fileprivate func isSame(as other: CachedResponse) -> Bool { supersedes(other) && encoded == other.encoded }
}
