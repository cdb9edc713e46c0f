import Foundation
import TestClient
import Testing

@testable import layoutd

// A sanitizer has an allocator of its own.
@Suite(
  "Memory that is given back", .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil))
struct FreedMemoryTests {
  let program: Program
  let client: TestClient

  init() throws {
    program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--memo-bytes", "1MiB", "--access-log", "off",
      "--snapshot-bytes", "60MiB", "--compute-timeout", "120s",
    ])
    client = try #require(TestClient(port: program.port()))
  }

  /// The path of a snapshot's layout, which is posted.
  private func post(_ sections: String) throws -> String {
    let answer = try #require(
      client.request(
        "POST", "/v1/layouts", headers: "Content-Type: application/json\r\n",
        body: Array("{\"sections\":[\(sections)]}".utf8)))
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(answer.headers["location"])
  }

  private func residentBytes() throws -> Int {
    let text = try String(
      contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
  }

  @Test("Memory of deleted snapshots in many small pieces is returned to the system")
  func deleted() throws {
    _ = try post("{}")
    let start = try residentBytes()
    let paths = try (0..<14).map { number in
      try post(
        (0..<36_000).map { "{\"items\":\(number * 36_000 + $0 + 1)}" }.joined(separator: ","))
    }
    #expect(try residentBytes() > start + 48 << 20)
    for path in paths { #expect(client.request("DELETE", path)?.status == 204) }
    #expect(try eventually { try residentBytes() < start + 16 << 20 })
  }

  @Test("Memory of evicted snapshots is returned to the system, although others stay")
  func evicted() throws {
    /// One section with so many items of different sizes, which only doubles hold, and no other section has: sixteen bytes
    /// for each.
    func section(_ number: Int, itemCount: Int) -> String {
      let sizes = (0..<itemCount).map {
        "\(($0 * $0 * 31 + number * 104_729) % 1_000_003 % 1000).1"
      }
      .joined(separator: ",")
      return "{\"items\":{\"widths\":[\(sizes)],\"heights\":[\(sizes)]}}"
    }
    for number in 0..<24 {
      _ = try post(section(number, itemCount: 140_000))
      _ = try post(section(number, itemCount: 2000))
    }
    let full = try residentBytes()
    #expect(full > 50 << 20)
    // One snapshot, in large blocks, evicts all others.
    _ = try post(section(1000, itemCount: 3_500_000))
    #expect(try eventually { try residentBytes() < full + 16 << 20 })
  }
}
