import ContentHash
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// Random keys, documents and requests, each answered as a naive oracle says: a key sees what its rights and prefixes
/// allow, and a document that it does not see is answered like one that does not exist.
@Suite("What keys see of documents")
struct DocumentAccessTests {
  private struct Key {
    let bearer: String
    let name: String
    let rights: Set<String>
    /// Empty for all documents.
    let prefixes: [String]

    func sees(_ name: String) -> Bool {
      prefixes.isEmpty || prefixes.contains { name.hasPrefix($0) }
    }
  }

  /// What the oracle knows of a document.
  private struct Known {
    var revision: Int
    var layout: String
    /// The names of the keys that wrote the records of its log.
    var authors: [String]
    /// The bodies of its changes, by their keys.
    var changes: [String: String] = [:]
  }

  private static let names = [
    "a", "ab", "ab.x", "abc", "abd", "a-9", "B", "b", "b.1", "b.10", "b.2", "ba", "c~", "zz",
  ]
  private static let prefixes = ["a", "ab", "ab.", "b.1", "b", "B", "c", "zz", "zzz", "q"]
  private static let words = [
    "read-layouts", "post-layouts", "delete-layouts", "read-documents", "write-documents",
  ]

  @Test("Requests are answered as the oracle says", arguments: 1...6)
  func oracle(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let keys = (0..<12).map { number in
      var rights = Set(Self.words.filter { _ in Bool.random(using: &random) })
      if rights.isEmpty || number < 5 { rights = Set(Self.words) }
      let count = number == 0 ? 0 : Int.random(in: 1...3, using: &random)
      return Key(
        bearer: "bearer-\(number)", name: "key.\(number)", rights: rights,
        prefixes: (0..<count).map { _ in Self.prefixes.randomElement(using: &random)! })
    }
    let lines = keys.map { key in
      let digest = Digest(of: Array(key.bearer.utf8).span).hexadecimal
      let prefixes = key.prefixes.map { " \($0)*" }.joined()
      return "\(digest) \(key.name) \(key.rights.sorted().joined(separator: ","))\(prefixes)\n"
    }
    let ring = APIKeyRing(try APIKeys(file: Array(lines.joined().utf8)))
    var run = Run(
      test: try TestService(keys: ring, store: FaultyStore()), administrator: keys[0])
    for _ in 0..<500 {
      try run.step(
        keys.randomElement(using: &random)!, Self.names.randomElement(using: &random)!, &random)
    }
    #expect(run.statuses.isSuperset(of: [200, 201, 304, 307, 403, 404, 412, 503]))
    #expect(run.hiddenCount > 50)
  }

  /// The requests of a test, and what the oracle knows.
  private struct Run {
    let test: TestService
    /// A key that may do everything.
    let administrator: Key
    var documents: [String: Known] = [:]
    var deleted = 0
    var number = 0
    var statuses: Set<Int> = []
    var hiddenCount = 0

    init(test: TestService, administrator: Key) {
      (self.test, self.administrator) = (test, administrator)
    }

    /// A request, as it is sent for any document.
    struct Asked {
      let method: String
      /// The path behind the document's name.
      var rest = ""
      var headers: [(String, String)] = []
      var body: String?
    }

    mutating func step(_ key: Key, _ name: String, _ random: inout SplitMix64) throws {
      number += 1
      switch Int.random(in: 0..<13, using: &random) {
      case 0:
        try read(Asked(method: ["GET", "HEAD"].randomElement(using: &random)!), 200, key, name)
      case 1:
        let tag = documents[name].map { "\"\($0.revision)\"" } ?? "*"
        try read(Asked(method: "GET", headers: [("If-None-Match", tag)]), 304, key, name)
      case 2: try log(key, name)
      case 3: try read(Asked(method: "GET", rest: "/sections?width=9"), 307, key, name)
      // A caller in this process cannot take a stream.
      case 4: try read(Asked(method: "GET", rest: "/events"), 503, key, name)
      case 5, 6: try put(key, name, ("If-None-Match", "*"), creates: true)
      case 7:
        let tag = documents[name].map { "\"\($0.revision)\"" } ?? "\"1\""
        let condition = Bool.random(using: &random) ? "*" : tag
        try put(key, name, ("If-Match", condition), creates: false)
      case 8: if Int.random(in: 0..<3, using: &random) == 0 { try delete(key, name) }
      case 9: try change(key, name, isStale: Int.random(in: 0..<3, using: &random) == 0)
      case 10:
        let changes = documents[name]?.changes.values.sorted() ?? []
        if let body = changes.randomElement(using: &random) { try repeats(key, name, body) }
      case 11: try others(key)
      default: try list(key, &random)
      }
    }

