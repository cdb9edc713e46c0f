import LayoutCore
import Testing

@testable import HTTPServer
@testable import LayoutService
@testable import LayoutStore

/// Layouts that say something new: their names are of the next version of the rules, and all others stay as they are.
@Suite("Layouts of the next version", .enabled(if: rulesVersions.count > 1))
struct NextVersionTests {
  private let folder = StoreFolder()

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

  @Test(
    "A row has the version of its layout, and no version of today is named again at a start",
    arguments: StoreKind.durable)
  func rows(_ kind: StoreKind) throws {
    let place = RulesTests.ReopenedStore(kind, folder)
    var store = try place.open()
    var service = service(store)
    #expect(eventually { service.isReady })
    let snapshot =
      #"{"sections":[{"engine":"column","items":[{"height":1},{"height":2,"probe":3}]}]}"#
    let plain = try posted(#"{"sections":[{"items":9}]}"#, to: "/v1/layouts", service)
    let new = try posted(snapshot, to: "/v1/layouts", service)
    // Who takes the item away takes away what is new.
    let less = try posted(
      #"{"steps":[{"delete":[{"section":0,"item":1}]}]}"#,
      to: "/v1/layouts/\(new.hexadecimal)/changes", service)
    let more = try posted(
      #"{"steps":[{"insert":[{"section":0,"item":0,"items":[{"height":1,"width":1,"probe":4}]}]}]}"#,
      to: "/v1/layouts/\(plain.hexadecimal)/changes", service)
    let versions = [(plain, [2]), (new, [3]), (less, [3, 2]), (more, [2, 3])]
    for (id, rules) in versions { #expect(try store.loaded(id)?.map(\.rules) == rules) }
    for (number, (id, _)) in versions.enumerated() {
      let put = answer(
        service, .put, "/v1/documents/d\(number)", #"{"layout":"\#(id.hexadecimal)"}"#,
        [("If-None-Match", "*")])
      #expect(put.status == 201)
    }
    store.close(within: .seconds(10))

    store = try place.open()
    service = self.service(store)
    #expect(eventually { service.isReady })
    for (number, (id, _)) in versions.enumerated() {
      let name = try #require(DocumentName("d\(number)"))
      let head = try LayoutStoreTests.answer {
        store.document(name, until: .now + .seconds(60), $0)
      }.get()
      #expect(head?.layout == id && head?.revision == 1)
      #expect(answer(service, .get, "/v1/layouts/\(id.hexadecimal)").status == 200)
    }
    store.close(within: .seconds(10))
  }
}
