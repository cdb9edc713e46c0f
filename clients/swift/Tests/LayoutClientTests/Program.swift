import Foundation
import LayoutClient
import Testing

/// A layoutd of its own, on a port of its own, ended with this.
final class Program: Sendable {
  private let process: Process
  let url: URL

  /// What is tested against: `LAYOUTD_PROGRAM`, else the debug build of the repository.
  static let path: String =
    ProcessInfo.processInfo.environment["LAYOUTD_PROGRAM"]
    ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/debug/layoutd").path

  init(_ options: [String] = []) throws {
    process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Program.path)
    process.arguments =
      ["serve", "--listen", "127.0.0.1:0", "--access-log", "off", "--log-level", "error"] + options
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let byte = output.fileHandleForReading.readData(ofLength: 1)
      if byte.isEmpty { break }
      line += byte
    }
    let address = String(decoding: line, as: UTF8.self).split(separator: " ").last ?? ""
    url = try #require(URL(string: address.trimmingCharacters(in: .newlines)))
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// A client of it.
  func service(_ options: ClientOptions = ClientOptions()) throws -> LayoutService {
    try LayoutService(url, options: options)
  }
}
