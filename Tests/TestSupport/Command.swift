import AbstractHTTP
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A command of the system.
///
/// It replaces Foundation's `Process`. On Linux, that copies each entry of `/proc/self/fd` in full, even if no memory
/// follows the last one. With many open files, this sometimes ends the process (Swift 6.3).
package enum Command {
    /// The command could not be started, for this reason.
    package struct NotStarted: Error {
        let command: String
        let code: Int32
    }

    /// What a command came to.
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Runs a command that is found in the `PATH`, and returns its status and what it wrote.
    package static func outcome(of arguments: [String]) async throws -> Outcome {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        let status = try await run(arguments, output: output.path, errors: errors.path)
        return Outcome(
            status: status, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// Runs a command that is found in the `PATH`, and returns its status.
    package static func run(_ arguments: [String]) async throws -> Int32 {
        try await run(arguments, output: "/dev/null", errors: "/dev/null")
    }

    /// Starts a command, and returns when it has written something.
    package static func start(_ arguments: [String]) throws -> RunningCommand {
        let output = Pipe()
        let process = try start(arguments, errors: "/dev/null") { actions in
            posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, 1)
        }
        try output.fileHandleForWriting.close()
        _ = output.fileHandleForReading.availableData
        return process
    }

    private static func run(_ arguments: [String], output: String, errors: String) async throws -> Int32 {
        let process = try start(arguments, errors: errors) { actions in
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        let status = Promise<Int32>()
        Thread.detachNewThread { status.fulfill(process.wait()) }
        return await status.value()
    }

    #if canImport(Darwin)
        private typealias FileActions = posix_spawn_file_actions_t?
    #else
        private typealias FileActions = posix_spawn_file_actions_t
    #endif

    private static func start(
        _ arguments: [String], errors: String, setOutput: (inout FileActions) -> Void
    ) throws -> RunningCommand {
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        var words = arguments.map { strdup($0) } + [nil]
        var environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            for word in words + environment { free(word) }
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        setOutput(&actions)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // No socket of this process is kept open by the other one.
        #if canImport(Darwin)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
            for file in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4_096)) {
                posix_spawn_file_actions_addclose(&actions, file)
            }
        #endif
        var process: pid_t = 0
        let code = posix_spawnp(&process, arguments.first ?? "", &actions, &attributes, &words, &environment)
        guard code == 0 else { throw NotStarted(command: arguments.first ?? "", code: code) }
        return RunningCommand(process: process)
    }
}

/// A command that was started.
package struct RunningCommand: Sendable {
    fileprivate let process: pid_t

    /// Ends the command with `SIGKILL`. Returns -1, or the status of a command that had ended before.
    ///
    /// A command that has ended and was not waited for keeps Swift Testing busy: its thread that waits for exit tests
    /// then uses a core, and sees no other process end.
    @discardableResult
    package func kill() -> Int32 {
        #if canImport(Darwin)
            _ = Darwin.kill(process, SIGKILL)
        #else
            _ = Glibc.kill(process, SIGKILL)
        #endif
        return wait()
    }

    /// Blocks the thread until the command has ended. Returns its status, or -1 if a signal has ended it.
    package func wait() -> Int32 {
        var code: Int32 = 0
        while waitpid(process, &code, 0) == -1, errno == EINTR {}
        return code & 0x7F == 0 ? code >> 8 & 0xFF : -1
    }
}
