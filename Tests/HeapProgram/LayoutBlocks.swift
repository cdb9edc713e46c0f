import CHeapMeter
import Comparison
import LayoutCore
import LayoutWire
import Oracle

/// Counts the blocks that an engine takes from the allocator for items that differ in size and in members.
enum LayoutBlocks {
  /// Prints for each engine the blocks for items without members, and for the same items with members.
  static func measure(itemCount: Int) throws {
    let members = [Int](0..<itemCount).map { "\($0 % 700 + 2)" }.joined(separator: ",")
    for engine in Engine.allCases {
      let blocks = try ["", #","probe":[\#(members)]"#].map { given in
        let sizes = (0..<itemCount).map { "\($0 % 13 + 10)" }.joined(separator: ",")
        let items = #"{"widths":[\#(sizes)],"heights":[\#(sizes)]\#(given)}"#
        return try self.blocks(#"{"sections":[{"engine":"\#(engine)","items":\#(items)}]}"#)
      }
      print("blocks", blocks[0], blocks[1], engine)
    }
  }

  /// The blocks that are taken to lay a snapshot out and to find some of its elements.
  private static func blocks(_ text: String) throws -> Int {
    let snapshot = try SnapshotDecoder.snapshot(reading: Array(text.utf8))
    let before = heap_blocks_taken()
    let layout = try Layout.of(snapshot, containerWidth: 390)
    for screen in 0..<20 {
      _ = layout.elements(in: Rect(x: 0, y: Double(screen) * 500, width: 390, height: 800))
    }
    return Int(heap_blocks_taken() - before)
  }
}
