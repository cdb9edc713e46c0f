import Foundation
import HTTPServer
import LayoutCore
import LayoutWire
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Service metrics")
struct ServiceMetricsTests {
  let elements = Route("/v1/layouts/{id}/elements")!

  @Test("Requests are counted by route, method and status, and timed by route")
  func requests() {
    let metrics = ServiceMetrics()
    metrics.requestFinished(
      route: elements, method: .get, status: 200, duration: .microseconds(400))
    metrics.requestFinished(
      route: elements, method: .get, status: 200, duration: .milliseconds(20))
    metrics.requestFinished(
      route: elements, method: .head, status: 304, duration: .microseconds(100))
    let samples = Exposition(metrics.exposition()).samples
    let labels = "route=\"/v1/layouts/{id}/elements\""
    #expect(samples["layoutd_requests_total{method=\"GET\",\(labels),status=\"200\"}"] == 2)
    #expect(samples["layoutd_requests_total{method=\"HEAD\",\(labels),status=\"304\"}"] == 1)
    #expect(samples["layoutd_request_duration_seconds_count{\(labels)}"] == 3)
    #expect(
      samples["layoutd_request_duration_seconds_bucket{\(labels),le=\"0.0005\"}"] == 2)
  }

  @Test("Methods and statuses that are not known share one series")
  func boundedLabels() {
    let metrics = ServiceMetrics()
    for number in 0..<1_000 {
      metrics.requestFinished(
        route: .other, method: number % 2 == 0 ? .patch : nil, status: 600 + number, duration: .zero
      )
    }
    let samples = Exposition(metrics.exposition()).samples
    #expect(
      samples["layoutd_requests_total{method=\"other\",route=\"other\",status=\"other\"}"] == 1_000)
    let inputs = RefusedInput.problems.reduce(0) { $0 + $1.codes.count + 1 }
    #expect(samples.count < 69 + RefusalReason.allCases.count + inputs)
  }

  @Test("Every status that is answered has a label, those of the HTTP layer, too")
  func everyStatus() {
    let metrics = ServiceMetrics()
    let statuses = Set(AnswerStatus.allCases.map(\.rawValue))
      .union(Problem.Name.allCases.map { Problem($0).status })
    #expect(Refusal.statuses == [400, 408, 411, 413, 414, 431, 501, 503, 505])
    for status in statuses.union(Refusal.statuses) {
      metrics.requestFinished(route: .other, method: .get, status: status, duration: nil)
    }
    let samples = Exposition(metrics.exposition()).samples
    for status in statuses.union(Refusal.statuses) {
      let labels = "method=\"GET\",route=\"other\",status=\"\(status)\""
      #expect(samples["layoutd_requests_total{\(labels)}"] == 1, "\(status)")
    }
  }

  @Test("Every route, method and status has a series of its own")
  func everyRoute() {
    let metrics = ServiceMetrics()
    for route in Route.allCases {
      for method in [.get, .head, .post, .delete, .options, .put] as [Method] {
        for status in [200, 404, 599] {
          metrics.requestFinished(
            route: route, method: method, status: status, duration: .seconds(1))
        }
      }
    }
    let requests = Exposition(metrics.exposition()).samples.filter {
      $0.key.hasPrefix("layoutd_requests_total{")
    }
    #expect(requests.count == Route.allCases.count * 6 * 3)
    #expect(requests.values.allSatisfy { $0 == 1 })
  }

  @Test("Items are counted beyond the range of 64-bit integers")
  func manyItems() {
    let metrics = ServiceMetrics()
    for _ in 0..<2_048 { metrics.engineRan(.flow, items: 1 << 53) }
    let samples = Exposition(metrics.exposition()).samples
    #expect(samples["layoutd_items_laid_out_total{engine=\"flow\"}"] == 0x1p64)
  }

  @Test("Counters of the memo, of engines and of refusals stand at zero before anything is counted")
  func zeroes() {
    let samples = Exposition(ServiceMetrics().exposition()).samples
    #expect(samples["layoutd_memo_hits_total"] == 0)
    #expect(samples["layoutd_memo_misses_total"] == 0)
    #expect(samples["layoutd_memo_evictions_total"] == 0)
    #expect(samples["layoutd_special_only_answers_total"] == 0)
    for engine in Engine.allCases.map(\.rawValue) {
      #expect(samples["layoutd_engine_runs_total{engine=\"\(engine)\"}"] == 0)
      #expect(samples["layoutd_items_laid_out_total{engine=\"\(engine)\"}"] == 0)
    }
    for reason in RefusalReason.allCases {
      #expect(samples["layoutd_requests_refused_total{reason=\"\(reason.label)\"}"] == 0)
    }
  }

  @Test("Readings appear under their names with help and type")
  func readings() {
    let metrics = ServiceMetrics()
    for reading in ServiceMetrics.Reading.allCases { metrics.setReading(reading) { 3 } }
    let exposition = Exposition(metrics.exposition())
    for reading in ServiceMetrics.Reading.allCases {
      #expect(exposition.samples[reading.rawValue] == 3)
      #expect(exposition.helped.contains(reading.rawValue))
    }
    for (name, type) in exposition.types {
      #expect((type == "counter") == name.hasSuffix("_total"), "\(name)")
    }
    #expect(exposition.types["layoutd_connections_refused_total"] == "counter")
    #expect(exposition.types["layoutd_memo_bytes"] == "gauge")
  }

  @Test("A reading has one value for each set of labels")
  func labelledReadings() {
    let metrics = ServiceMetrics()
    for (number, state) in ["head", "idle"].enumerated() {
      metrics.setReading(.connections, labels: [("state", state)]) { Double(number) }
    }
    let samples = Exposition(metrics.exposition()).samples
    #expect(samples["layoutd_connections{state=\"head\"}"] == 0)
    #expect(samples["layoutd_connections{state=\"idle\"}"] == 1)
    #expect(samples["layoutd_connections"] == nil)
  }

  @Test("Everything that is shown has a help line, and nothing is shown that does not parse")
  func everythingIsDescribed() {
    let metrics = ServiceMetrics()
    metrics.requestFinished(
      route: Route("/v1/layouts")!, method: .post, status: 201, duration: .milliseconds(100))
    metrics.engineRan(.mosaic, items: 5)
    metrics.setReading(.memoBytes) { 1 }
    let exposition = Exposition(metrics.exposition())
    #expect(exposition.unreadable.isEmpty)
    #expect(Set(exposition.types.keys) == exposition.helped)
    #expect(exposition.types.keys.allSatisfy { $0.hasPrefix("layoutd_") })
  }
}
