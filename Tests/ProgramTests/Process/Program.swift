import Foundation
import HTTPServer
import TestClient
import Testing

@testable import layoutd

/// A run of the built program, ended with it.
final class Program {
  private let process = Process()
  /// Standard output and error go to files, so that the program never waits for a reader.
  private let output = URL.temporaryDirectory.appending(path: "layoutd-\(UUID().uuidString).out")
  private let errors = URL.temporaryDirectory.appending(path: "layoutd-\(UUID().uuidString).log")
  private var announcedPort: Int?

  /// Starts it.
  ///
  /// - Parameters:
  ///   - descriptors: how many it may open.
  ///   - logIsRead: whether there is anybody at the other end of its standard error.
  init(
    _ arguments: [String], _ environment: [String: String] = [:], descriptors: Int? = nil,
    logIsRead: Bool = true
  ) throws {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "layoutd")
    if let descriptors {
      process.executableURL = URL(filePath: "/bin/sh")
      let command = "ulimit -n \(descriptors) && exec \"$0\" \"$@\""
      process.arguments = ["-c", command, program.path] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    // A sanitizer's settings hold for the program, too.
    let sanitizers = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "PATH"]
    let inherited = ProcessInfo.processInfo.environment.filter { sanitizers.contains($0.key) }
    process.environment = environment.merging(inherited) { own, _ in own }
    process.standardInput = FileHandle.nullDevice
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    let unread = Pipe()
    process.standardError = logIsRead ? try FileHandle(forWritingTo: errors) : unread
    try process.run()
    try unread.fileHandleForReading.close()
  }

  deinit {
    if process.isRunning { send(SIGKILL) }
    for file in [output, errors] { try? FileManager.default.removeItem(at: file) }
  }

  /// The first line of its output.
  func announcedURL() -> String {
    eventually { text(output).contains("\n") || !process.isRunning }
    return text(output).prefix { $0 != "\n" }
      .replacingOccurrences(of: "layoutd listening on ", with: "")
  }

  /// The port that it announces. May be asked again.
  func port() throws -> Int {
    if let announcedPort { return announcedPort }
    let address = try #require(ListenAddress(url: announcedURL()))
    announcedPort = Int(address.port)
    return Int(address.port)
  }

  var processIdentifier: Int32 { process.processIdentifier }

  func send(_ signal: Int32) {
    kill(processIdentifier, signal)
  }

  /// What it has written to standard error so far.
  func log() -> String { text(errors) }

  private func text(_ file: URL) -> String {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }

  /// Waits for the end, and returns all that was written.
  func end() -> (status: Int32, output: String, errors: String) {
    if !eventually({ !process.isRunning }) {
      Issue.record("the program does not end")
      send(SIGKILL)
      process.waitUntilExit()
    }
    return (process.terminationStatus, text(output), log())
  }
}
