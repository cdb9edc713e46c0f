import HTTPServer
import Oracle
import TestClient
import Testing

/// Goal: whatever lawful requests come on a connection, however they are cut into segments, each is answered, in
/// order, with what belongs to it.
@Suite struct StreamTests {
  @Test("10 000 pipelined requests are answered in order")
  func pipelining() throws {
    let test = try TestServer()
    let client = test.connect()
    let batches = (0..<10).map { batch in
      (0..<1_000).map { "GET /\(batch * 1_000 + $0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
    }
    // One batch ahead, so that the answers of none fill the sockets while nobody reads.
    client.send(batches[0])
    for batch in 0..<10 {
      if batch < 9 { client.send(batches[batch + 1]) }
      for number in batch * 1_000..<batch * 1_000 + 1_000 {
        let answer = try #require(client.answer())
        try #require(answer.headers["x-seen"] == "GET /\(number) - 0")
        try #require(answer.closes == (number == 9_999))
      }
    }
    #expect(client.isClosedByServer())
    #expect(test.isSoonAtRest())
  }

  @Test("Pipelined requests with HEAD, bodies and 204 among them keep their places")
  func mixture() throws {
    let test = try TestServer()
    let client = test.connect()
    let round = """
      HEAD /large?5000 HTTP/1.1\r\nHost: a\r\n\r\n\
      GET /large?50 HTTP/1.1\r\nHost: a\r\n\r\n\
      POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 28\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n\
      GET /empty HTTP/1.1\r\nHost: a\r\n\r\n\
      HEAD /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc
      """
    client.send(String(repeating: round, count: 20))
    for _ in 0..<20 {
      let head = try #require(client.answer(to: "HEAD"))
      #expect(head.headers["content-length"] == "5000")
      #expect(client.answer()?.body.count == 50)
      #expect(client.answer()?.text == "GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.answer()?.status == 204)
      #expect(client.answer(to: "HEAD")?.headers["x-seen"] == "HEAD /echo - 3")
    }
    #expect(client.request("GET", "/large?7")?.body.count == 7)
  }

  @Test(
    "Random lawful requests, cut at random places, are all answered",
    arguments: seeds(short: 1..<4, all: 1..<11 as Range<UInt64>))
  func random(seed: UInt64) throws {
    let test = try TestServer()
    var generator = SeededGenerator(seed: seed)
    var client = test.connect()
    for number in 0..<100 {
      let request = LawfulRequest(number: number, using: &generator)
      client.sendInPieces(request.bytes, using: &generator)
      let answer = try #require(client.answer(to: request.method), "\(number)")
      #expect(answer.status == 200, "\(number): \(answer.text)")
      #expect(answer.headers["x-seen"] == request.seen)
      #expect(request.method == "HEAD" || answer.body == request.body)
      #expect(answer.closes == request.closes)
      if request.closes {
        #expect(client.isClosedByServer())
        client = test.connect()
      }
    }
    client.finishSending()
    #expect(client.isClosedByServer())
    #expect(test.isSoonAtRest())
  }
}

/// A request that every rule allows.
private struct LawfulRequest {
  var method: String
  /// The handler's description of the request.
  var seen: String
  var body: [UInt8] = []
  var closes: Bool
  var bytes: [UInt8]

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  private static let pathBytes = bytes(letters + "-._~!$&'()*+,;=:@/")
  private static let queryBytes = pathBytes + bytes("?%")
  private static let nameBytes = bytes(letters + "!#$%&'*+-.^_`|~")
  private static let valueBytes =
    bytes(letters + " \t!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") + [0x80, 0xe4, 0xff]
  private static let spaceBytes = bytes(" \t")

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  init(number: Int, using generator: inout SeededGenerator) {
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    /// Some of these bytes, from a random one on, round and round.
    func some(_ alphabet: [UInt8], _ count: ClosedRange<Int>) -> [UInt8] {
      let start = random(0...alphabet.count - 1)
      return (0..<random(count)).map { alphabet[(start + $0) % alphabet.count] }
    }
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    method = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"][random(0...6)]
    let path = "/r\(number)%41" + text(some(Self.pathBytes, 0...60))
    let query = random(0...1) == 0 ? nil : text(some(Self.queryBytes, 0...200))
    let isOld = random(0...9) == 0
    closes = isOld || random(0...9) == 0

    var lines: [[UInt8]] = []
    if !isOld || random(0...1) == 0 { lines.append(Self.bytes("Host: a")) }
    if !isOld, closes { lines.append(Self.bytes("Connection: close")) }
    if random(0...1) == 0 {
      body = some((0...250).map { UInt8($0) }, 0...random(0...1) * 20_000)
      lines.append(Self.bytes("Content-Length: \(body.count)"))
    }
    for _ in 0..<random(0...1) * random(0...100 - lines.count) {
      lines.append(
        Self.bytes("X-") + some(Self.nameBytes, 1...20) + Self.bytes(":")
          + some(Self.spaceBytes, 0...3) + some(Self.valueBytes, 0...60)
          + some(Self.spaceBytes, 0...3))
    }
    lines.shuffle(using: &generator)
    let target = query.map { "\(path)?\($0)" } ?? path
    lines.insert(Self.bytes("\(method) \(target) HTTP/1.\(isOld ? 0 : 1)"), at: 0)
    bytes = Array(lines.map { $0 + [13, 10] }.joined()) + [13, 10] + body
    seen = "\(method) \(path) \(query ?? "-") \(body.count)"
  }
}
