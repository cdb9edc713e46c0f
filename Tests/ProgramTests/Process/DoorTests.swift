import Foundation
import TestClient
import Testing

@testable import layoutd

@Suite("The program's addresses", .serialized)
struct DoorTests {
  /// The SHA-256 of `alpha`.
  private static let alpha = "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8"

  private func status(_ port: Int, _ path: String, key: String? = nil) throws -> Int {
    let client = try #require(TestClient(port: port))
    let line = key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return try #require(client.request("GET", path, headers: line)).status
  }

  /// The port of the operations address, from the log.
  private func operationsPort(_ program: Program) throws -> Int {
    let lead = "\"message\":\"listening for operations\",\"metadata\":{\"address\":\"127.0.0.1:"
    var digits: Substring = ""
    eventually {
      digits =
        program.log().components(separatedBy: lead).dropFirst().first?
        .prefix { $0.isNumber } ?? ""
      return !digits.isEmpty
    }
    return try #require(Int(digits))
  }

  @Test("Operations have an address of their own, which needs no key and ends with the program")
  func operations() throws {
    let file = URL.temporaryDirectory.appending(path: "layoutd-\(UUID().uuidString).keys")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("\(Self.alpha) reader read\n".utf8).write(to: file)
    let program = try Program(
      ["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"],
      ["LAYOUTD_API_KEYS_FILE": file.path])
    let port = try program.port()
    let operations = try operationsPort(program)
    #expect(try status(operations, "/metrics") == 200)
    #expect(try status(operations, "/readyz") == 200)
    #expect(try status(operations, "/version") == 404)
    #expect(try status(port, "/metrics") == 401)
    #expect(try status(port, "/metrics", key: "alpha") == 404)
    program.send(SIGTERM)
    #expect(program.end().status == 0)
    #expect(TestClient(port: operations) == nil)
  }

  @Test("Pages of the origins that are set may call")
  func origins() throws {
    let program = try Program(
      ["serve", "--listen", "127.0.0.1:0"], ["LAYOUTD_CORS_ORIGINS": "https://app.example"])
    let client = try #require(TestClient(port: try program.port()))
    let answer = client.request("GET", "/version", headers: "Origin: https://app.example\r\n")
    #expect(answer?.headers["access-control-allow-origin"] == "https://app.example")
    program.send(SIGTERM)
    #expect(program.end().status == 0)
  }

  @Test(
    "The page at / can be switched off",
    arguments: [
      ([], [:], 200), (["--no-playground"], [:], 404), (["--playground", "off"], [:], 404),
      ([], ["LAYOUTD_PLAYGROUND": "off"], 404),
      (["--no-playground"], ["LAYOUTD_PLAYGROUND": "on"], 404),
    ] as [([String], [String: String], Int)])
  func playground(flags: [String], environment: [String: String], expected: Int) throws {
    let program = try Program(["serve", "--listen", "127.0.0.1:0"] + flags, environment)
    #expect(try status(program.port(), "/") == expected)
    program.send(SIGTERM)
    #expect(program.end().status == 0)
  }

  @Test(
    "With keys the page at / is answered only if that is asked for",
    arguments: [([], 401), (["--playground", "on"], 200), (["--playground", "off"], 401)]
      as [([String], Int)])
  func playgroundWithKeys(flags: [String], expected: Int) throws {
    let file = NSTemporaryDirectory() + "layoutd-keys-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data("\(String(repeating: "a", count: 64)) a read\n".utf8)
      .write(to: URL(fileURLWithPath: file))
    let program = try Program(
      ["serve", "--listen", "127.0.0.1:0", "--api-keys-file", file] + flags)
    #expect(try status(program.port(), "/") == expected)
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0)
    #expect(end.errors.contains("--playground on switches it on") == flags.isEmpty)
  }

  @Test(
    "Origins that no browser sends stop the start and are named",
    arguments: ["*", "https://app.example/"])
  func badOrigins(text: String) throws {
    let end = try Program(["serve", "--cors-origins", text]).end()
    #expect(end.status != 0)
    #expect(end.errors.contains("--cors-origins") && end.errors.contains(text))
  }
}
