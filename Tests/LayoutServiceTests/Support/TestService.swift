import Dispatch
import LayoutCore
import LayoutStore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import HTTPServer
@testable import LayoutService

/// A service that takes requests as values, or, for tests of HTTP, over a connection to a server on a free port.
final class TestService {
  let service: Service
  let clock = TestClock()
  /// Starts when it is first asked for.
  lazy var server = try! Server(configuration: configuration, handler: service)
  var configuration = ServerConfiguration(listen: ListenAddress("127.0.0.1:0")!)
  private let isOverSocket: Bool
  private var requestCount = 0
  private let log = AccessRecords()
  private var client: TestClient?

  init(
    overSocket: Bool = false, threadCount: Int = 2,
    limits change: (inout ServiceLimits) -> Void = { _ in },
    server changeServer: ((inout ServerConfiguration) -> Void)? = nil,
    keys: APIKeyRing? = nil, origins: AllowedOrigins = .none, basePath: BasePath = .none,
    madeFiles: MadeFiles? = nil, hasOperationsDoor: Bool = false, hasPlayground: Bool = true,
    allowsSharedCaches: Bool = true,
    facts: ServiceFacts = ServiceFacts(), store: (any Store)? = nil
  ) throws {
    var limits = ServiceLimits()
    // Tests run without optimization, many at a time.
    limits.computeTimeout = .seconds(300)
    change(&limits)
    service = Service(
      limits: limits, metrics: ServiceMetrics(), keys: keys, origins: origins,
      basePath: basePath, madeFiles: madeFiles, hasOperationsDoor: hasOperationsDoor,
      hasPlayground: hasPlayground, allowsSharedCaches: allowsSharedCaches, facts: facts,
      store: store, clock: clock.clock,
      accessLog: log.append, log: { _ in })
    isOverSocket = overSocket || changeServer != nil
    configuration.threadCount = threadCount
    configuration.headTimeout = .seconds(300)
    configuration.bodyTimeout = .seconds(300)
    configuration.idleTimeout = .seconds(300)
    changeServer?(&configuration)
  }

  /// A further connection.
  func connect() throws -> TestClient { try #require(TestClient(port: server.port)) }

  /// Sends a request, over the one connection that is kept or as a value, and takes its answer.
  func request(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestClient.Reply {
    guard isOverSocket else { return try answer(method, target, headers, body) }
    let client = try self.client ?? connect()
    self.client = client
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    let answer = try #require(
      client.request(method, target, headers: lines, body: body), "\(method) \(target)",
      sourceLocation: sourceLocation)
    if answer.closes { self.client = nil }
    return answer
  }

  /// The answer to a request as a value, without what HTTP adds, except the id.
  private func answer(
    _ method: String, _ target: String, _ headers: [(String, String)], _ body: [UInt8]?
  ) throws -> TestClient.Reply {
    let method = try #require(Method.allCases.first { $0.name == method })
    requestCount += 1
    let id = headers.first { $0.0 == "X-Request-Id" }?.1 ?? "test-\(requestCount)"
    let response = service.response(
      to: Request(method, target, headers: headers + [("X-Request-Id", id)], body: body))
    let isBare = method == .head || response.status == 204 || response.status == 304
    return TestClient.Reply(
      status: response.status,
      headers: response.headers.texts.merging(["x-request-id": id]) { text, _ in text },
      body: isBare ? [] : response.body)
  }

  func get(
    _ target: String, _ headers: (String, String)...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestClient.Reply {
    try request("GET", target, headers: headers, sourceLocation: sourceLocation)
  }

  /// The answer to a GET that has to be 200, as JSON.
  func json(
    _ target: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let answer = try get(target, sourceLocation: sourceLocation)
    try #require(
      answer.status == 200, "\(target): \(answer.text)", sourceLocation: sourceLocation)
    return try answer.json()
  }

  func post(
    _ snapshot: JSONValue, _ query: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestClient.Reply {
    try post(text: snapshot.text, query, sourceLocation: sourceLocation)
  }

  func post(
    text: String, _ query: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestClient.Reply {
    try request(
      "POST", "/v1/layouts" + (query.isEmpty ? "" : "?" + query),
      headers: [("Content-Type", "application/json")], body: Array(text.utf8),
      sourceLocation: sourceLocation)
  }

  /// Posts a text that is no snapshot.
  func post(
    text: String, to target: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestClient.Reply {
    try request(
      "POST", target, headers: [("Content-Type", "application/json")], body: Array(text.utf8),
      sourceLocation: sourceLocation)
  }

  /// Makes a document, of a list of three rows unless a body says otherwise. The answer has to be 201.
  @discardableResult
  func create(
    _ name: String = "feed",
    _ body: String = #"{"snapshot":{"sections":[{"engine":"column","items":3}]}}"#,
    headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TestClient.Reply {
    let answer = try request(
      "PUT", "/v1/documents/\(name)",
      headers: headers + [("If-None-Match", "*"), ("Content-Type", "application/json")],
      body: Array(body.utf8), sourceLocation: sourceLocation)
    #expect(answer.status == 201, "\(answer.text)", sourceLocation: sourceLocation)
    return answer
  }

  /// The path of a snapshot's layout, which has been posted.
  func path(
    of snapshot: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let answer = try post(snapshot, sourceLocation: sourceLocation)
    try #require(answer.status < 300, "\(answer.text)", sourceLocation: sourceLocation)
    let id = try #require(try answer.json()["id"]?.string, sourceLocation: sourceLocation)
    return "/v1/layouts/\(id)"
  }

  /// Expects an answer to be a problem of this kind.
  @discardableResult
  func expect(
    _ answer: TestClient.Reply, _ status: Int, _ name: String, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let comment = comment ?? "\(answer.text)"
    #expect(answer.status == status, comment, sourceLocation: sourceLocation)
    #expect(
      answer.headers["content-type"] == "application/problem+json", comment,
      sourceLocation: sourceLocation)
    #expect(
      answer.headers["cache-control"] == "no-store", comment, sourceLocation: sourceLocation)
    let problem = try answer.json()
    #expect(
      problem["type"]?.string == "/problems/\(name)", comment, sourceLocation: sourceLocation)
    #expect(problem["status"]?.int == status, comment, sourceLocation: sourceLocation)
    #expect(problem["title"]?.string?.isEmpty == false, comment, sourceLocation: sourceLocation)
    #expect(problem["detail"]?.string?.isEmpty == false, comment, sourceLocation: sourceLocation)
    #expect(
      problem["requestId"]?.string == answer.headers["x-request-id"], comment,
      sourceLocation: sourceLocation)
    return problem
  }

  /// The outcome of a GET on a thread of one kind, with a deadline. The layout is in memory.
  func outcome(
    _ target: String, on thread: Allowance.Thread, secondsLeft: Int = 300
  ) -> Result<Response, RequestInterrupted> {
    let caller = Caller()
    var work = service.admitted(Client(caller, Request(.get, target)), through: .main)
    var allowance = Allowance(on: thread, until: .now + .seconds(secondsLeft))
    do throws(RequestInterrupted) {
      if try service.answer(&work, &allowance) != nil {
        preconditionFailure("the layout is in memory")
      }
      return .success(caller.wait().response)
    } catch {
      return .failure(error)
    }
  }

  /// Whether there is an access record of the request with this id.
  func hasRecord(of id: String) -> Bool {
    log.records.withLock { $0.contains { $0.requestID.description == id } }
  }

  /// The access record of the request with this id.
  func record(of id: String?) throws -> AccessRecord {
    try #require(log.records.withLock { $0.first { $0.requestID.description == id } })
  }

  /// A metric's sum over all its labels.
  func metric(_ name: String) -> Int { service.metrics.value(of: name) }
}

/// The access records.
private final class AccessRecords: Sendable {
  let records = Mutex<[AccessRecord]>([])

