import Comparison
import LayoutWire
import Oracle
import Testing

@testable import LayoutCore

@Suite("The form of an effect")
struct EffectFormTests {
  private struct Bytes: CanonicalSink {
    var bytes: [UInt8] = []

    mutating func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  private static func metrics(_ effect: JSONValue) throws -> SectionMetrics {
    let json: JSONValue = ["sections": [["metrics": ["effect": effect]]]]
    let snapshot = try SnapshotDecoder.snapshot(reading: Array(json.text.utf8))
    return snapshot.sections[0].metrics
  }

  private static func bytes(_ metrics: SectionMetrics) -> [UInt8] {
    var sink = Bytes()
    metrics.writeCanonicalBytes(to: &sink)
    return sink.bytes
  }

  @Test("Metrics end with the effect behind its number, and have version 4")
  func form() throws {
    let plain = try Self.metrics(.null)
    #expect(plain.extras == nil && plain.rulesVersion == 2)
    let metrics = try Self.metrics(["stops": [["at": 2, "scale": 0.5], ["at": 3]]])
    #expect(metrics.rulesVersion == 4)
    func number(_ value: Double) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    }
    func count(_ value: UInt8) -> [UInt8] { [value] + Array(repeating: 0, count: 7) }
    let effect: [UInt8] =
      [0, 0] + number(0.5) + number(0.5) + number(0.5) + number(0) + count(2) + number(2)
      + count(2) + number(0.5) + number(3) + count(0)
    #expect(Self.bytes(metrics) == [4] + Self.bytes(plain).dropFirst() + [7] + effect)
  }

  @Test("Defaults and the sign of 0 make no difference")
  func defaults() throws {
    let short = try Self.metrics(["stops": [["at": 0, "x": 0]]])
    let long = try Self.metrics([
      "focus": 0.5, "origin": ["x": 0.5, "z": .number(-0.0)],
      "stops": [["at": .number(-0.0), "x": .number(-0.0)]],
    ])
    #expect(short == long && Self.bytes(short) == Self.bytes(long))
  }

  @Test("Different effects have different bytes, and are not equal")
  func differences() throws {
    var generator = SnapshotGenerator(seed: 4711)
    var known: [(json: JSONValue, metrics: SectionMetrics, bytes: [UInt8])] = []
    for _ in 0..<300 {
      let json = generator.effect()
      let metrics = try Self.metrics(json)
      known.append((json, metrics, Self.bytes(metrics)))
    }
    for one in known {
      for other in known where one.json != other.json {
        #expect((one.bytes == other.bytes) == (one.metrics == other.metrics))
      }
    }
    #expect(Set(known.map(\.bytes)).count > 280)
  }

  @Test("Frames, the content and what changes do not depend on it")
  func frames() throws {
    for seed in UInt64(0)..<40 {
      var generator = SnapshotGenerator(seed: 91_000 + seed)
      let width = generator.containerWidth()
      let json = generator.snapshotWithEffects(containerWidth: width)
      let test = try LayoutUnderTest(json, containerWidth: width)
      test.expectFramesOfTheOracle("seed \(seed)")
      let size = Rect(
        x: 0, y: 0, width: test.layout.contentSize.width, height: test.layout.contentSize.height)
      let naive = NaiveRect(
        x: 0, y: 0, width: test.naive.contentWidth, height: test.naive.contentHeight)
      #expect(size.isClose(to: naive, in: test.layout.contentSize))
    }
  }
}
