import Foundation
import Testing

/// A program of the server's C sources and a `main` of a test.
enum CProgram {
  /// Compiles such a program, runs it, and takes what it prints.
  static func output(_ main: String, flags: [String] = []) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "layoutd-c-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.c")
    try main.write(to: file, atomically: true, encoding: .utf8)
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/CHTTPServer")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".c") }.map { sources.appending(path: $0).path }
    let binary = folder.appending(path: "program").path
    let compiled = try run(
      "clang",
      ["-std=c17", "-D_GNU_SOURCE", "-I\(sources.path)", "-I\(sources.path)/include"] + flags
        + files + [file.path, "-o", binary, "-lmicrohttpd", "-ldeflate", "-lpthread"])
    try #require(compiled.status == 0, "\(compiled.output)")
    return try run(binary, []).output
  }

  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