  @Sendable func append(_ record: AccessRecord) { records.withLock { $0.append(record) } }
}

extension HeaderLines {
  /// The values by their names in lower case.
  fileprivate var texts: [String: String] {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0.dropLast(), as: UTF8.self).split(separator: ": ", maxSplits: 1)
    }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0].lowercased(), String($0[1])) })
  }
}

extension TestClient.Reply {
  func json() throws -> JSONValue { try JSONValue(parsing: body) }

  /// The header lines that have to be the same whenever a request is repeated.
  var lastingHeaders: [String: String] {
    headers.filter { !["date", "server-timing", "cache-status", "x-request-id"].contains($0.key) }
  }

  /// The names in `Server-Timing`.
  var timed: [String] {
    (headers["server-timing"] ?? "").split(separator: ",").map { entry in
      String(entry.drop { $0 == " " }.prefix { $0 != ";" })
    }
  }
}

/// Snapshots that several tests use.
enum Snapshots {
  /// Every engine, every kind of element, pinning ones among them.
  static let mixed: JSONValue = [
    "globalHeaders": [["height": 64, "pin": true], ["height": 10]],
    "sections": [
      [
        "id": "people", "engine": "column",
        "metrics": [
          "minimumColumnWidth": 150, "rowHeight": 70, "separatorColor": "#ccc",
          "backgroundColor": "white",
        ],
        "headers": [["height": 44, "pin": true]], "items": 12,
      ],
      ["id": "photos", "engine": "mosaic", "items": ["count": 40]],
      [
        "engine": "flow",
        "items": [["width": 90, "height": 40], ["width": 120.5, "height": 64], ["width": 9]],
        "footers": [["height": 20, "pin": true], ["height": 7]],
      ],
      [
        "engine": "waterfall",
        "metrics": [
          "numberOfColumns": 3, "sectionSeparatorColor": "red",
          "showsSectionSeparatorWhenLastSection": true,
        ],
        "items": ["widths": [3, 4, 1], "heights": [2, 3, 1]],
      ],
    ],
  ]

  /// Scrolls sideways.
  static let horizontal: JSONValue = [
    "scrollDirection": "horizontal",
    "sections": [
      [
        "headers": [["width": 30, "pin": true]], "items": ["count": 50, "width": 20, "height": 30],
      ]
    ],
  ]

  /// Cells alone, each as wide as the container.
  static func rows(_ count: Int) -> JSONValue {
    ["sections": [["engine": "column", "items": .number(Double(count))]]]
  }
}

extension Service {
  /// What a request of a caller in this process asks for, as far as its head says.
  func admitted(_ request: Request, through door: Endpoint) -> Work {
    admitted(Client(Caller(), request), through: door)
  }
}

extension ServiceMetrics {
  /// The sum of a metric over all its labels, as the exposition shows it.
  func value(of name: String) -> Int {
    exposition().split(separator: "\n").reduce(0) { sum, line in
      guard line.hasPrefix(name + " ") || line.hasPrefix(name + "{"),
        let value = line.split(separator: " ").last.flatMap({ Double($0) })
      else { return sum }
      return sum + Int(value)
    }
  }
}

extension ComputePool {
  /// Keeps one thread busy until the gate is opened. On return the thread is busy and the queue empty.
  func occupy(until gate: DispatchSemaphore) {
    let begun = DispatchSemaphore(value: 0)
    let job = Job(
      run: {
        begun.signal()
        gate.wait()
      }, isVain: { false })
    #expect(submit(job))
    #expect(begun.wait(timeout: .now() + 60) == .success)
  }
}