    func send(_ asked: Asked, _ key: Key, _ path: String) throws -> TestClient.Reply {
      var headers = [("Authorization", "Bearer \(key.bearer)")]
      if asked.body != nil { headers.append(("Content-Type", "application/json")) }
      return try test.request(
        asked.method, path + asked.rest, headers: headers + asked.headers,
        body: asked.body.map { Array($0.utf8) })
    }

    /// Sends a request about a document, and checks its status: 403 without the right, and what a document that does not
    /// exist has if it is not seen. Returns the answer if the document is there for the key.
    mutating func answer(
      _ asked: Asked, _ key: Key, _ name: String, right: String, _ status: Int
    ) throws -> TestClient.Reply? {
      let answer = try send(asked, key, "/v1/documents/\(name)")
      tells(answer, key)
      guard key.rights.contains(right) else {
        #expect(answer.status == 403, "\(asked) \(key)")
        return nil
      }
      if key.sees(name), documents[name] != nil {
        #expect(answer.status == status, "\(asked) \(key) \(name) \(answer.text)")
        return answer
      }
      if !key.sees(name) { hiddenCount += 1 }
      let missing = try send(asked, administrator, "/v1/documents/missing")
      #expect(missing.status == 404 || missing.status == 412)
      #expect(answer.status == missing.status, "\(asked) \(key) \(name)")
      // All but the id of the request.
      #expect(answer.lastingHeaders == missing.lastingHeaders)
      let id = try #require(answer.headers["x-request-id"])
      let other = try #require(missing.headers["x-request-id"])
      #expect(answer.text == missing.text.replacing(other, with: id))
      return nil
    }

    /// Nothing in an answer is of a document that the key does not see.
    mutating func tells(_ answer: TestClient.Reply, _ key: Key) {
      statuses.insert(answer.status)
      let text = answer.text + answer.headers.values.joined(separator: "\n")
      for (name, known) in documents where !key.sees(name) {
        #expect(!text.contains("\"\(name)\"") && !text.contains(known.layout))
      }
    }

    mutating func read(_ asked: Asked, _ status: Int, _ key: Key, _ name: String) throws {
      let answer = try answer(asked, key, name, right: "read-documents", status)
      guard let answer, let known = documents[name] else { return }
      if status == 307 {
        #expect(answer.headers["location"] == "/v1/layouts/\(known.layout)\(asked.rest)")
      }
      guard status == 200, asked.method == "GET" else { return }
      #expect(try answer.json()["layout"]?.string == known.layout)
      #expect(answer.headers["etag"] == "\"\(known.revision)\"")
    }

    mutating func log(_ key: Key, _ name: String) throws {
      let asked = Asked(method: "GET", rest: "/changes?wait=0")
      guard let answer = try answer(asked, key, name, right: "read-documents", 200),
        let known = documents[name]
      else { return }
      let records = try #require(try answer.json()["changes"]?.array)
      #expect(records.map { $0["by"]?.string } == known.authors)
      #expect(records.last?["revision"]?.int == known.revision)
    }

