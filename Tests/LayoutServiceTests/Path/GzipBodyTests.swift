import Glibc
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Compressed bodies")
struct GzipBodyTests {
  let test: TestService

  init() throws { test = try TestService(server: { $0.bodyBytesMax = 1 << 20 }) }

  private static let snapshot = Array(
    #"{"sections":[{"engine":"column","headers":[{"height":44}],"items":120}]}"#.utf8)

  private func post(
    _ body: [UInt8], to test: TestService? = nil, coding: String = "gzip", query: String = ""
  ) throws -> TestClient.Reply {
    try (test ?? self.test).request(
      "POST", "/v1/layouts" + query,
      headers: [("Content-Type", "application/json"), ("Content-Encoding", coding)], body: body)
  }

  @Test(
    "A compressed body is the snapshot that it unfolds to",
    arguments: ["gzip", "GZIP", " gzip ", "x-gzip", "X-GZip"])
  func same(coding: String) throws {
    let compressed = try post(gzipped(GzipBodyTests.snapshot), coding: coding, query: "?width=390")
    let plain = try test.request(
      "POST", "/v1/layouts?width=390", headers: [("Content-Type", "application/json")],
      body: GzipBodyTests.snapshot)
    #expect(compressed.status == 201)
    #expect(plain.status == 200)
    #expect(try compressed.json() == plain.json())
    // And again, known by its bytes.
    #expect(try post(gzipped(GzipBodyTests.snapshot)).status == 200)
  }

  @Test("The coding identity is none", arguments: ["identity", "Identity", "\tidentity "])
  func identity(coding: String) throws {
    let plain = try test.request(
      "POST", "/v1/layouts?width=390", headers: [("Content-Type", "application/json")],
      body: GzipBodyTests.snapshot)
    let coded = try post(GzipBodyTests.snapshot, coding: coding, query: "?width=390")
    #expect(plain.status == 201 && coded.status == 200)
    #expect(try coded.json() == plain.json())
    try test.expect(post(gzipped(GzipBodyTests.snapshot), coding: coding), 400, "bad-json")
  }

  @Test("The bytes of a compressed body alone are no snapshot, even where that body is known")
  func bytesAlone() throws {
    let body = try gzipped(GzipBodyTests.snapshot)
    #expect(try post(body).status == 201)
    let plain = try test.request(
      "POST", "/v1/layouts", headers: [("Content-Type", "application/json")], body: body)
    try test.expect(plain, 400, "bad-json")
  }

  @Test("A body that is cut short, damaged or followed by bytes is refused")
  func damaged() throws {
    let body = try gzipped(GzipBodyTests.snapshot)
    for count in 0..<body.count { try test.expect(post(Array(body[..<count])), 400, "bad-json") }
    try test.expect(post(body + [0]), 400, "bad-json")
    try test.expect(post(body + body), 400, "bad-json")
    try test.expect(post(GzipBodyTests.snapshot), 400, "bad-json")
    // Checksum and length, which may also be too large.
    for place in body.count - 8..<body.count {
      var changed = body
      changed[place] ^= 1
      try test.expect(post(changed), 400, "bad-json")
    }
    #expect(test.service.cache.usage.snapshots == 0)
    #expect(try test.get("/healthz").status == 200)
  }

  @Test("Every byte that is changed is noticed, or changes nothing")
  func changed() throws {
    let body = try gzipped(GzipBodyTests.snapshot)
    var generator = SplitMix64(seed: 8)
    for _ in 0..<300 {
      var changed = body
      changed[Int.random(in: 0..<body.count, using: &generator)] = .random(
        in: 0...255, using: &generator)
      let answer = try post(changed)
      #expect([200, 201, 400].contains(answer.status), "\(answer.status)")
    }
    #expect(test.service.cache.usage.snapshots <= 1)
  }

  @Test("A body that unfolds to more than allowed is refused, one of just that size is not")
  func large() throws {
    let most = 1 << 20
    let padding = [UInt8](repeating: 0x20, count: most - GzipBodyTests.snapshot.count)
    #expect(try post(gzipped(GzipBodyTests.snapshot + padding)).status == 201)
    let answer = try post(gzipped(GzipBodyTests.snapshot + padding + [0x20]))
    try test.expect(answer, 413, "too-large")
  }

  @Test("Decompression of a small body ends at the limit, whatever size it claims")
  func bomb() throws {
    var bomb = try gzipped([UInt8](repeating: 0x20, count: 32 << 20))
    #expect(bomb.count < 64 << 10)
    try test.expect(post(bomb), 413, "too-large")
    // It claims hardly any bytes, nearly as many as allowed, or none; more than that is never unfolded.
    for claim in [100, (1 << 20) - 1, 0] {
      for place in 0..<4 { bomb[bomb.count - 4 + place] = UInt8(claim >> (8 * place) & 255) }
      try test.expect(post(bomb), 400, "bad-json")
    }
    #expect(try test.get("/healthz").status == 200)
  }

  @Test("A small body that unfolds to a large one is read on a compute thread")
  func place() throws {
    let test = try TestService(overSocket: true)
    let padding = [UInt8](repeating: 0x20, count: 200_000)
    let answer = try post(gzipped(GzipBodyTests.snapshot + padding), to: test)
    #expect(answer.status == 201)
    #expect(test.metric("layoutd_compute_wait_seconds_count") == 1)
  }
}
