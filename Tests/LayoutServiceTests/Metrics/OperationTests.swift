import Foundation
import LayoutCore
import LayoutStore
import LayoutWire
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Calls for operators")
struct OperationTests {
  let test: TestService

  init() throws { test = try TestService(overSocket: true) }

  @Test("A service that drains is healthy but not ready, and answers everything")
  func draining() throws {
    for path in ["/healthz", "/readyz"] {
      let answer = try test.get(path)
      #expect(answer.status == 200)
      #expect(answer.text == "ok\n")
    }
    test.service.beginDrain()
    let answer = try test.get("/readyz")
    try test.expect(answer, 503, "unavailable")
    #expect(answer.headers["retry-after"] == "1")
    #expect(try test.get("/healthz").status == 200)
    #expect(try test.post(Snapshots.mixed, "width=390").status == 201)
  }

  @Test("The version tells release, commit, rules and the limits in force")
  func version() throws {
    let known = try TestService(
      facts: ServiceFacts(
        commit: "0123abc",
        limits: [.init(.body, 1024), .init(.headerLines, 100), .init(.headTimeout, 0.5)]))
    #expect(
      try known.json("/version") == [
        "version": .string(Release.version), "commit": "0123abc",
        "rulesVersion": .number(Double(rulesVersion)),
        "sqlite": .string(SQLiteStore.libraryVersion),
        "limits": ["maxBody": 1024, "maxHeaderLines": 100, "headTimeout": 0.5],
      ])
    #expect(try test.json("/version")["commit"] == "unknown")
  }

  private func samples() throws -> [String: Double] {
    let answer = try test.get("/metrics")
    #expect(answer.headers["content-type"] == PrometheusRegistry.contentType)
    let exposition = Exposition(answer.text)
    #expect(exposition.unreadable.isEmpty)
    return exposition.samples
  }

  @Test("Metrics count requests, engine calls, the memo and what is held")
  func metrics() throws {
    let path = try test.path(of: Snapshots.mixed)
    for width in [390, 391, 390] {
      #expect(try test.get("\(path)/special?bounds=0,0,\(width),844").status == 200)
    }
    _ = try test.get("\(path)/elements?width=390&rect=0,0,1")
    _ = try test.get("/nothing")
    _ = try test.request("PATCH", "/v1/layouts")
    let tag = try #require(try test.get("\(path)?width=390").headers["etag"])
    _ = try test.get("\(path)?width=390", ("If-None-Match", tag))
    _ = try test.request("HEAD", path)

    let samples = try samples()
    func requests(_ method: String, _ route: String, _ status: Int) -> Double? {
      samples[
        "layoutd_requests_total{method=\"\(method)\",route=\"\(route)\",status=\"\(status)\"}"]
    }
    #expect(requests("POST", "/v1/layouts", 201) == 1)
    #expect(requests("GET", "/v1/layouts/{id}/special", 200) == 3)
    #expect(requests("GET", "/v1/layouts/{id}/elements", 400) == 1)
    #expect(requests("GET", "other", 404) == 1)
    #expect(requests("other", "/v1/layouts", 405) == 1)
    #expect(requests("GET", "/v1/layouts/{id}", 200) == 1)
    #expect(requests("GET", "/v1/layouts/{id}", 304) == 1)
    #expect(requests("HEAD", "/v1/layouts/{id}", 200) == 1)
    let special = "layoutd_request_duration_seconds_%{route=\"/v1/layouts/{id}/special\"}"
    #expect(samples[special.replacing("%", with: "count")] == 3)
    #expect((samples[special.replacing("%", with: "sum")] ?? 0) > 0)

    #expect(samples["layoutd_memo_misses_total"] == 2)
    #expect(samples["layoutd_memo_hits_total"] == 2)
    #expect(samples["layoutd_memo_evictions_total"] == 0)
    #expect(samples["layoutd_special_only_answers_total"] == 3)
    for (engine, items) in [("flow", 3), ("column", 12), ("mosaic", 40), ("waterfall", 3)] {
      #expect(samples["layoutd_engine_runs_total{engine=\"\(engine)\"}"] == 2)
      #expect(
        samples["layoutd_items_laid_out_total{engine=\"\(engine)\"}"] == Double(2 * items))
    }
    #expect(samples["layoutd_layouts_held"] == 2)
    #expect(samples["layoutd_snapshots_held"] == 1)
    #expect((samples["layoutd_memo_bytes"] ?? 0) > 0)
    #expect((samples["layoutd_snapshot_bytes"] ?? 0) > 0)

    #expect(try test.request("DELETE", path).status == 204)
    let after = try self.samples()
    for name in ["layouts_held", "snapshots_held", "memo_bytes", "snapshot_bytes"] {
      #expect(after["layoutd_\(name)"] == 0, "\(name)")
    }
    #expect(after["layoutd_requests_total{method=\"GET\",route=\"/metrics\",status=\"200\"}"] == 1)
  }

  @Test("Evicted layouts are counted")
  func evictions() throws {
    let test = try TestService(limits: { $0.memoBytes = 4000 })
    let path = try test.path(of: Snapshots.rows(10))
    for width in 1...50 { #expect(try test.get("\(path)/sections?width=\(width)").status == 200) }
    let held = test.metric("layoutd_layouts_held")
    #expect(held > 0 && test.metric("layoutd_memo_bytes") <= 4000)
    #expect(test.metric("layoutd_memo_evictions_total") == 50 - held)
  }

  @Test("Evicted snapshots are counted")
  func snapshotEvictions() throws {
    let test = try TestService(limits: { $0.snapshotBytes = 4_000 })
    for count in 1...20 { #expect(try test.post(Snapshots.rows(count)).status == 201) }
    let held = test.metric("layoutd_snapshots_held")
    #expect(held > 0 && held < 20)
    #expect(test.metric("layoutd_snapshot_evictions_total") == 20 - held)
  }
}
