import HTTPServer
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Records for the access log")
struct AccessRecordTests {
  let test: TestService

  init() throws { test = try TestService(overSocket: true, limits: { $0.snapshot.sections = 5 }) }

  private func record(_ answer: TestClient.Reply) throws -> AccessRecord {
    try test.record(of: answer.headers["x-request-id"])
  }

  @Test("A record of a request on a layout has the parts of its path and query")
  func layout() throws {
    let posted = try test.post(Snapshots.mixed, "width=390")
    let post = try record(posted)
    #expect(post.method == "POST")
    #expect(post.route.template == "/v1/layouts")
    #expect(post.status == 201)
    #expect(post.bytesIn == Array(Snapshots.mixed.text.utf8).count)
    #expect(post.bytesOut == posted.body.count)
    #expect(post.wasPrepared == false)
    #expect(post.timing[.parse] != nil && post.timing[.prepare] != nil)
    #expect(post.layout == nil)

    let id = try #require(try posted.json()["id"]?.string)
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let answer = try test.get(
      "/v1/layouts/\(id)/elements?width=390&rect=0,0,390,9000", ("X-Request-Id", "mine"),
      ("traceparent", trace), ("Accept-Encoding", "gzip"))
    let get = try record(answer)
    #expect(get.requestID.description == "mine")
    #expect(get.traceParent?.description == trace)
    #expect(get.route.template == "/v1/layouts/{id}/elements")
    #expect(get.layout?.description == String(id.prefix(12)))
    #expect(get.wasPrepared == true)
    #expect(get.bytesIn == 0)
    #expect(answer.headers["content-encoding"] == "gzip")
    #expect(get.bytesOut == answer.body.count)
    #expect(get.timing[.query] != nil && get.timing[.encode] != nil && get.timing[.parse] == nil)
    #expect(get.limit == nil)
    let total = try #require(get.duration)
    #expect(total >= get.timing[.query]! + get.timing[.encode]!)
  }

  @Test(
    "A malformed trace context is left out",
    arguments: [
      "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
      "00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319cb-7ad6b7169203331-01",
    ])
  func traceParent(value: String) throws {
    #expect(try record(test.get("/version", ("traceparent", value))).traceParent == nil)
  }

  @Test("No body is counted for 304, HEAD and 204")
  func bodiless() throws {
    let path = try test.path(of: Snapshots.mixed)
    let tag = try #require(try test.get(path).headers["etag"])
    #expect(try record(test.get(path, ("If-None-Match", tag))).status == 304)
    for answer in try [
      test.get(path, ("If-None-Match", tag)), test.request("HEAD", path),
      test.request("DELETE", path),
    ] {
      #expect(try record(answer).bytesOut == 0)
    }
  }

