import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Items in the text of a snapshot")
struct SnapshotEncoderTests {
  /// The text of the one section of a snapshot.
  private func section(
    _ section: String, scrolls direction: String = "vertical", itemsMax: Int = 1000
  ) throws -> String {
    let snapshot = try decoded(
      "{\"scrollDirection\":\"\(direction)\",\"sections\":[\(section)]}")
    var encoder = SnapshotEncoder(snapshot, bytesMax: 10_000, explicitItemsMax: itemsMax)
    var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
    try encoder.write(section: 0, to: &writer, meter: &meter)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Equal items are a count, with what the engine reads")
  func equal() throws {
    #expect(
      try section(#"{"engine":"column","items":[{"height":7},{"count":8,"height":7}]}"#)
        == #"{"engine":"column","items":{"count":9,"height":7}}"#)
    #expect(
      try section(#"{"items":{"count":3,"estimated":true}}"#)
        == #"{"engine":"flow","items":{"count":3,"width":50,"height":50,"estimated":true}}"#)
    #expect(
      try section(#"{"engine":"waterfall","items":{"count":3,"height":2}}"#)
        == #"{"engine":"waterfall","items":{"count":3,"height":2}}"#)
    #expect(
      try section(#"{"engine":"mosaic","items":3}"#) == #"{"engine":"mosaic","items":{"count":3}}"#)
    #expect(
      try section(#"{"engine":"waterfall"}"#) == #"{"engine":"waterfall","items":{"count":0}}"#)
  }

  @Test("Long runs are a list of runs, single items columns")
  func shorter() throws {
    let runs =
      #"{"engine":"column","items":[{"count":900,"height":50},{"height":72},{"count":9,"height":50,"estimated":true}]}"#
    #expect(try section(runs) == runs)
    let columns =
      #"{"engine":"column","items":{"heights":[50,50,72,80.5],"estimated":[false,true,false,false]}}"#
    #expect(try section(columns) == columns)
    let estimates = #"{"engine":"column","items":{"heights":[50,72],"estimated":true}}"#
    #expect(try section(estimates) == estimates)
    let placed =
      #"{"engine":"waterfall","items":{"widths":[3,2],"heights":[2,3]}}"#
    #expect(try section(placed) == placed)
  }

  @Test("Items of a waterfall with and without widths are a list, since columns lack nothing")
  func lacking() throws {
    let mixed = #"{"engine":"waterfall","items":[{"width":3,"height":2},{"height":5}]}"#
    #expect(try section(mixed) == mixed)
    let none = #"{"engine":"waterfall","items":{"heights":[2,5,9]}}"#
    #expect(try section(none) == none)
  }

  @Test("An extent that all items of a flow have is one of the metrics where the others are listed")
  func itemSize() throws {
    let heights = Array(repeating: "20", count: 30).joined(separator: ",")
    let widths = (1...30).map { "\($0)" }.joined(separator: ",")
    #expect(
      try section("{\"items\":{\"widths\":[\(widths)],\"heights\":[\(heights)]}}")
        == "{\"engine\":\"flow\",\"metrics\":{\"itemSize\":{\"width\":50,\"height\":20}},\"items\":{\"widths\":[\(widths)]}}"
    )
    #expect(
      try section("{\"items\":{\"widths\":[\(widths)]}}", scrolls: "horizontal")
        == "{\"engine\":\"flow\",\"items\":{\"widths\":[\(widths)]}}")
  }

  @Test("Columns do not list more items than may be listed")
  func explicitItems() throws {
    let runs = #"{"engine":"column","items":[{"count":2,"height":5},{"count":2,"height":6}]}"#
    let columns = #"{"engine":"column","items":{"heights":[5,5,6,6]}}"#
    #expect(try section(runs, itemsMax: 4) == columns)
    #expect(try section(runs, itemsMax: 3) == runs)
  }
}
