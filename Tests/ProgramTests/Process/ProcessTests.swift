import Foundation
import HTTPServer
import TestClient
import Testing

@testable import layoutd

@Suite("The program as a process", .serialized)
struct ProcessTests {
  @Test("serve says where it listens, answers there, and ends with 0 when asked to")
  func serve() throws {
    for signal in [SIGTERM, SIGINT] {
      let program = try Program(["serve", "--listen", "127.0.0.1:0"])
      let address = try #require(ListenAddress(url: program.announcedURL()))
      let status = try Probe.status(
        host: address.host, port: address.port, path: "/readyz", timeoutMilliseconds: 60_000)
      #expect(status == 200)
      #expect(try Program(["health", "--url", "http://\(address)"]).end().status == 0)
      program.send(signal)
      #expect(program.end().status == 0)
    }
  }

  @Test("While it drains, it answers but is not ready, until the next signal but SIGHUP ends it")
  func drain() throws {
    let draining = try Program(
      ["serve", "--listen", "127.0.0.1:0"], ["LAYOUTD_DRAIN_DELAY": "3600s"])
    let address = try #require(ListenAddress(url: draining.announcedURL()))
    draining.send(SIGTERM)
    func status(_ path: String) throws -> Int {
      try Probe.status(
        host: address.host, port: address.port, path: path, timeoutMilliseconds: 60_000)
    }
    #expect(try eventually { try status("/readyz") == 503 })
    draining.send(SIGHUP)
    #expect(eventually { draining.log().contains("SIGHUP changes nothing") })
    #expect(try status("/healthz") == 200)
    let metrics = TestClient(port: Int(address.port))?.request("GET", "/metrics")
    #expect(metrics?.text.contains("\nlayoutd_ready 0\n") == true)
    #expect(try Program(["health", "--url", "http://\(address)"]).end().status == 1)
    draining.send(SIGTERM)
    #expect(draining.end().status == 128 + SIGTERM)
  }