    mutating func put(
      _ key: Key, _ name: String, _ condition: (String, String), creates: Bool
    ) throws {
      let asked = Asked(
        method: "PUT", headers: [condition],
        body: #"{"snapshot":{"sections":[{"engine":"column","items":\#(number)}]}}"#)
      let answer = try send(asked, key, "/v1/documents/\(name)")
      tells(answer, key)
      let mayWrite = key.rights.contains("write-documents") && key.sees(name)
      if !mayWrite {
        try test.expect(answer, 403, "forbidden")
        let detail = try answer.json()["detail"]?.string
        #expect(
          detail
            == (key.rights.contains("write-documents")
              ? "Send an API key that may see documents of this name."
              : "Send an API key that may write documents."))
      } else if (documents[name] == nil) != creates {
        try test.expect(answer, 412, "precondition-failed")
      } else {
        #expect(answer.status == (creates ? 201 : 200), "\(answer.text)")
        let json = try answer.json()
        let revision = (documents[name]?.revision ?? deleted) + 1
        #expect(json["revision"]?.int == revision)
        var known = documents[name] ?? Known(revision: 0, layout: "", authors: [])
        (known.revision, known.layout) = (revision, try #require(json["layout"]?.string))
        known.authors.append(key.name)
        documents[name] = known
      }
    }

    mutating func delete(_ key: Key, _ name: String) throws {
      let asked = Asked(method: "DELETE", headers: [("If-Match", "*")])
      guard try answer(asked, key, name, right: "write-documents", 204) != nil else { return }
      deleted = max(deleted, documents[name]!.revision + 1)
      documents[name] = nil
    }

    mutating func change(_ key: Key, _ name: String, isStale: Bool) throws {
      let revision = documents[name].map { isStale ? $0.revision + 1 : $0.revision } ?? 1
      let body = """
        {"revision":\(revision),"key":"k\(number)",\
        "steps":[{"insert":[{"section":0,"item":0,"items":{"count":1,"height":\(number)}}]}]}
        """
      let asked = Asked(method: "POST", rest: "/changes", body: body)
      let status = isStale ? 409 : 200
      guard let answer = try answer(asked, key, name, right: "write-documents", status), !isStale
      else { return }
      documents[name]!.layout = try #require(try answer.json()["id"]?.string)
      documents[name]!.revision += 1
      documents[name]!.authors.append(key.name)
      documents[name]!.changes["k\(number)"] = body
    }

    /// A change that was applied is sent again.
    mutating func repeats(_ key: Key, _ name: String, _ body: String) throws {
      let asked = Asked(method: "POST", rest: "/changes", body: body)
      let answer = try answer(asked, key, name, right: "write-documents", 200)
      if let answer { #expect(try answer.json()["repeated"] == .bool(true)) }
    }

    /// Lists documents, page by page.
    mutating func list(_ key: Key, _ random: inout SplitMix64) throws {
      let prefix = (DocumentAccessTests.prefixes + ["", "ab.x", "b.10"])
        .randomElement(using: &random)!
      let limit = Int.random(in: 1...4, using: &random)
      var cursor =
        Bool.random(using: &random)
        ? DocumentAccessTests.names.filter { $0.hasPrefix(prefix) }.randomElement(using: &random)
        : nil
      let expected = documents.keys.filter { name in
        key.sees(name) && name.hasPrefix(prefix)
          && cursor.map { Array($0.utf8).lexicographicallyPrecedes(Array(name.utf8)) } ?? true
      }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      var listed: [String] = []
      repeat {
        let query = cursor.map { "&cursor=\($0)" } ?? ""
        let answer = try send(
          Asked(method: "GET"), key, "/v1/documents?prefix=\(prefix)&limit=\(limit)\(query)")
        tells(answer, key)
        guard key.rights.contains("read-documents") else {
          try test.expect(answer, 403, "forbidden")
          return
        }
        let page = try answer.json()
        let names = (page["documents"]?.array ?? []).compactMap { $0["name"]?.string }
        listed += names
        cursor = page["next"]?.string
        #expect(names.count == limit || cursor == nil)
        #expect(cursor == nil || cursor == names.last && listed.count < expected.count)
      } while cursor != nil
      #expect(listed == expected, "\(key) \(prefix)")
    }

    /// Calls that name no document.
    mutating func others(_ key: Key) throws {
      let unknown = "/v1/layouts/\(String(repeating: "0", count: 64))"
      let snapshot = #"{"sections":[]}"#
      let calls: [(String, String, String?, right: String?, status: Int)] = [
        (
          "GET", "/v1/layouts/\(documents.values.map(\.layout).min() ?? "0")", nil, "read-layouts",
          200
        ),
        ("POST", "/v1/layouts", snapshot, "post-layouts", 200),
        ("POST", "\(unknown)/changes", #"{"steps":[]}"#, "post-layouts", 404),
        ("DELETE", unknown, nil, "delete-layouts", 204), ("GET", "/version", nil, nil, 200),
        ("GET", "/metrics", nil, nil, 200),
        ("POST", "/v1/plans", #"{"counts":[1],"steps":[]}"#, nil, 200),
        ("POST", "/v1/diffs", #"{"before":[],"after":[]}"#, nil, 200),
      ]
      for (method, path, body, right, status) in calls where path != "/v1/layouts/0" {
        let answer = try send(Asked(method: method, body: body), key, path)
        let isAllowed = right.map(key.rights.contains) ?? true
        let found = answer.status == 201 ? 200 : answer.status
        #expect(found == (isAllowed ? status : 403), "\(method) \(path) \(answer.text)")
      }
    }
  }
}
