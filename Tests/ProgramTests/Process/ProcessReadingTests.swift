import Foundation
import HTTPServer
import LayoutCore
import LayoutService
import TestClient
import Testing

@testable import layoutd

@Suite("Metrics of the process", .serialized)
struct ProcessReadingTests {
  /// The program's samples by name with labels, asked for over one connection.
  private struct Samples {
    let client: TestClient

    init(of program: Program) throws {
      client = try #require(TestClient(port: try program.port()))
    }

    func read() throws -> [String: Double] {
      let text = try #require(client.request("GET", "/metrics")).text
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      return Dictionary(
        uniqueKeysWithValues: lines.map { line in
          let space = line.lastIndex(of: " ")!
          return (String(line[..<space]), Double(line[line.index(after: space)...])!)
        })
    }
  }

  private func descriptors(of program: Program) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.processIdentifier)/fd")
      .compactMap { Int($0) }
  }

  private func status(of program: Program, _ name: String) throws -> Double {
    let text = try String(
      contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    return try #require(
      line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) })
  }

  @Test("The metrics agree with the system's numbers")
  func numbers() throws {
    let before = Date().timeIntervalSince1970
    let program = try Program(["serve", "--listen", "127.0.0.1:0"], descriptors: 321)
    let samples = try Samples(of: program)
    // Threads come and go, and memory with them.
    var first = try samples.read()
    let isSame = try eventually {
      first = try samples.read()
      return try first["process_open_fds"] == Double(descriptors(of: program).count)
        && first["process_threads"] == status(of: program, "Threads")
        && first["process_virtual_memory_bytes"] == status(of: program, "VmSize") * 1024
    }
    #expect(isSame, "\(first)")
    let start = try #require(first["process_start_time_seconds"])
    // Rounded down to milliseconds.
    #expect(start > before - 0.01 && start < Date().timeIntervalSince1970)
    #expect(first["process_max_fds"] == 321)
    let resident = try #require(first["process_resident_memory_bytes"])
    #expect(resident > 1e6 && resident < first["process_virtual_memory_bytes"] ?? 0)

    let others = (0..<20).map { _ in try? Samples(of: program) }
    for other in others { _ = try other?.read() }
    let second = try samples.read()
    #expect(second["process_open_fds"] == first["process_open_fds"].map { $0 + 20 })
    let processor = try #require(first["process_cpu_seconds_total"])
    #expect(try #require(second["process_cpu_seconds_total"]) > processor && processor > 0)
    #expect(second["process_start_time_seconds"] == start)
  }

  @Test(
    "Metrics are answered when no descriptor is left, and count the connections refused for that")
  func withoutDescriptors() throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0"])
    let samples = try Samples(of: program)
    let before = try samples.read()
    // Its descriptors have numbers below that, and few of those are free.
    let limit = try #require(try descriptors(of: program).max()) + 1
    let lower = try Process.run(
      URL(filePath: "/usr/bin/prlimit"),
      arguments: ["--pid", "\(program.processIdentifier)", "--nofile=\(limit):\(limit)"])
    lower.waitUntilExit()
    #expect(lower.terminationStatus == 0)
    var others: [TestClient] = []
    while others.count < limit {
      others.append(try #require(TestClient(port: try program.port())))
      if others.last?.request("GET", "/healthz")?.status == 503 { break }
    }
    let after = try samples.read()
    #expect(after["layoutd_connections_refused_total{reason=\"descriptors\"}"] == 1)
    #expect(after["layoutd_connections_refused_total{reason=\"max-connections\"}"] == 0)
    #expect(after["process_open_fds"] == Double(limit))
    #expect(after["process_max_fds"] == Double(limit))
    #expect(Set(after.keys).isSuperset(of: before.keys))
  }

  @Test("The metrics name the build")
  func build() throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0"])
    let samples = try Samples(of: program).read()
    let key = try #require(samples.keys.first { $0.hasPrefix("layoutd_build_info{") })
    #expect(samples[key] == 1)
    for label in [
      "version=\"\(Release.version)\"", "rules=\"\(rulesVersion)\"",
      "libmicrohttpd=\"\(Server.libraryVersion)\"", "mode=\"",
    ] {
      #expect(key.contains(label), "\(label)")
    }
    #expect(try #require(Server.libraryVersion.first).isNumber)
  }
}
