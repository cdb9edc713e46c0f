import Comparison
import LayoutCore
import LayoutWire
import TestClient
import Testing

@testable import HTTPServer
@testable import LayoutService
@testable import LayoutStore

/// Layouts that say an addition: their names are of the next version of the rules, and all others stay as they are.
@Suite("Layouts of the next version")
struct NextVersionTests {
  private let folder = StoreFolder()
  /// The rules of the release without additions.
  private static let before = DocumentLimits().rules.lowerBound...DocumentLimits().rules.lowerBound
  private static let plain = #"{"sections":[{"engine":"column","items":9}]}"#
  private static let insertion =
    #"{"steps":[{"insert":[{"section":0,"item":0,"items":{"heights":[7]}}]}]}"#
  private static func setting(_ headers: String) -> String {
    #"{"steps":[{"setSections":[{"section":0,"headers":[\#(headers)]}]}]}"#
  }
  private static let header = #"{"height":1,"data":"title"}"#

  private func service(_ store: any Store) -> Service {
    Service(limits: ServiceLimits(), metrics: ServiceMetrics(), store: store, log: { _ in })
  }

  private func answer(
    _ service: Service, _ method: Method, _ path: String, _ text: String = "",
    _ headers: [(String, String)] = []
  ) -> Response {
    service.response(
      to: Request(
        method, path, headers: headers + [("Content-Type", "application/json")],
        body: Array(text.utf8)))
  }

  private func posted(_ text: String, to path: String, _ service: Service) throws -> ContentDigest {
    let response = answer(service, .post, path, text)
    #expect(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
    let id = String(decoding: response.body.dropFirst(7).prefix(64), as: UTF8.self)
    return try #require(ContentDigest(hexadecimal: id))
  }

  private func put(_ name: String, _ id: ContentDigest, _ service: Service) -> Int {
    answer(
      service, .put, "/v1/documents/\(name)", #"{"layout":"\#(id.hexadecimal)"}"#,
      [("If-None-Match", "*")]
    ).status
  }

  private func head(_ name: String, in store: any Store) throws -> DocumentHead? {
    let name = try #require(DocumentName(name))
    return try store.head(of: name)
  }

