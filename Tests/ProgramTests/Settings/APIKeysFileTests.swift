import Foundation
import Logging
import TestClient
import Testing

@testable import layoutd

@Suite("The file of API keys", .serialized)
struct APIKeysFileTests {
  /// A file that is deleted with this object.
  private final class TestFile {
    let url = URL.temporaryDirectory.appending(path: "layoutd-\(UUID().uuidString).keys")
    var path: String { url.path }

    init(_ text: String) throws { try write(text) }
    deinit { try? FileManager.default.removeItem(at: url) }
    /// Replaces the file in one step.
    func write(_ text: String) throws { try Data(text.utf8).write(to: url, options: .atomic) }
  }

  /// The SHA-256 of `alpha` and of `bravo`.
  private static let alpha = "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8"
  private static let bravo = "f144a6907dc4284d1f9fe6a7d9b9ff53c02c1d07ba68f24d413d7ff7f757a782"
  private static let good = "# keys\n\(alpha) reader read\n"
  private static let bad = "# keys\nSECRET reader read\n"
  private static let badReason =
    "line 2: the first word is not the SHA-256 of a key (64 hexadecimal digits)"
  private static let warning = "everybody who reaches this address may post, read and delete"

  private func serve(
    _ arguments: String..., environment: [String: String] = [:], listen: String = "127.0.0.1:0"
  ) throws -> Program {
    try Program(["serve", "--listen", listen] + arguments, environment)
  }

