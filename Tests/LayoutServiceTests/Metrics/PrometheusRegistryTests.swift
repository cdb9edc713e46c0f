import LayoutService
import Metrics
import Synchronization
import Testing

@testable import LayoutServiceTestSupport

@Suite("Prometheus registry")
struct PrometheusRegistryTests {
  @Test("Samples are ordered by name and then by labels, after their help and type")
  func orderOfSamples() {
    let registry = PrometheusRegistry()
    registry.describe("b_total", help: "What b counts.")
    Counter(label: "b_total", dimensions: [("kind", "two")], factory: registry).increment(by: 2)
    Counter(label: "b_total", dimensions: [("kind", "one")], factory: registry).increment()
    Meter(label: "a", factory: registry).set(1.5)
    #expect(
      registry.exposition() == """
        # TYPE a gauge
        a 1.5
        # HELP b_total What b counts.
        # TYPE b_total counter
        b_total{kind="one"} 1
        b_total{kind="two"} 2

        """)
  }

  @Test("Equal names and labels are one instrument, in whatever order the labels are given")
  func equalLabels() {
    let registry = PrometheusRegistry()
    let labels = [("b", "2"), ("a", "1")]
    Counter(label: "c", dimensions: labels, factory: registry).increment()
    Counter(label: "c", dimensions: labels.reversed(), factory: registry).increment()
    #expect(registry.exposition().contains("c{a=\"1\",b=\"2\"} 2\n"))
  }

  @Test("Quotes, backslashes and line ends in label values are escaped")
  func escapedLabels() {
    let registry = PrometheusRegistry()
    Counter(label: "c", dimensions: [("v", "a\"b\\c\nd")], factory: registry).increment()
    #expect(registry.exposition().contains(#"c{v="a\"b\\c\nd"} 1"#))
  }

  @Test(
    "Characters that a name cannot have become underscores",
    arguments: [("http.requests", "http_requests"), ("1st", "_st"), ("", "_")])
  func legalNames(label: String, name: String) {
    let registry = PrometheusRegistry()
    Counter(label: label, factory: registry).increment()
    #expect(registry.exposition().contains("# TYPE \(name)"))
  }

  @Test("A histogram's buckets are cumulative and end with all values")
  func cumulativeBuckets() {
    let registry = PrometheusRegistry()
    registry.describe("h", help: "Values.", bounds: [1, 2.5, 10])
    let recorder = Recorder(label: "h", factory: registry)
    for value in [0.5, 1, 2, 3, 10, 11] { recorder.record(value) }
    #expect(
      registry.exposition() == """
        # HELP h Values.
        # TYPE h histogram
        h_bucket{le="1"} 2
        h_bucket{le="2.5"} 3
        h_bucket{le="10"} 5
        h_bucket{le="+Inf"} 6
        h_sum 27.5
        h_count 6

        """)
  }

  @Test("A timer records seconds into the latency buckets")
  func timersRecordSeconds() {
    let registry = PrometheusRegistry()
    let timer = Timer(label: "t_seconds", dimensions: [("route", "/")], factory: registry)
    timer.recordNanoseconds(50_000)
    timer.recordSeconds(1.5)
    let samples = Exposition(registry.exposition()).samples
    #expect(samples["t_seconds_bucket{route=\"/\",le=\"5e-05\"}"] == 1)
    #expect(samples["t_seconds_bucket{route=\"/\",le=\"1\"}"] == 1)
    #expect(samples["t_seconds_bucket{route=\"/\",le=\"2.5\"}"] == 2)
    #expect(samples["t_seconds_sum{route=\"/\"}"] == 1.50005)
    #expect(samples["t_seconds_count{route=\"/\"}"] == 2)
  }

  @Test("A reading is read for every exposition")
  func readings() {
    let registry = PrometheusRegistry()
    let meter = Meter(label: "m", factory: registry)
    registry.addReading("r", kind: .gauge) { 7 }
    #expect(registry.exposition().contains("\nr 7\n"))
    registry.addReading("r", kind: .gauge) { .infinity }
    meter.set(-0.5)
    #expect(registry.exposition().contains("\nr +Inf\n"))
    #expect(registry.exposition().contains("\nm -0.5\n"))
  }

  @Test("A reading without a value is left out, and so is a name that has no sample")
  func readingsWithoutValue() {
    let registry = PrometheusRegistry()
    registry.describe("r", help: "What r is.")
    let value = Mutex<Double?>(nil)
    registry.addReading("r", kind: .gauge, labels: [("a", "1")]) { value.withLock { $0 } }
    #expect(registry.exposition() == "")
    registry.addReading("r", kind: .gauge, labels: [("a", "2")]) { 2 }
    let head = "# HELP r What r is.\n# TYPE r gauge\n"
    #expect(registry.exposition() == head + "r{a=\"2\"} 2\n")
    value.withLock { $0 = 1 }
    #expect(registry.exposition() == head + "r{a=\"1\"} 1\nr{a=\"2\"} 2\n")
  }

  @Test("An instrument of another kind than its name's is not shown, and the first one stays")
  func conflictingKinds() {
    let registry = PrometheusRegistry()
    Counter(label: "c", factory: registry).increment()
    Meter(label: "c", factory: registry).set(5)
    registry.addReading("c", kind: .gauge) { 9 }
    #expect(registry.exposition() == "# TYPE c counter\nc 1\n")
  }

  @Test("Increments from many tasks are all counted")
  func concurrentIncrements() async {
    let registry = PrometheusRegistry()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let counter = Counter(label: "c", factory: registry)
          let recorder = Recorder(label: "h", factory: registry)
          for value in 0..<5_000 {
            counter.increment()
            recorder.record(value % 2)
          }
        }
      }
    }
    let samples = Exposition(registry.exposition()).samples
    #expect(samples["c"] == 40_000)
    #expect(samples["h_count"] == 40_000)
    #expect(samples["h_sum"] == 20_000)
  }

  @Test("Registries in one process know nothing of each other")
  func separateRegistries() {
    let (one, two) = (PrometheusRegistry(), PrometheusRegistry())
    Counter(label: "c", factory: one).increment()
    #expect(two.exposition().isEmpty)
  }
}