  @Test("The program's metrics are those of server and service, and the limits")
  func metrics() throws {
    let program = try Program([
      "serve", "--listen", "127.0.0.1:0", "--max-connections", "17",
      "--max-bodies-in-flight", "1MiB", "--max-answers-in-flight", "2MiB", "--memo-bytes", "3MiB",
      "--snapshot-bytes", "4MiB", "--memory-limit", "512MiB",
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
      "layoutd_bodies_in_flight 0", "layoutd_body_bytes_in_flight 0", "layoutd_body_bytes_spare 0",
      "layoutd_bodies_in_flight_limit_bytes 1048576", "layoutd_answer_bytes_in_flight 0",
      "layoutd_answers_in_flight_limit_bytes 2097152", "layoutd_memo_limit_bytes 3145728",
      "layoutd_snapshots_held 0", "layoutd_snapshot_limit_bytes 4194304",
      "layoutd_memory_limit_bytes 536870912",
    ] {
      #expect(text.contains("\n\(sample)\n"), "\(sample)")
    }
    program.send(SIGTERM)
    #expect(program.end().status == 0)
  }

  @Test(
    "Each request has a line in the log, whatever the least level is; probes have none",
    arguments: [
      ("on", ["/version", "/v1/layouts/{id}"]), ("errors", ["/v1/layouts/{id}"]), ("off", []),
    ])
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

  @Test("An address in use is named, whatever it is for, and the program ends with 1")
  func addressInUse() throws {
    let first = try Program(["serve", "--listen", "127.0.0.1:0"])
    let address = try #require(ListenAddress(url: first.announcedURL()))
    for addresses in [
      [address, ListenAddress("127.0.0.1:0")!], [ListenAddress("127.0.0.1:0")!, address],
    ] {
      let second = try Program([
        "serve", "--listen", "\(addresses[0])", "--metrics-listen", "\(addresses[1])",
      ]).end()
      #expect(second.status == 1)
      #expect(second.errors.contains("\(address)"))
    }
    first.send(SIGTERM)
    #expect(first.end().status == 0)
  }

  @Test("--check-config adds up the memory of the settings, and ends with 1 where it is too much")
  func memoryCheck() throws {
    let check = ["serve", "--check-config", "--listen", "127.0.0.1:0", "--memory-limit", "256MiB"]
    let fits = try Program(check).end()
    #expect(fits.status == 0, "\(fits.errors)")
    #expect(fits.output.contains("  together               244MiB of 256MiB (--memory-limit)\n"))
    #expect(fits.output.contains("snapshot-bytes               44MiB"))
    let misspelt = ["LAYOUTD_MEMO_BYTE": "1", "LAYOUTD_PORT": "tcp://10.0.0.1:8080"]
    let named = try Program(check, misspelt).end()
    #expect(named.status == 0)
    let hint = "\nLAYOUTD_MEMO_BYTE is no setting; the nearest is LAYOUTD_MEMO_BYTES\n"
    #expect(named.output.contains(hint))
    #expect(!named.output.contains("LAYOUTD_PORT"))
    let exceeds = try Program(check + ["--snapshot-bytes", "1GiB"]).end()
    #expect(exceeds.status == 1)
    #expect(exceeds.errors.contains("and there are 256MiB (--memory-limit)"), "\(exceeds.errors)")
  }

  @Test("--check-config tries the addresses, and ends with 1 where one cannot be used")
  func addressCheck() throws {
    func check(_ listen: String, _ more: String...) throws -> (status: Int32, errors: String) {
      let end = try Program(["serve", "--check-config", "--listen", listen] + more).end()
      return (end.status, end.errors)
    }
    #expect(try check("127.0.0.1:0", "--metrics-listen", "[::1]:0").status == 0)
    // An address of documentation, which no machine has (RFC 5737).
    let foreign = try check("192.0.2.1:0")
    #expect(foreign.status == 1)
    #expect(
      foreign.errors.contains("cannot listen on 192.0.2.1:0: Cannot assign requested address"))
    #expect(try check("127.0.0.1:0", "--metrics-listen", "no.such.host.invalid:1").status == 1)

    let program = try Program(["serve", "--listen", "127.0.0.1:0", "--drain-delay", "3600s"])
    let address = try #require(ListenAddress(url: program.announcedURL()))
    // The running program is to be replaced.
    #expect(try check("\(address)").status == 0)
    #expect(try check("127.0.0.1:0", "--metrics-listen", "\(address)").status == 0)
    program.send(SIGTERM)
    #expect(
      try eventually {
        try Probe.status(
          host: address.host, port: address.port, path: "/readyz", timeoutMilliseconds: 60_000)
          == 503
      })
    let used = try check("\(address)")
    #expect(used.status == 1)
    #expect(used.errors.contains("cannot listen on \(address): Address already in use"))
    program.send(SIGTERM)
    _ = program.end()
  }

  @Test("The log says at the start what memory the settings add up to, and warns of too much")
  func memoryLine() throws {
    for (options, level) in [([], "info"), (["--memo-bytes", "1GiB"], "warning")] {
      let program = try Program(
        ["serve", "--listen", "127.0.0.1:0", "--memory-limit", "256MiB"] + options)
      _ = try program.port()
      program.send(SIGTERM)
      let end = program.end()
      #expect(end.status == 0)
      let line = try #require(
        try objects(end.errors.utf8).first {
          ($0["message"] as? String)?.hasPrefix("memory") == true
        })
      #expect(line["level"] as? String == level)
      let metadata = try #require(line["metadata"] as? [String: String])
      #expect(metadata["limit"] == "256MiB (--memory-limit)")
      #expect(metadata["snapshot-bytes"] == "44MiB")
      #expect(metadata["atMost"] == (options.isEmpty ? "244MiB" : "1246MiB"))
    }
  }

  @Test("Unknown variables are logged as warnings, those of Kubernetes at debug level")
  func unknownVariable() throws {
    let program = try Program(
      ["serve", "--listen", "127.0.0.1:0", "--log-level", "debug"],
      ["LAYOUTD_PORT": "tcp://10.0.0.1:8080", "LAYOUTD_MEMO_BYTE": "1"])
    _ = program.announcedURL()
    program.send(SIGTERM)
    let end = program.end()
    #expect(end.status == 0)
    let lines = try objects(end.errors.utf8)
    func level(_ name: String) -> String? {
      lines.first { ($0["metadata"] as? [String: String])?["variable"] == name }?["level"]
        as? String
    }
    #expect(level("LAYOUTD_PORT") == "debug")
    #expect(level("LAYOUTD_MEMO_BYTE") == "warning")
    #expect(end.errors.contains("\"nearest\":\"LAYOUTD_MEMO_BYTES\""))
  }

  @Test(
    "Wrong usage is told with the usage of the subcommand",
    arguments: [
      (["serve", "--memo-bytes", "lots"], "serve"), (["serve", "--memo", "1"], "serve"),
      (["serve", "more"], "serve"), (["compute"], "compute"),
      (["health", "--url", "nowhere"], "health"),
    ])
  func usage(arguments: [String], subcommand: String) throws {
    let end = try Program(arguments).end()
    #expect(end.status == 64)
    #expect(end.errors.contains("\nUsage: layoutd \(subcommand) "), "\(end.errors)")
    #expect(end.errors.contains("See 'layoutd \(subcommand) --help'"))
    let variable = try Program(["compute", "-"], ["LAYOUTD_MAX_DEPTH": "0"]).end()
    #expect(variable.status == 64)
    #expect(variable.errors.contains("\nUsage: layoutd compute "), "\(variable.errors)")
    #expect(variable.errors.contains("LAYOUTD_MAX_DEPTH from the environment is \"0\""))
  }

  @Test("health ends with 1 and a reason when nobody listens")
  func unhealthy() throws {
    let end = try Program(["health"], ["LAYOUTD_LISTEN": "127.0.0.1:1"]).end()
    #expect(end.status == 1)
    #expect(end.errors.contains("http://127.0.0.1:1/readyz: Connection refused"))
  }

  @Test(
    "health finds the server that runs, wherever options, variables or the system have put it",
    arguments: [
      ["--listen", "127.0.0.1:0"], ["--listen=[::1]:0"],
      ["--listen", "0.0.0.0:0", "--no-playground"],
      ["--listen", "[::]:0"], ["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"],
    ])
  func findsServer(options: [String]) throws {
    // The option wins over the variable, so this is the server that answers.
    let environment = ["LAYOUTD_LISTEN": "127.0.0.1:\(Int.random(in: 1..<1_000))"]
    let program = try Program(
      ["serve"] + options + ["--drain-delay", "3600s"], environment)
    let address = try #require(ListenAddress(url: program.announcedURL()))
    let ready = try Program(["health"], environment).end()
    #expect(ready.status == 0, "\(ready.errors)")
    program.send(SIGTERM)
    func status() -> Int? {
      try? Probe.status(
        host: address.reachable.host, port: address.port, path: "/readyz",
        timeoutMilliseconds: 60_000)
    }
    #expect(eventually { status() == 503 })
    let draining = try Program(["health"], environment).end()
    #expect(draining.status == 1)
    #expect(draining.errors.contains("/readyz answered 503"), "\(draining.errors)")
    program.send(SIGTERM)
    _ = program.end()
  }

  @Test("health asks at the address for operations, which a flood of callers leaves free")
  func healthUnderFlood() throws {
    let environment = ["LAYOUTD_LISTEN": "127.0.0.1:\(Int.random(in: 1..<1_000))"]
    let program = try Program(
      [
        "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0",
        "--max-connections", "1",
      ], environment)
    let port = try program.port()
    let client = try #require(TestClient(port: port))
    #expect(client.request("GET", "/version")?.status == 200)
    #expect(TestClient(port: port)?.request("GET", "/readyz")?.status == 503)
    let end = try Program(["health"], environment).end()
    #expect(end.status == 0, "\(end.errors)")
    program.send(SIGTERM)
    withExtendedLifetime(client) {}
    _ = program.end()
  }

  @Test("health does not choose between servers")
  func severalServers() throws {
    let environment = ["LAYOUTD_LISTEN": "127.0.0.1:\(Int.random(in: 1..<1_000))"]
    let programs = try (0..<2).map { _ in
      try Program(["serve", "--listen", "127.0.0.1:0"], environment)
    }
    for program in programs { _ = try program.port() }
    let end = try Program(["health"], environment).end()
    #expect(end.status == 1)
    #expect(end.errors.contains("2 servers run here: say by --url which one is meant"))
    for program in programs {
      program.send(SIGTERM)
      #expect(program.end().status == 0)
    }
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
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let example = package.appending(path: "Sources/Resources/Examples/mosaic.json").path
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

  @Test("The table of settings is printed as Markdown")
  func settings() throws {
    let end = try Program(["settings"]).end()
    #expect(end.status == 0)
    #expect(end.output == Setting.markdown())
  }
}
