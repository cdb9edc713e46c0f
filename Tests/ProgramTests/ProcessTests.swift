import Foundation
import HTTPServer
import TestClient
import Testing

@testable import layoutd

@Suite("The program as a process", .serialized, .timeLimit(.minutes(1)))
struct ProcessTests {
  @Test("serve says where it listens, answers there, and ends with 0 when asked to")
  func serve() throws {
    for signal in [SIGTERM, SIGINT] {
      let program = try Program(["serve", "--listen", "127.0.0.1:0"])
      let address = try #require(ListenAddress(url: program.announcedURL()))
      let status = try Probe.status(
        host: address.host, port: address.port, path: "/readyz", timeoutMilliseconds: 10_000)
      #expect(status == 200)
      #expect(try Program(["health", "--url", "http://\(address)"]).end().status == 0)
      program.send(signal)
      #expect(program.end().status == 0)
    }
  }

  @Test("While it drains, it answers but is not ready, and a second signal ends it at once")
  func drain() throws {
    let draining = try Program(
      ["serve", "--listen", "127.0.0.1:0"], ["LAYOUTD_DRAIN_DELAY": "3600s"])
    let address = try #require(ListenAddress(url: draining.announcedURL()))
    draining.send(SIGTERM)
    func status(_ path: String) throws -> Int {
      try Probe.status(
        host: address.host, port: address.port, path: path, timeoutMilliseconds: 10_000)
    }
    while try status("/readyz") != 503 {}
    #expect(try status("/healthz") == 200)
    let metrics = TestClient(port: Int(address.port))?.request("GET", "/metrics")
    #expect(metrics?.text.contains("\nlayoutd_ready 0\n") == true)
    #expect(try Program(["health", "--url", "http://\(address)"]).end().status == 1)
    draining.send(SIGTERM)
    #expect(draining.end().status == 128 + SIGTERM)
  }

  @Test("Its metrics show the server's numbers beside the service's, and the limits")
  func metrics() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--max-connections", "17",
      "--max-bodies-in-flight", "1MiB", "--max-answers-in-flight", "2MiB", "--memo-bytes", "3MiB",
      "--snapshot-bytes", "4MiB",
    ])
    let address = try #require(ListenAddress(url: program.announcedURL()))
    let client = try #require(TestClient(port: Int(address.port)))
    let text = try #require(client.request("GET", "/metrics")).text
    for sample in [
      "layoutd_ready 1", "layoutd_requests_in_flight 1", "layoutd_connections_accepted_total 1",
      "layoutd_connections{state=\"handling\"} 1", "layoutd_connections{state=\"idle\"} 0",
      "layoutd_connections_limit 17",
      "layoutd_connections_refused_total{reason=\"max-connections\"} 0",
      "layoutd_connections_refused_total{reason=\"descriptors\"} 0",
      "layoutd_connections_timed_out_total{state=\"answer\"} 0",
      "layoutd_bodies_in_flight 0", "layoutd_body_bytes_in_flight 0",
      "layoutd_bodies_in_flight_limit_bytes 1048576", "layoutd_answer_bytes_in_flight 0",
      "layoutd_answers_in_flight_limit_bytes 2097152", "layoutd_memo_limit_bytes 3145728",
      "layoutd_snapshots_held 0", "layoutd_snapshot_limit_bytes 4194304",
    ] {
      #expect(text.contains("\n\(sample)\n"), "\(sample)")
    }
    program.send(SIGTERM)
    #expect(program.end().status == 0)
  }

  @Test(
    "Each request has a line in the log, whatever the least level is; probes have none",
    arguments: [("on", ["/version", "/v1/layouts/{id}"]), ("off", [])])
  func accessLog(setting: String, routes: [String]) throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--log-level", "critical", "--access-log", setting,
    ])
    let client = try #require(TestClient(port: program.port()))
    for path in ["/version", "/healthz", "/readyz", "/metrics", "/v1/layouts/none"] {
      _ = try #require(client.request("GET", path))
    }
    program.send(SIGTERM)
    let lines = try objects(program.end().errors.utf8)
    #expect(lines.map { $0["route"] as? String } == routes)
  }

  @Test("An address in use is named, and the program ends with 1")
  func addressInUse() throws {
    let first = try Program(["serve", "--listen", "127.0.0.1:0"])
    let address = try #require(ListenAddress(url: first.announcedURL()))
    let second = try Program(["serve", "--listen", "\(address)"]).end()
    #expect(second.status == 1)
    #expect(second.errors.contains("\(address)"))
    first.send(SIGTERM)
    #expect(first.end().status == 0)
  }

  @Test("A bad value is named with its source, and the program ends with 64")
  func badValue() throws {
    let flag = try Program(["serve", "--memo-bytes", "lots"]).end()
    #expect(flag.status == 64)
    #expect(flag.errors.contains("--memo-bytes from the command line is \"lots\""))
    #expect(flag.output.isEmpty)
    let variable = try Program(["serve"], ["LAYOUTD_LISTEN": "here"]).end()
    #expect(variable.status == 64)
    #expect(variable.errors.contains("LAYOUTD_LISTEN from the environment is \"here\""))
  }

  @Test("Unknown variables are logged for debugging and change nothing")
  func unknownVariable() throws {
    let program = try Program(
      ["serve", "--listen", "127.0.0.1:0", "--log-level", "debug"],
      ["LAYOUTD_PORT": "tcp://10.0.0.1:8080"])
    _ = program.announcedURL()
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0)
    #expect(end.errors.contains("\"metadata\":{\"variable\":\"LAYOUTD_PORT\"}"))
    for line in end.errors.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("health ends with 1 and a reason when nobody listens")
  func unhealthy() throws {
    let end = try Program(["health"], ["LAYOUTD_LISTEN": "127.0.0.1:1"]).end()
    #expect(end.status == 1)
    #expect(end.errors.contains("http://127.0.0.1:1/readyz: Connection refused"))
  }

  @Test("compute ends with 1 when there is no file")
  func noFile() throws {
    let end = try Program(["compute", "/nowhere/at/all", "--width", "10"]).end()
    #expect(end.status == 1)
    #expect(end.output.isEmpty)
    #expect(end.errors.contains("cannot read /nowhere/at/all: No such file or directory"))
  }

  @Test("compute prints an answer with one line break at its end, a drawing too")
  func compute() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let example = package.appending(path: "Sources/layoutd/Examples/mosaic.json").path
    for (format, start, end) in [
      ("rows", "{\"id\":\"", "}\n"), ("svg", "<svg xmlns=", "</svg>\n"),
      ("text", "x 0, y 0 · 390 × 1000 · ", "│\n"),
    ] {
      let answer = try Program(["compute", example, "--width", "390", "--format", format]).end()
      #expect(answer.status == 0, "\(answer.errors)")
      #expect(answer.output.hasPrefix(start), "\(format)")
      #expect(answer.output.hasSuffix(end), "\(format)")
      #expect(!answer.output.contains("\n\n"), "\(format)")
    }
  }

  @Test("The settings tables are printed as Markdown")
  func settings() throws {
    let end = try Program(["settings"]).end()
    #expect(end.status == 0)
    #expect(end.output == Setting.markdown())
    let operations = try Program(["settings", "--operations"]).end()
    #expect(operations.status == 0)
    #expect(operations.output == Setting.operationsMarkdown())
  }
}
