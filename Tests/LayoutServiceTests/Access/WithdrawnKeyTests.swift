import ContentHash
import Dispatch
import HTTPServer
import LayoutStore
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Keys that are withdrawn")
struct WithdrawnKeyTests {
  private let store = FaultyStore()
  private let test: TestService
  private let ring: APIKeyRing

  init() throws {
    ring = APIKeyRing(
      try Self.keys([("reader", "read", "r-key"), ("writer", "write", "w-key")]))
    test = try TestService(
      overSocket: true,
      limits: {
        $0.computeThreads = 1
        $0.storeTimeout = .seconds(300)
      }, server: { $0.answerTimeout = .seconds(300) }, keys: ring, store: store)
    for name in ["feed", "news"] { try test.create(name, headers: [bearer("w-key")]) }
  }

  private static func keys(_ keys: [(String, String, String)]) throws -> APIKeys {
    let lines = keys.map { name, permission, key in
      "\(Digest(of: Array(key.utf8).span).hexadecimal) \(name) \(permission)\n"
    }
    return try APIKeys(file: Array(lines.joined().utf8))
  }

  private func bearer(_ key: String) -> (String, String) { ("Authorization", "Bearer \(key)") }

  private func get(_ target: String, _ key: String?) throws -> TestClient {
    let client = try test.connect()
    let line = key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\(line)\r\n")
    return client
  }

  private func change(
    _ revision: Int, _ key: String, of name: String = "feed"
  ) throws -> TestClient.Reply {
    try test.request(
      "POST", "/v1/documents/\(name)/changes",
      headers: [bearer(key), ("Content-Type", "application/json")],
      body: Array(
        #"{"revision":\#(revision),"steps":[{"insert":[{"section":0,"item":0,"items":{"heights":[9]}}]}]}"#
          .utf8))
  }

  /// What comes until a text, or the end of the stream.
  private func text(_ client: TestClient, until end: String) -> String {
    var text = ""
    while !text.contains(end), let chunk = client.chunk(), !chunk.isEmpty {
      text += String(decoding: chunk, as: UTF8.self)
    }
    return text
  }