  /// Ends a program that runs as it should.
  private func finish(_ program: Program) -> String {
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0, "\(end.errors)")
    return end.errors
  }

  @Test("Keys of a file are known by the text that they are, and a reload replaces them at once")
  func verification() throws {
    let file = try TestFile(Self.good)
    let keys = try APIKeysFile(path: file.path)
    #expect(keys.ring.key(authorization: "Bearer alpha")?.name == "reader")
    #expect(keys.ring.key(authorization: "Bearer bravo") == nil)
    let collected = CollectedLines()
    let timeCount = "1970-01-01T00:00:00.000Z ".utf8.count
    let logger = Logger(label: "test") { _ in
      LineLogHandler(level: .info, format: .text) { collected.append($0) }
    }
    try file.write("\(Self.bravo) writer write")
    keys.reload(logger: logger)
    #expect(keys.ring.key(authorization: "Bearer alpha") == nil)
    #expect(keys.ring.key(authorization: "Bearer bravo")?.name == "writer")
    try file.write(Self.bad)
    keys.reload(logger: logger)
    try FileManager.default.removeItem(at: file.url)
    keys.reload(logger: logger)
    #expect(keys.ring.key(authorization: "Bearer alpha") == nil)
    #expect(keys.ring.key(authorization: "Bearer bravo")?.name == "writer")
    #expect(
      collected.lines.map { String(decoding: $0.dropFirst(timeCount), as: UTF8.self) } == [
        "info API keys read again file=\"\(file.path)\" keys=\"1\"\n",
        "error API keys not read again, the old ones stay in force file=\"\(file.path)\" "
          + "reason=\"\(Self.badReason)\"\n",
        "error API keys not read again, the old ones stay in force file=\"\(file.path)\" "
          + "reason=\"No such file or directory\"\n",
      ])
  }

  @Test("A path without a file, or with too large a one, is refused with the reason")
  func unreadable() throws {
    let large = try TestFile(Self.good + String(repeating: "\n", count: 1 << 20))
    let pipe = try TestFile("")
    try FileManager.default.removeItem(at: pipe.url)
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for (path, reason) in [
      ("/nowhere/keys", "No such file or directory"), ("/", "Not a regular file"),
      (pipe.path, "Not a regular file"), (large.path, "it has more than 1MiB"),
      ("-", "No such file or directory"),
    ] {
      let error = #expect(throws: APIKeysFile.Unusable.self) { try APIKeysFile(path: path) }
      #expect(error?.description == "cannot use the API keys in \(path): \(reason)")
    }
  }

  @Test("A file of one mebibyte is read")
  func largest() throws {
    let file = try TestFile(
      Self.good + String(repeating: "\n", count: (1 << 20) - Self.good.utf8.count))
    #expect(try APIKeysFile(path: file.path).ring.key(authorization: "Bearer alpha") != nil)
  }

  @Test("A bad file stops start and check; the error names the line without its text")
  func badFile() throws {
    let file = try TestFile(Self.bad)
    for arguments in [
      ["serve", "--listen", "127.0.0.1:0", "--api-keys-file"],
      ["serve", "--check-config", "--api-keys-file"], ["check-keys"],
    ] {
      let end = try Program(arguments + [file.path]).end()
      #expect(end.status == 1)
      #expect(end.output.isEmpty)
      #expect(
        end.errors == "Error: cannot use the API keys in \(file.path): \(Self.badReason)\n")
    }
  }

  @Test("A good file passes the check, which lists its path and ends")
  func checkConfig() throws {
    let file = try TestFile(Self.good)
    let end = try Program(
      ["serve", "--check-config"], ["LAYOUTD_API_KEYS_FILE": file.path]
    ).end()
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.errors.isEmpty)
    let line = end.output.split(separator: "\n").first { $0.hasPrefix("api-keys-file ") }
    #expect(line?.split(separator: " ").dropFirst().first == Substring(file.path))
    #expect(line?.hasSuffix("the environment, LAYOUTD_API_KEYS_FILE") == true)
    let keys = try Program(["check-keys", file.path]).end()
    #expect(keys.status == 0 && keys.output == "\(file.path): 1 key\n", "\(keys)")
  }

  @Test("On SIGHUP a good file is read again and holds, a bad one is logged, and neither ends it")
  func reload() throws {
    let file = try TestFile(Self.good)
    let program = try serve("--api-keys-file", file.path)
    let port = try program.port()
    func status(_ key: String) throws -> Int? {
      try #require(TestClient(port: port)).request(
        "GET", "/version", headers: "Authorization: Bearer \(key)\r\n")?.status
    }
    #expect(try status("alpha") == 200 && status("bravo") == 401)
    #expect(TestClient(port: port)?.request("GET", "/version")?.status == 401)
    /// What is told of the keys, without the time of the reading.
    func metrics() throws -> [String] {
      let answer = try #require(TestClient(port: port)).request(
        "GET", "/metrics", headers: "Authorization: Bearer alpha\r\n")
      return try #require(answer).text.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("layoutd_keys") && !$0.contains("timestamp")
      }
    }
    #expect(try metrics() == ["layoutd_keys 1", "layoutd_keys_read_succeeded 1"])
    try file.write("\(Self.alpha) a read\n\(Self.bravo) b read\n")
    program.send(SIGHUP)
    #expect(
      eventually {
        program.log().contains(
          "\"message\":\"API keys read again\",\"metadata\":{\"file\":\"\(file.path)\",\"keys\":\"2\"}"
        )
      })
    #expect(try status("alpha") == 200 && status("bravo") == 200)
    try file.write(Self.bad)
    program.send(SIGHUP)
    #expect(eventually { program.log().contains("\"reason\":\"\(Self.badReason)\"") })
    #expect(try metrics() == ["layoutd_keys 2", "layoutd_keys_read_succeeded 0"])
    try file.write(Self.good)
    program.send(SIGHUP)
    #expect(eventually { program.log().contains("\"keys\":\"1\"") })
    #expect(try status("bravo") == 401)
    #expect(TestClient(port: port)?.request("GET", "/readyz")?.status == 200)
    let log = finish(program)
    #expect(!log.contains("SECRET") && !log.contains(Self.alpha) && !log.contains(Self.bravo))
    #expect(log.split(separator: "\n").count { $0.contains("\"level\":\"error\"") } == 1)
  }

  @Test("Without the setting SIGHUP changes nothing, and is logged")
  func reloadOfNothing() throws {
    let program = try serve()
    let port = try program.port()
    let line = "\"message\":\"SIGHUP changes nothing without --api-keys-file\""
    for count in 1...3 {
      program.send(SIGHUP)
      #expect(
        eventually { program.log().split(separator: "\n").count { $0.contains(line) } == count })
    }
    #expect(TestClient(port: port)?.request("GET", "/readyz")?.status == 200)
    _ = finish(program)
  }

  @Test("Without keys one line warns of an address that others reach")
  func warning() throws {
    let program = try serve(listen: "0.0.0.0:0")
    _ = try program.port()
    let lines = finish(program).split(separator: "\n").filter { $0.contains(Self.warning) }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"level\":\"warning\"") == true)
    #expect(lines.first?.contains("\"address\":\"0.0.0.0:0\"") == true)
  }

  @Test("On a loopback address, and with keys, nothing warns")
  func noWarning() throws {
    let file = try TestFile(Self.good)
    for (listen, path) in [
      ("127.0.0.1:0", "none"), ("127.1.2.3:0", "none"), ("localhost:0", "none"),
      ("0.0.0.0:0", file.path),
    ] {
      let program = try serve(environment: ["LAYOUTD_API_KEYS_FILE": path], listen: listen)
      _ = try program.port()
      #expect(!finish(program).contains("\"level\":\"warning\""), "\(listen)")
    }
  }
}
