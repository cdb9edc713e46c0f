import ContentHash
import LayoutWire
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Bodies that have been read before")
struct KnownBodyTests {
  private func service(snapshotBytes: Int = 1 << 20) -> Service {
    var limits = ServiceLimits()
    limits.snapshotBytes = snapshotBytes
    return Service(limits: limits, metrics: ServiceMetrics(), log: { _ in })
  }

  private func id(_ service: Service, knownFrom text: String) -> Digest? {
    service.bodyTags.tag(of: Array(text.utf8)).flatMap {
      service.cache.snapshot(readFrom: $0)?.id
    }
  }

  private func post(_ service: Service, _ text: String, _ query: String = "") throws
    -> Digest?
  {
    let (_, body) = service.compute(snapshot: Array(text.utf8), query: query)
    return Digest(hexadecimal: try JSONValue(parsing: body)["id"]?.string ?? "")
  }

  private func snapshot(_ count: Int) -> String { "{\"sections\":[{\"items\":\(count)}]}" }

  @Test("A body that was read is known by its bytes, and is not read again")
  func known() throws {
    let service = service()
    #expect(id(service, knownFrom: snapshot(3)) == nil)
    let first = try #require(try post(service, snapshot(3)))
    #expect(id(service, knownFrom: snapshot(3)) == first)
    #expect(id(service, knownFrom: snapshot(3) + " ") == nil)
    // Registered for another snapshot, the body is taken for that one's.
    let other = try #require(try post(service, snapshot(4)))
    let named = try #require(service.cache.snapshot(other))
    _ = try service.cache.insert(
      named, readFrom: service.bodyTags.tag(of: Array(snapshot(3).utf8)))
    #expect(try post(service, snapshot(3)) == other)
  }

  @Test("The parameters of a known body are checked, and its answer is that of the first time")
  func parameters() throws {
    let test = try TestService()
    let text = #"{"sections":[{"items":[{"width":30,"height":40},{"width":50,"height":20}]}]}"#
    let first = try test.post(text: text, "width=390&bounds=0,0,390,844")
    let second = try test.post(text: text, "width=390&bounds=0,0,390,844")
    #expect((first.status, second.status) == (201, 200))
    #expect(first.body == second.body)
    for query in [
      "width=0", "bounds=0,0,0,0", "rect=0,0,1,1", "height=4", "width=9&cursor=abc", "a=b",
    ] {
      let fresh = try TestService().post(text: text, query)
      let known = try test.post(text: text, query)
      #expect(fresh.status == 400 && known.status == 400, "\(query)")
    }
  }

  @Test("A known body is forgotten with its snapshot, deleted or evicted")
  func forgotten() throws {
    let service = service(snapshotBytes: 20_000)
    let first = try #require(try post(service, snapshot(1)))
    service.cache.remove(first)
    #expect(id(service, knownFrom: snapshot(1)) == nil)
    #expect(try post(service, snapshot(1)) == first)
    for count in 2...200 { _ = try post(service, snapshot(count)) }
    let known = (1...200).filter { id(service, knownFrom: snapshot($0)) != nil }.count
    #expect(known == service.cache.usage.snapshots)
    #expect(known < 200)
  }

  @Test("Of several bodies of one snapshot the last one is known")
  func respelled() throws {
    let service = service()
    let texts = [
      snapshot(3), #"{"sections":[{"items":3.0}]}"#, #"{"sections":[{"items":[{},{},{}]}]}"#,
    ]
    for text in texts + texts {
      let posted = try #require(try post(service, text))
      #expect(texts.filter { id(service, knownFrom: $0) == posted } == [text])
    }
    #expect(service.cache.usage.snapshots == 1)
  }

  @Test("A body that was refused is not known")
  func refused() throws {
    let service = service(snapshotBytes: 4000)
    let large =
      #"{"sections":[{"items":{"widths":[\#((0..<1000).map(String.init).joined(separator: ","))]}}]}"#
    for (text, query) in [
      ("[", ""), (#"{"sections":[{"items":-1}]}"#, ""), (large, ""), (snapshot(5), "height=3"),
      (#"{"sections":[{"items":9007199254740992}]}"#, "width=100"),
    ] {
      #expect(try post(service, text, query) == nil)
      #expect(id(service, knownFrom: text) == nil, "\(text.prefix(80))")
    }
    #expect(service.cache.usage == (snapshots: 0, bytes: 0))
  }

  @Test("Tags depend on every byte, on the length, and on the process's key")
  func tags() throws {
    let (tags, others) = (BodyTag.Maker(), BodyTag.Maker())
    var bytes = [UInt8](repeating: 0, count: 1000)
    var seen: Set<BodyTag> = [try #require(tags.tag(of: bytes))]
    #expect(tags.tag(of: bytes) == seen.first)
    #expect(others.tag(of: bytes) != seen.first)
    for place in bytes.indices {
      bytes[place] ^= 1
      #expect(seen.insert(try #require(tags.tag(of: bytes))).inserted)
      bytes[place] ^= 1
    }
    for count in 0..<1000 {
      #expect(seen.insert(try #require(tags.tag(of: Array(bytes[..<count])))).inserted)
    }
  }
}