  @Test("Its streams end and its polls are answered 401; those of other keys go on")
  func following() throws {
    let (events, poll) = ("/v1/documents/feed/events", "/v1/documents/feed/changes?after=1&wait=30")
    let streams = try ["r-key", "w-key"].map { try get(events, $0) }
    let polls = try ["r-key", "w-key"].map { try get(poll, $0) }
    for stream in streams { #expect(stream.head()?.status == 200) }
    #expect(eventually { test.service.watchers.count == 4 })
    // The same key under another name, and with less permission, is the same key.
    ring.replace(with: try Self.keys([("other", "read", "w-key"), ("new", "write", "n-key")]))
    // The last chunk is empty.
    #expect(!text(streams[0], until: "never").contains("event:"))
    let refused = try #require(polls[0].answer())
    try test.expect(refused, 401, "unauthorized")
    #expect(refused.headers["www-authenticate"] == #"Bearer realm="layoutd""#)
    #expect(eventually { test.service.watchers.count == 2 })
    #expect(try change(1, "n-key").status == 200)
    #expect(text(streams[1], until: "id: 2\n").contains("event: change"))
    #expect(polls[1].answer()?.status == 200)
  }

  @Test("Callers without a key read what their line opens, as public, until the line goes")
  func withoutKey() throws {
    let id = try #require(
      try test.get("/v1/documents/feed", bearer("w-key")).json()["layout"]?.string)
    let layout = "/v1/layouts/\(id)"
    let writer = "\(Digest(of: Array("w-key".utf8).span).hexadecimal) writer write"
    ring.replace(with: try APIKeys(file: Array("- pages read fe*\n\(writer)".utf8)))
    #expect(try test.json("/v1/documents")["documents"]?.array?.count == 1)
    #expect(try test.get("/v1/documents/feed").status == 200)
    try test.expect(test.get("/v1/documents/news"), 404, "document-not-found")
    let forever = "max-age=31536000, immutable"
    for headers in [[], [bearer("w-key")]] {
      let answer = try test.request("GET", layout, headers: headers)
      #expect(answer.headers["cache-control"] == "public, \(forever)")
      let known = ("If-None-Match", try #require(answer.headers["etag"]))
      let unchanged = try test.request("GET", layout, headers: headers + [known])
      #expect(unchanged.status == 304)
      #expect(unchanged.headers["cache-control"] == "public, \(forever)")
    }
    try test.expect(test.get(layout, bearer("x-key")), 401, "unauthorized")
    try test.expect(test.post(text: "{}"), 401, "unauthorized")
    let stream = try get("/v1/documents/feed/events", nil)
    #expect(stream.head()?.status == 200)
    let poll = try get("/v1/documents/feed/changes?after=1&wait=30", nil)
    #expect(eventually { test.service.watchers.count == 2 })
    ring.replace(with: try APIKeys(file: Array(writer.utf8)))
    #expect(!text(stream, until: "never").contains("event:"))
    try test.expect(#require(poll.answer()), 401, "unauthorized")
    try test.expect(test.get(layout), 401, "unauthorized")
    #expect(
      try test.get(layout, bearer("w-key")).headers["cache-control"] == "private, \(forever)")
  }

  @Test("A stream or poll that opens while its key is withdrawn ends as well")
  func opening() throws {
    store.meet(.document, .answersLate)
    store.meet(.records, .answersLate)
    let stream = try get("/v1/documents/feed/events", "r-key")
    let poll = try get("/v1/documents/feed/changes?after=1&wait=30", "r-key")
    #expect(eventually { store.waitingCount == 2 })
    ring.replace(with: try Self.keys([("writer", "write", "w-key")]))
    store.goOn()
    #expect(stream.head()?.status == 401)
    #expect(poll.answer()?.status == 401)
    #expect(test.service.watchers.count == 0)
  }

  @Test("A stream that opens under replaced keys gets nothing of what was read before")
  func openingLate() throws {
    let name = try #require(DocumentName("feed"))
    let key = ring.key(authorization: "Bearer r-key")
    let found = Mutex<LogPage?>(nil)
    store.records(
      of: name, after: 0, limit: 9, bytesMax: 1 << 20, until: .now + .seconds(60)
    ) { result in
      if case .success(.page(let page)) = result { found.withLock { $0 = page } }
    }
    #expect(eventually { found.withLock { $0 != nil } })
    let page = try #require(found.withLock { $0 })
    #expect(key != nil && page.records.map(\.revision) == [1])
    ring.replace(with: try Self.keys([("reader", "read news*", "r-key")]))
    let news = Mutex<[String]>([])
    let take: Subscribers.Taker = { one in
      let isEnd = if case .withdrawn = one { true } else { false }
      news.withLock { $0.append(isEnd ? "withdrawn" : "other") }
      return .upTo(1)
    }
    test.service.watchers.follow(
      name, after: 0, with: page, since: test.service.watchers.notices,
      as: test.service.watchers.newNumber(), key: key, hasGone: { false }, take)
    #expect(eventually { news.withLock { !$0.isEmpty } })
    #expect(news.withLock { $0 } == ["withdrawn"])
  }

  @Test("A key that loses a prefix, or the right, loses its streams and polls of it alone")
  func lostPrefix() throws {
    let writer = ("writer", "write", "w-key")
    ring.replace(with: try Self.keys([("reader", "read feed* news*", "r-key"), writer]))
    func follow(_ name: String) throws -> (stream: TestClient, poll: TestClient) {
      let stream = try get("/v1/documents/\(name)/events", "r-key")
      #expect(stream.head()?.status == 200)
      return (stream, try get("/v1/documents/\(name)/changes?after=1&wait=30", "r-key"))
    }
    let (feed, news) = (try follow("feed"), try follow("news"))
    #expect(eventually { test.service.watchers.count == 4 })
    ring.replace(with: try Self.keys([("reader", "read news*", "r-key"), writer]))
    #expect(!text(feed.stream, until: "never").contains("event:"))
    try test.expect(try #require(feed.poll.answer()), 404, "document-not-found")
    #expect(eventually { test.service.watchers.count == 2 })
    try test.expect(test.get("/v1/documents/feed", bearer("r-key")), 404, "document-not-found")
    #expect(try change(1, "w-key", of: "feed").status == 200)
    #expect(try change(1, "w-key", of: "news").status == 200)
    let event = text(news.stream, until: "}\n\n")
    #expect(event.contains("event: change") && event.contains(#""by":"writer"}"#))
    #expect(news.poll.answer()?.status == 200)
    let poll = try get("/v1/documents/news/changes?after=2&wait=30", "r-key")
    #expect(eventually { test.service.watchers.count == 2 })
    ring.replace(with: try Self.keys([("reader", "read-layouts news*", "r-key"), writer]))
    #expect(!text(news.stream, until: "never").contains("event: "))
    try test.expect(try #require(poll.answer()), 403, "forbidden")
    #expect(eventually { test.service.watchers.count == 0 })
  }

  @Test("What is read while a key loses a prefix is answered as if it had had none")
  func readMeanwhile() throws {
    let lost = try Self.keys([("reader", "read,write-documents n*", "r-key")])
    for (target, status) in [
      ("/v1/documents/feed", 404), ("/v1/documents/feed/changes", 404),
      ("/v1/documents/feed/changes?after=1&wait=30", 404), ("/v1/documents/feed/events", 404),
      ("/v1/documents/feed/events?after=0", 404), ("/v1/documents/feed/sections", 404),
      ("/v1/documents", 200), ("/v1/documents/news", 200),
    ] {
      ring.replace(with: try Self.keys([("reader", "read,write-documents", "r-key")]))
      for operation in [StoreOperation.document, .documents, .records] {
        store.meet(operation, .answersLate)
      }
      let client = try get(target, "r-key")
      #expect(eventually { store.waitingCount == 1 }, "\(target)")
      ring.replace(with: lost)
      for operation in [StoreOperation.document, .documents, .records] { store.meet(operation) }
      store.goOn()
      let answer = try #require(client.answer())
      #expect(answer.status == status, "\(target) \(answer.text)")
      #expect(!answer.text.contains("feed"), "\(target) \(answer.text)")
    }
    #expect(test.service.watchers.count == 0)
  }

  @Test("A write whose key is withdrawn or may only read by now is not done")
  func writing() throws {
    let body = Array(
      #"{"revision":1,"steps":[{"insert":[{"section":0,"item":0,"items":{"heights":[9]}}]}]}"#.utf8)
    func sendHead(_ key: String) throws -> TestClient {
      let client = try test.connect()
      client.send(
        "POST /v1/documents/feed/changes HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(key)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
      client.send(body.prefix(10))
      return client
    }
    // The head has been let in, and the body comes later.
    let (slow, lesser) = (try sendHead("w-key"), try sendHead("w-key"))
    #expect(eventually { test.server.counters.bodyBytesInFlight == 20 })
    ring.replace(with: try Self.keys([("writer", "read", "w-key")]))
    lesser.send(body.dropFirst(10))
    #expect(lesser.answer()?.status == 403)
    ring.replace(with: try Self.keys([("reader", "read", "r-key")]))
    slow.send(body.dropFirst(10))
    #expect(slow.answer()?.status == 401)
    #expect(store.count(.change) == 0)
    // One that waits for the store is not written either.
    ring.replace(with: try Self.keys([("writer", "write", "w-key")]))
    store.meet(.document, .answersLate)
    let waiting = try sendHead("w-key")
    waiting.send(body.dropFirst(10))
    #expect(eventually { store.waitingCount == 1 })
    ring.replace(with: try Self.keys([("reader", "read", "r-key")]))
    store.goOn()
    #expect(waiting.answer()?.status == 401)
    #expect(store.count(.change) == 0)
  }
}