  @Test(
    "A row has the version of its layout, and no version of today is named again at a start",
    arguments: StoreKind.durable)
  func rows(_ kind: StoreKind) throws {
    let place = RulesTests.ReopenedStore(kind, folder)
    var store = try place.open()
    var service = service(store)
    #expect(eventually { service.isReady })
    let plain = try posted(NextVersionTests.plain, to: "/v1/layouts", service)
    let new = try posted(
      #"{"sections":[{"engine":"column","items":9,"headers":[\#(NextVersionTests.header)]}]}"#,
      to: "/v1/layouts", service)
    // Who takes the addition away has what never had it.
    let changed = try posted(
      NextVersionTests.insertion, to: "/v1/layouts/\(new.hexadecimal)/changes", service)
    let less = try posted(
      NextVersionTests.setting(""), to: "/v1/layouts/\(changed.hexadecimal)/changes", service)
    let more = try posted(
      NextVersionTests.setting(#"{"height":2,"data":"a"}"#),
      to: "/v1/layouts/\(plain.hexadecimal)/changes", service)
    let versions = [
      (plain, [2]), (new, [3]), (changed, [3, 3]), (less, [2]), (more, [2, 3]),
    ]
    for (id, rules) in versions { #expect(try store.loaded(id)?.map(\.rules) == rules) }
    for (number, (id, _)) in versions.enumerated() {
      #expect(put("d\(number)", id, service) == 201)
    }
    store.close(within: .seconds(60))

    store = try place.open()
    service = self.service(store)
    #expect(eventually { service.isReady })
    for (number, (id, _)) in versions.enumerated() {
      let head = try head("d\(number)", in: store)
      #expect(head?.layout == id && head?.revision == 1)
      #expect(answer(service, .get, "/v1/layouts/\(id.hexadecimal)").status == 200)
    }
    store.close(within: .seconds(60))
  }

  /// Checks that the row of a layout can be read without knowing additions.
  private func checkPlain(
    _ id: ContentDigest, in store: any Store, _ service: Service, _ text: String
  ) throws {
    let rows = try #require(try store.loaded(id))
    #expect(rows.map(\.rules) == [2], "\(text)")
    let stored = rows.last?.body.withBytes(slack: 0) { $0.withUnsafeBytes { Array($0) } }
    let bytes = try #require(stored)
    var meter = WorkMeter.unlimited
    let read = try SnapshotDecoder.read(
      bytes.span.bytes, hasSlack: false, naming: .tests, meter: &meter)
    #expect(read.textVersion == 2, "\(String(decoding: bytes, as: UTF8.self))")
    let again = answer(
      service, .post, "/v1/layouts", String(decoding: bytes, as: UTF8.self))
    #expect(again.status == 200)
    #expect(String(decoding: again.body, as: UTF8.self).contains(id.hexadecimal))
  }

  @Test(
    "The row of a layout without additions says none, however the layout was spelled",
    arguments: StoreKind.durable)
  func spellings(_ kind: StoreKind) throws {
    let store = try RulesTests.ReopenedStore(kind, folder).open()
    let service = service(store)
    #expect(eventually { service.isReady })
    let changed = try posted(AdditionSpelling.changed, to: "/v1/layouts", service)
    func head(_ name: String, _ body: String) throws -> ContentDigest {
      let response = answer(
        service, .put, "/v1/documents/\(name)", body, [("If-None-Match", "*")])
      #expect(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
      return try #require(try self.head(name, in: store)).layout
    }
    // No two layouts are equal.
    var count = 10
    func next() -> Int {
      count += 10
      return count
    }
    for spelling in AdditionSpelling.all {
      let text = spelling.snapshot(next())
      try checkPlain(try posted(text, to: "/v1/layouts", service), in: store, service, text)
      let document = #"{"snapshot":\#(spelling.snapshot(next()))}"#
      try checkPlain(try head("whole\(count)", document), in: store, service, document)
    }
    func lists() -> [String] {
      AdditionSpelling.all.flatMap { $0.steps(next()) } + AdditionSpelling.undone(next())
    }
    for steps in lists() {
      let id = try posted(
        #"{"steps":\#(steps)}"#, to: "/v1/layouts/\(changed.hexadecimal)/changes", service)
      try checkPlain(id, in: store, service, steps)
    }
    for (number, steps) in lists().enumerated() {
      let name = "changed\(number)"
      _ = try head(name, #"{"layout":"\#(changed.hexadecimal)"}"#)
      let response = answer(
        service, .post, "/v1/documents/\(name)/changes", #"{"revision":1,"steps":\#(steps)}"#)
      #expect(response.status < 300, "\(String(decoding: response.body, as: UTF8.self))")
      let layout = try #require(try self.head(name, in: store)).layout
      #expect(layout != changed)
      try checkPlain(layout, in: store, service, steps)
    }
    store.close(within: .seconds(60))
  }

  @Test("Of a change with trees, the row has the steps alone", arguments: StoreKind.durable)
  func trees(_ kind: StoreKind) throws {
    let place = RulesTests.ReopenedStore(kind, folder)
    var store = try place.open()
    var service = service(store)
    #expect(eventually { service.isReady })
    var made: [ContentDigest] = []
    for (number, data) in ["", #","data":"d""#].enumerated() {
      func tree(_ count: Int, _ height: Int) -> String {
        #"""
        {"engine":"column","source":{"id":"shown","selected":0,"children":[
        {"id":"one","movable":true,"headers":[{"height":\#(height)\#(data)}],
        "items":[{"height":5},{"height":6,"count":\#(count + number)}]},
        {"id":"hidden","state":"loading"}]}}
        """#
      }
      let first = try posted(tree(5, 3), to: "/v1/layouts", service)
      let steps = [0, 1].map { item in
        #"""
        [{"move":[{"from":{"section":0,"item":\#(item)},"to":{"section":0,"item":\#(item + 1)}}]}]
        """#
      }
      var (id, rows) = (first, [2 + number])
      for body in [
        #"{"from":\#(tree(5, 3)),"to":\#(tree(8, 3))}"#,
        #"{"to":\#(tree(8, 4)),"expect":{"itemCount":\#(9 + number)},"from":\#(tree(8, 3))}"#,
        #"{"from":\#(tree(8, 4)),"steps":\#(steps[0])}"#,
        #"{"steps":\#(steps[1]),"from":\#(tree(8, 4))}"#,
      ] {
        id = try posted(body, to: "/v1/layouts/\(id.hexadecimal)/changes", service)
        made.append(id)
        rows.append(2 + number)
        let stored = try #require(try store.loaded(id))
        #expect(stored.map(\.rules) == rows, "\(body)")
        for row in stored {
          let text = row.body.withBytes(slack: 0) {
            $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
          }
          let kept = try #require(text)
          for word in ["from", "source", "shown", "hidden", "movable"] {
            // A move has places with this name.
            if word == "from", kept.contains(#""move""#) { continue }
            #expect(!kept.contains("\"\(word)\""), "\(kept)")
          }
        }
      }
    }
    store.close(within: .seconds(60))
    store = try place.open()
    service = self.service(store)
    #expect(eventually { service.isReady })
    for id in made {
      #expect(answer(service, .get, "/v1/layouts/\(id.hexadecimal)").status == 200)
    }
    store.close(within: .seconds(60))
  }

  @Test(
    "Steps whose result is too long to be kept have a row of the next version if they say additions",
    arguments: StoreKind.durable)
  func longResults(_ kind: StoreKind) throws {
    let store = try RulesTests.ReopenedStore(kind, folder).open()
    var limits = ServiceLimits()
    (limits.bodyBytes, limits.workingBytes) = (4000, 80_000)
    let service = Service(
      limits: limits, metrics: ServiceMetrics(), store: store, log: { _ in })
    #expect(eventually { service.isReady })
    let sections = Array(repeating: "{}", count: 300).joined(separator: ",")
    let plain = try posted(#"{"sections":[\#(sections)]}"#, to: "/v1/layouts", service)
    for (members, rules) in [(#""height":7"#, 2), (#""height":8,"data":"""#, 3)] {
      let steps =
        #"{"steps":[{"setSections":[{"section":0,"count":300,"headers":[{\#(members)}]}]}]}"#
      let id = try posted(steps, to: "/v1/layouts/\(plain.hexadecimal)/changes", service)
      #expect(try store.loaded(id)?.map(\.rules) == [2, rules])
      // An addition without an effect, and what is made of that: rows that need a later one are of its version, too.
      let heights = ["9", "10"].map { height in
        #"{"setSections":[{"section":3,"headers":[{"height":\#(height)}]}]}"#
      }
      let vain = try posted(
        #"{"steps":[{"set":{"minimumContentLength":0}},\#(heights[0])]}"#,
        to: "/v1/layouts/\(id.hexadecimal)/changes", service)
      #expect(try store.loaded(vain)?.map(\.rules) == [2, rules, 3])
      let next = try posted(
        #"{"steps":[\#(heights[1])]}"#, to: "/v1/layouts/\(vain.hexadecimal)/changes", service)
      #expect(try store.loaded(next)?.map(\.rules) == [2, rules, 3, 3])
    }
    store.close(within: .seconds(60))
  }

  @Test(
    "A store that the release before wrote is served as it is, and that release starts with it again",
    arguments: StoreKind.durable)
  func releaseBefore(_ kind: StoreKind) throws {
    let place = RulesTests.ReopenedStore(kind, folder)
    var store = try place.open(rules: NextVersionTests.before)
    var service = service(store)
    #expect(eventually { service.isReady })
    let plain = try posted(NextVersionTests.plain, to: "/v1/layouts", service)
    #expect(put("old", plain, service) == 201)
    store.close(within: .seconds(60))

    store = try place.open()
    service = self.service(store)
    #expect(eventually { service.isReady })
    #expect(try head("old", in: store)?.revision == 1)
    let new = try posted(
      #"{"sections":[{"items":1,"headers":[\#(NextVersionTests.header)]}]}"#, to: "/v1/layouts",
      service)
    #expect(put("new", new, service) == 201)
    store.close(within: .seconds(60))

    store = try place.open(rules: NextVersionTests.before)
    service = self.service(store)
    #expect(eventually { service.isReady })
    for (name, id) in [("old", plain), ("new", new)] {
      let head = try head(name, in: store)
      #expect(head?.layout == id && head?.revision == 1)
    }
    #expect(put("another", plain, service) == 201)
    // Documents ignore layouts of other versions.
    #expect(put("later", new, service) == 404)
    store.close(within: .seconds(60))
  }

  @Test(
    "Replicas of the release before go on writing beside newer ones",
    .enabled(if: PostgreSQLServer.isThere))
  func replicas() throws {
    let place = RulesTests.ReopenedStore(.database, folder)
    let (old, new) = (try place.open(rules: NextVersionTests.before), try place.open())
    let (before, service) = (service(old), service(new))
    #expect(eventually { before.isReady && service.isReady })
    let layout = try posted(
      #"{"sections":[{"items":1,"headers":[\#(NextVersionTests.header)]}]}"#, to: "/v1/layouts",
      service)
    #expect(put("new", layout, service) == 201)
    let plain = try posted(NextVersionTests.plain, to: "/v1/layouts", before)
    #expect(put("old", plain, before) == 201)
    #expect(try head("old", in: new)?.layout == plain)
    #expect(try head("new", in: old)?.layout == layout)
    // One that starts only now.
    let late = try place.open(rules: NextVersionTests.before)
    #expect(eventually { late.condition == .working })
    #expect(put("late", plain, self.service(late)) == 201)
    for store in [old, new, late] { store.close(within: .seconds(60)) }
  }
}