  @Test("A record names a limit by its setting")
  func limits() throws {
    let sections = (0..<6).map { _ in "{}" }.joined(separator: ",")
    let many = try test.post(text: #"{"sections":[\#(sections)]}"#)
    #expect(many.status == 422)
    #expect(try record(many).limit == "max-sections")

    let deep = try test.post(text: String(repeating: "[", count: 17))
    #expect(deep.status == 400)
    #expect(try record(deep).limit == "max-depth")

    let client = try test.connect()
    client.send(
      "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: 99999999\r\n\r\n")
    let large = try record(try #require(client.answer()))
    #expect(large.limit == "max-body")
    #expect(large.route.template == "/v1/layouts")
    #expect(large.method == "POST")
    #expect(large.bytesIn == 99_999_999)

    let samples = Exposition(test.service.metrics.exposition()).samples
    for reason in ["max-sections", "max-depth", "max-body"] {
      #expect(samples["layoutd_requests_refused_total{reason=\"\(reason)\"}"] == 1)
    }
    #expect(
      samples[#"layoutd_requests_total{method="POST",route="/v1/layouts",status="413"}"#] == 1)
  }

  @Test("A record names the limit that cut a list, not the parameter")
  func cutLists() throws {
    let test = try TestService(limits: { $0.maximumElements = 10 })
    let path = try test.path(of: Snapshots.rows(30))
    for (call, limit) in [
      ("elements?width=9&rect=0,0,9,9999", "max-elements"),
      ("elements?width=9&rect=0,0,9,9999&limit=10", nil),
      ("elements?width=9&rect=0,0,9,100", nil),
    ] {
      let answer = try test.get("\(path)/\(call)")
      #expect(try test.record(of: answer.headers["x-request-id"]).limit == limit, "\(call)")
    }
  }

  @Test(
    "A request that is refused at its head and whose body never comes counts once, as it was answered"
  )
  func refusedAndLate() throws {
    let test = try TestService(server: { $0.bodyTimeout = .milliseconds(300) })
    let client = try test.connect()
    client.send(
      "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n"
    )
    let answer = try #require(client.answer())
    #expect(test.metric("layoutd_requests_total") == 1)
    #expect(
      try test.record(of: answer.headers["x-request-id"]).status == answer.status)
  }

  @Test("An answer without room counts with the status that was sent")
  func withoutRoom() throws {
    let test = try TestService(server: { $0.answersInFlightBytesMax = 2_048 })
    let path = try test.path(of: Snapshots.rows(1_000))
    let answer = try test.get("\(path)/elements?width=9&rect=0,0,9,999999")
    try test.expect(answer, 503, "unavailable")
    let record = try test.record(of: answer.headers["x-request-id"])
    #expect(record.status == 503)
    #expect(record.limit == "max-answers-in-flight")
    let samples = Exposition(test.service.metrics.exposition()).samples
    let labels = #"method="GET",route="/v1/layouts/{id}/elements""#
    #expect(samples["layoutd_requests_total{\(labels),status=\"503\"}"] == 1)
    #expect(samples["layoutd_requests_total{\(labels),status=\"200\"}"] == nil)
  }
}

@Suite("Wrong input in log and metrics")
struct RefusedInputTests {
  let test: TestService

  init() throws { test = try TestService() }

  /// What log and metrics have of an answer: problem, parameter, code, and how often these were counted.
  private func told(_ answer: TestClient.Reply) throws -> [String?] {
    let record = try test.record(of: answer.headers["x-request-id"])
    let input = record.input
    let code = input?.code?.rawValue
    let labels = #"code="\#(code ?? "none")",problem="\#(input?.problem.rawValue ?? "")""#
    let samples = Exposition(test.service.metrics.exposition()).samples
    return [
      input?.problem.rawValue, input?.parameter?.text, code,
      samples["layoutd_problems_total{\(labels)}"].map { String($0) },
    ]
  }

  @Test("For a wrong parameter both have its name and the error's code, for an unknown one no name")
  func parameters() throws {
    let path = try test.path(of: Snapshots.mixed)
    #expect(
      try told(test.get("\(path)?width=wide")) == ["bad-parameter", "width", "bad-syntax", "1.0"])
    #expect(
      try told(test.get("\(path)/elements?width=9&rect=0,0,-1,5"))
        == ["bad-parameter", "rect", "out-of-range", "1.0"])
    #expect(
      try told(test.get("\(path)?secret=1")) == ["bad-parameter", nil, "unknown-key", "1.0"])
    #expect(
      try told(test.get("\(path)/special?width=9"))
        == ["bad-parameter", "bounds", "missing", "1.0"])
  }

  @Test("For a wrong body both have the problem and the first error's code")
  func bodies() throws {
    #expect(try told(test.post(text: "{")) == ["bad-json", nil, "bad-syntax", "1.0"])
    let unknown = "{\"sections\":[{\"secret\":1},{\"items\":\"x\"}]}"
    #expect(
      try told(test.post(text: unknown)) == ["invalid-snapshot", nil, "unknown-key", "1.0"])
    #expect(
      try told(test.post(text: "{\"sections\":1}"))
        == ["invalid-snapshot", nil, "wrong-type", "1.0"])
    let wide = "{\"sections\":[{\"items\":{\"heights\":[1e300,1]}}]}"
    #expect(
      try told(test.post(text: wide, "width=9")).first == "cannot-lay-out")
  }

  @Test("For refusals of the HTTP layer both have the problem, for other answers nothing")
  func others() throws {
    let client = try test.connect()
    client.send("GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\nX-Request-Id: twice\r\n\r\n")
    #expect(client.answer()?.status == 400)
    let unknown = "/v1/layouts/" + String(repeating: "0", count: 64)
    #expect(try told(test.get(unknown)).first == .some(nil))
    #expect(try told(test.get("/version")).first == .some(nil))
    let samples = Exposition(test.service.metrics.exposition()).samples
    #expect(samples["layoutd_problems_total{code=\"none\",problem=\"bad-request\"}"] == 1)
    #expect(samples["layoutd_problems_total{code=\"missing\",problem=\"bad-parameter\"}"] == 0)
  }
}

@Suite("The operations door")
struct OperationsDoorTests {
  private let test: TestService
  private let door: Server

  init() throws {
    test = try TestService(hasOperationsDoor: true)
    var configuration = ServerConfiguration(listen: ListenAddress("127.0.0.1:0")!)
    configuration.threadCount = 1
    door = try Server(configuration: configuration, handler: OperationsDoor(to: test.service))
  }

  @Test("Metrics stand there and no longer at the main address")
  func moved() throws {
    try test.expect(test.get("/metrics"), 404, "not-found")
    let client = try #require(TestClient(port: door.port))
    let metrics = try #require(client.request("GET", "/metrics"))
    #expect(metrics.status == 200)
    #expect(metrics.text.contains("layoutd_memo_bytes"))
    for path in ["/healthz", "/readyz"] {
      #expect(client.request("GET", path)?.status == 200)
      #expect(try test.get(path).status == 200)
    }
    #expect(client.request("POST", "/metrics", body: [1])?.status == 405)
  }

  @Test(
    "Nothing is held for a body on the operations address",
    arguments: ["/metrics", "/healthz", "/v1/layouts"])
  func bodies(path: String) throws {
    let client = try #require(TestClient(port: door.port))
    client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
    // The body, which would have to be read first, is never sent.
    client.finishSending()
    #expect(client.answer()?.closes == true)
    #expect(door.counters.bodyBytesInFlight == 0)
  }

  @Test(
    "Nothing else is answered there",
    arguments: ["/version", "/openapi.yaml", "/openapi.json", "/docs", "/v1/layouts", "/"])
  func others(path: String) throws {
    let client = try #require(TestClient(port: door.port))
    #expect(client.request("GET", path)?.status == 404)
  }
}
