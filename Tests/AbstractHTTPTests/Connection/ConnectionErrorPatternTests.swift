import AbstractHTTP
import Foundation
import Testing

/// A `catch` that names the type of an error.
@Suite struct ConnectionErrorPatternTests {
    @Test(arguments: ConnectionErrorType.allCases) func catchNamesTheType(_ type: ConnectionErrorType) {
        func caught() -> ConnectionErrorType? {
            do throws(ConnectionError) {
                throw ConnectionError(type: type, request: request)
            } catch .invalidURL {
                return .invalidURL
            } catch .invalidRequest {
                return .invalidRequest
            } catch .network {
                return .network
            } catch .timeout {
                return .timeout
            } catch .authorization {
                return .authorization
            } catch .bodyTooLarge {
                return .bodyTooLarge
            } catch .fileSystem {
                return .fileSystem
            } catch .redirect {
                return .redirect
            } catch .invalidResponse {
                return .invalidResponse
            } catch .parse {
                return .parse
            } catch .validation {
                return .validation
            } catch .canceled {
                return .canceled
            } catch {
                return nil
            }
        }

        #expect(caught() == type)
    }

    @Test func anyErrorIsMatched() {
        func name(_ error: any Error) -> String {
            do { throw error } catch ConnectionError.timeout { return "timeout" } catch { return "other" }
        }

        #expect(name(ConnectionError(type: .timeout, request: request)) == "timeout")
        #expect(name(ConnectionError(type: .network, request: request)) == "other")
        #expect(name(ConnectionErrorType.timeout) == "other")
    }

    private var request: Request { Request(url: URL(filePath: "/")) }
}
