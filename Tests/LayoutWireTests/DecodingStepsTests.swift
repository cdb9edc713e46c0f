import Synchronization
import Testing

@testable import LayoutCore
@testable import LayoutWire

/// Reading any text is bounded by steps, which are counted here, not timed.
@Suite("Steps of reading a snapshot")
struct DecodingStepsTests {
  private static let count = 4_000

  private static func joined(_ head: String, _ tail: String, _ unit: (Int) -> String) -> [UInt8] {
    [UInt8]((head + (0..<count).map(unit).joined(separator: ",") + tail).utf8)
  }

  /// Texts whose reading takes long for their length, right and wrong ones.
  static let texts: [String: [UInt8]] = [
    "sections": joined("{\"sections\":[", "]}") { _ in "{}" },
    "counts": joined("{\"sections\":[", "]}") { "{\"items\":\($0)}" },
    "ids": joined("{\"sections\":[", "]}") { "{\"id\":\"\($0)\"}" },
    "metrics": joined("{\"sections\":[", "]}") { "{\"metrics\":{\"rowHeight\":\($0)}}" },
    "headers": joined("{\"sections\":[{\"headers\":[", "]}]}") { "{\"height\":\($0)}" },
    "lists": joined("{\"sections\":[", "]}") { "{\"items\":[{\"width\":\($0)}]}" },
    "inherited styles":
      joined(
        "{\"engine\":\"mosaic\",\"metrics\":{\"segments\":["
          + Array(repeating: "\"fullWidth\"", count: 1000).joined(separator: ",")
          + "]},\"sections\":[", "]}"
      ) { "{\"metrics\":{\"padding\":{\"top\":\($0 % 2)}}}" },
    "long numbers": joined("{\"x\":[", "]}") { _ in "12345678901234567891e-250" },
    "unusual sizes": joined("{\"sections\":[{\"items\":[", "]}]}") { _ in "{\"width\":-0.0}" },
    "columns": joined("{\"sections\":[{\"items\":{\"widths\":[", "]}}]}") { "\($0),-0" },
    "unknown keys": joined("{", "}") { "\"key\($0)\":1" },
    "not JSON at its end": joined("{\"sections\":[", ",x]}") { _ in "{}" },
    "wrong at its end": joined("{\"sections\":[", ",1]}") { _ in "{}" },
  ]

  private static func steps(
    _ text: [UInt8], portion: Int, grants: @escaping @Sendable () -> Bool
  ) -> (steps: Int, isStopped: Bool) {
    var meter = WorkMeter(portion: portion, grantsMore: grants)
    do throws(DecodingInterrupted) {
      _ = try SnapshotDecoder.read(
        text.span.bytes, hasSlack: false, naming: .tests, meter: &meter)
      return (meter.units, false)
    } catch {
      if case .budgetExceeded = error { return (meter.units, true) }
      return (meter.units, false)
    }
  }

  @Test("A text is read to its end with the steps it takes", arguments: texts.keys.sorted())
  func enough(name: String) throws {
    let text = try #require(DecodingStepsTests.texts[name])
    let needed = DecodingStepsTests.steps(text, portion: .max) { false }
    #expect(!needed.isStopped)
    #expect(!DecodingStepsTests.steps(text, portion: needed.steps) { false }.isStopped)
    #expect(needed.steps > DecodingStepsTests.count / 2, "\(name)")
  }

  @Test("Reading ends wherever the steps do", arguments: texts.keys.sorted())
  func fewer(name: String) throws {
    let text = try #require(DecodingStepsTests.texts[name])
    let needed = DecodingStepsTests.steps(text, portion: .max) { false }.steps
    for part in 1..<10 {
      let read = DecodingStepsTests.steps(text, portion: max(1, needed * part / 10)) { false }
      #expect(read.isStopped, "\(name) with \(part)/10 of its steps")
    }
  }

  @Test(
    "Between two questions whether to go on there is little work", arguments: texts.keys.sorted())
  func often(name: String) throws {
    let text = try #require(DecodingStepsTests.texts[name])
    let needed = DecodingStepsTests.steps(text, portion: .max) { false }.steps
    let asked = Atomic(0)
    let read = DecodingStepsTests.steps(text, portion: 500) {
      asked.add(1, ordering: .relaxed)
      return true
    }
    #expect(!read.isStopped)
    #expect(asked.load(ordering: .relaxed) >= needed / 500 - 1, "\(name)")
  }

  @Test(
    "The snapshot of a document is read as often as a posted one", arguments: texts.keys.sorted())
  func document(name: String) throws {
    let text = try #require(DecodingStepsTests.texts[name])
    let needed = DecodingStepsTests.steps(text, portion: .max) { false }.steps
    let body = Array("{\"snapshot\":".utf8) + text + [UInt8(ascii: "}")]
    var meter = WorkMeter.unlimited
    _ = try? DocumentBody.read(
      body.span.bytes, hasSlack: false, naming: .tests, meter: &meter)
    #expect(meter.units <= needed * 11 / 10 + 100, "\(name)")
    #expect(meter.units >= needed / 2, "\(name)")
  }
}
