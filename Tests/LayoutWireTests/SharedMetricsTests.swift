import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("The text of a snapshot with what its sections have in common given once")
struct SharedMetricsTests {
  /// The text; nil where it is longer than so many bytes.
  private func written(_ snapshot: Snapshot, bytesMax: Int = 100_000_000) -> String? {
    var encoder = SnapshotEncoder(
      snapshot, bytesMax: bytesMax, explicitItemsMax: 1_000_000, form: .shared)
    var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
    do { try encoder.write(to: &writer, meter: &meter) } catch { return nil }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Metrics that sections inherit are not given again in each")
  func inherited() throws {
    let styles = (0..<900).map { $0 % 2 == 0 ? #""fullWidth""# : #""fiftyFifty""# }
    let sections = Array(repeating: #"{"items":7}"#, count: 10_000).joined(separator: ",")
    for metrics in [
      #""engine":"mosaic","metrics":{"segments":[\#(styles.joined(separator: ","))]}"#,
      #""metrics":{"itemSize":{"width":30,"height":40},"backgroundColor":"a rather long colour","padding":{"top":3}}"#,
      #""engine":"column","metrics":{"rowHeight":50,"numberOfColumns":3,"separatorColor":"red","separatorInsets":{"left":4},"minimumLineSpacing":3}"#,
    ] {
      let posted = "{\(metrics),\"sections\":[\(sections)]}"
      let text = try #require(written(try decoded(posted)))
      #expect(text.utf8.count <= posted.utf8.count * 11 / 10 + 500, "\(text.prefix(500))")
      #expect(summary(try decoded(text)) == summary(try decoded(posted)))
    }
  }

  @Test("Sections with metrics of their own say what differs, also that there is no colour")
  func differences() throws {
    for sections in [
      #"{"items":1},{"items":1},{"metrics":{"backgroundColor":null,"padding":{}},"items":{"count":2,"width":1,"height":2}}"#,
      #"{"engine":"column","items":1},{"engine":"column","items":3},{"items":2},{"engine":"waterfall","items":{"count":2,"§":3}},{"engine":"mosaic","items":3}"#,
      #"{"metrics":{"minimumLineSpacing":0,"itemSize":{"width":7}},"items":[{"height":2},{"height":3}]},{"items":2},{"items":{"count":3,"width":9,"height":9,"estimated":true}}"#,
      #"{},{"id":"a"},{"id":"","headers":[{"hidden":true},{"§":3}]}"#,
    ] {
      for direction in ["vertical", "horizontal"] {
        for metrics in [
          "{}",
          #"{"backgroundColor":"red","minimumLineSpacing":10,"sectionInset":{"left":1}}"#,
          #"{"padding":{"left":2},"numberOfColumns":2,"sectionSeparatorColor":"blue","separatorThickness":2}"#,
        ] {
          let posted =
            "{\"scrollDirection\":\"\(direction)\",\"metrics\":\(metrics),\"sections\":[\(sections)]}"
            .replacing("§", with: direction == "horizontal" ? "width" : "height")
          let snapshot = try decoded(posted)
          let text = try #require(written(snapshot))
          #expect(summary(try decoded(text)) == summary(snapshot), "\(posted)\n\(text)")
        }
      }
    }
  }

  @Test("It is exactly as long as it may be")
  func limit() throws {
    let snapshot = try decoded(#"{"sections":[{"items":3},{"engine":"mosaic","items":2}]}"#)
    let text = try #require(written(snapshot))
    #expect(written(snapshot, bytesMax: text.utf8.count) == text)
    #expect(written(snapshot, bytesMax: text.utf8.count - 1) == nil)
  }
}
