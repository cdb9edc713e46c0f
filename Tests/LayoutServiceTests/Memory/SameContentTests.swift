import Foundation
import LayoutService
import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Equal content has one id and one answer")
struct SameContentTests {
  /// A service without a socket.
  private static func computing() -> Service {
    var limits = ServiceLimits()
    limits.computeTimeout = .seconds(300)
    return Service(limits: limits, metrics: ServiceMetrics(), log: { _ in })
  }

  @Test(
    "Other spellings of a snapshot give the same id and the same bytes",
    arguments: seeds(short: 0..<2, all: 0..<8))
  func respellings(batch: Int) throws {
    for seed in UInt64(batch * 50)..<UInt64(batch * 50 + 50) {
      // Each knows nothing of the other's answer.
      let (test, other) = (SameContentTests.computing(), SameContentTests.computing())
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let snapshot = generator.snapshot(containerWidth: width)
      let isHorizontal = snapshot["scrollDirection"]?.string == "horizontal"
      let query =
        "\(isHorizontal ? "height" : "width")=\(JSONValue.number(width).text)"
        + "&rect=-1e6,-1e6,2e6,2e6&bounds=0,10,600,400&limit=200"
      let first = test.compute(snapshot: Array(snapshot.text.utf8), query: query)
      try #require(first.status == 201, "\(String(decoding: first.body, as: UTF8.self))")
      let respelled = respelled(snapshot, unstated: .all, using: &generator.random)
      let text = respelled.scatteredText(negativeZero: true, using: &generator.random)
      let second = other.compute(snapshot: Array(text.utf8), query: query)
      #expect(second.status == 201)
      let isSame =
        SameContentTests.withoutWarnings(second.body)
        == SameContentTests.withoutWarnings(first.body)
      #expect(isSame, "seed \(seed)")
      #expect(test.compute(snapshot: Array(text.utf8), query: query).status == 200)
    }
  }

  /// The answer without its warnings, which depend on the spelling and stand at the end.
  private static func withoutWarnings(_ body: [UInt8]) -> [UInt8] {
    let text = String(decoding: body, as: UTF8.self)
    guard let warnings = text.range(of: ",\"warnings\":[") else { return body }
    return Array(text[..<warnings.lowerBound].utf8) + [UInt8(ascii: "}")]
  }

  @Test("A respelled snapshot is known when it is posted, and different ones have different ids")
  func posted() throws {
    let test = try TestService()
    var ids: Set<String> = []
    for seed in UInt64(3000)..<3030 {
      var generator = SnapshotGenerator(seed: seed)
      let snapshot = generator.snapshot(containerWidth: 390)
      let first = try test.post(snapshot)
      guard first.status == 201 else { continue }
      let id = try #require(try first.json()["id"]?.string)
      #expect(ids.insert(id).inserted)
      let text = respelled(snapshot, unstated: .all, using: &generator.random)
        .scatteredText(using: &generator.random)
      let second = try test.post(text: text)
      #expect(second.status == 200)
      #expect(
        SameContentTests.withoutWarnings(second.body)
          == SameContentTests.withoutWarnings(first.body))
    }
    #expect(ids.count > 25)
  }

  @Test("Whatever changes an answer changes the id")
  func differences() throws {
    let test = try TestService()
    let base: JSONValue = ["sections": [["items": 3, "headers": [["height": 4]]]]]
    let texts = [
      base.text,
      #"{"sections":[{"items":4,"headers":[{"height":4}]}]}"#,
      #"{"sections":[{"items":3,"headers":[{"height":5}]}]}"#,
      #"{"sections":[{"items":3,"headers":[{"height":4,"pin":true}]}]}"#,
      #"{"sections":[{"items":3,"footers":[{"height":4}]}]}"#,
      #"{"sections":[{"items":3,"headers":[{"height":4}]},{}]}"#,
      #"{"sections":[{"id":"a","items":3,"headers":[{"height":4}]}]}"#,
      #"{"engine":"column","sections":[{"items":3,"headers":[{"height":4}]}]}"#,
      #"{"layoutDirection":"rtl","sections":[{"items":3,"headers":[{"height":4}]}]}"#,
      #"{"globalHeaders":[{"height":1}],"sections":[{"items":3,"headers":[{"height":4}]}]}"#,
    ]
    // Of two nodes over equal sections, which have 2 or 1,024 each, the second one has other ids.
    let repeated = [2048, 1024].map { period in
      (0..<2048).map { #"{"id":"\#($0 % period)"}"# }.joined(separator: ",")
    }
    let all = texts + repeated.map { #"{"sections":[\#($0)]}"# }
    let ids = try all.map { try test.post(text: $0).json()["id"]?.string }
    #expect(Set(ids).count == all.count)
  }

  // MARK: The answer without HTTP

  @Test("compute answers seeded snapshots byte for byte as POST does")
  func computedSeeds() throws {
    for seed in UInt64(4000)..<4040 {
      let test = try TestService()
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let snapshot = generator.snapshot(containerWidth: width)
      let isHorizontal = snapshot["scrollDirection"]?.string == "horizontal"
      let container = "\(isHorizontal ? "height" : "width")=\(JSONValue.number(width).text)"
      try expectSame(
        test, snapshot,
        [
          container, "\(container)&bounds=0,40,390,844&limit=50", "rect=0,0,0,0",
          "width=1&height=1",
        ],
        "seed \(seed)")
    }
  }

  @Test("compute refuses byte for byte as POST does, but for the request's id")
  func computedProblems() throws {
    let test = try TestService()
    let computing = SameContentTests.computing()
    for (text, query) in [
      ("", ""), ("[", ""), ("{}", ""), (#"{"sections":[{"items":-1}]}"#, ""),
      (#"{"sections":[]}"#, "rect=0,0,1,1"), (#"{"sections":[]}"#, "a=b"),
      (#"{"sections":[{"items":9007199254740992}]}"#, "width=100"),
    ] {
      let posted = try test.post(text: text, query)
      let computed = computing.compute(snapshot: Array(text.utf8), query: query)
      #expect(computed.status == posted.status)
      #expect(computed.body == posted.bodyWithoutID, "\(text) \(query)")
      #expect(posted.status >= 400)
    }
  }

  private func expectSame(
    _ test: TestService, _ snapshot: JSONValue, _ queries: [String], _ comment: Comment
  ) throws {
    let computing = SameContentTests.computing()
    for query in queries {
      let posted = try test.post(snapshot, query)
      let computed = computing.compute(snapshot: Array(snapshot.text.utf8), query: query)
      #expect(computed.status == posted.status, comment)
      let isSame = computed.body == posted.bodyWithoutID
      #expect(isSame, "\(query): \(comment)")
    }
  }
}

extension TestClient.Reply {
  /// The body without the id of the request, which problems end with.
  fileprivate var bodyWithoutID: [UInt8] {
    let member = ",\"requestId\":\"\(headers["x-request-id"] ?? "")\""
    return status < 400 ? body : Array(text.replacing(member, with: "").utf8)
  }
}
