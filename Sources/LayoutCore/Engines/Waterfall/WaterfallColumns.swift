/// The columns of a waterfall while items are placed, without the type of their lengths, so that the callers are
/// compiled once.
struct WaterfallColumns {
  /// Places items whose heights have been read. O(items · log columns)
  let place:
    (
      _ count: Int, _ start: Int, _ spacing: Double, _ room: inout WaterfallRoom,
      _ reach: inout WaterfallReach
    ) -> Void
  /// The length of a column, in points.
  let length: (_ column: Int) -> Double

  init<Lengths: WaterfallLengths>(_ lengths: Lengths) {
    // Nil only while items are placed.
    var lengths: Lengths? = lengths
    length = { lengths![$0] }
    place = { count, start, spacing, room, reach in
      let own = lengths.take()!
      lengths = WaterfallColumns.place(
        room.heights, count, from: start, spacing: spacing, own, &room.coordinates, &room.numbers,
        &room.talls, &reach)
    }
  }

  /// Places items of these heights, and returns the lengths of the columns afterwards. O(items · log columns)
  ///
  /// Lengths are passed as values, so that the processor keeps those of a few columns in registers.
  private static func place<Lengths: WaterfallLengths>(
    _ heights: [Double], _ count: Int, from start: Int, spacing: Double,
    _ lengths: consuming Lengths, _ tops: inout [Double], _ columns: inout [Int32],
    _ talls: inout [Int32], _ reach: inout WaterfallReach
  ) -> Lengths {
    let heights = heights.span.extracting(first: count)
    var tops = tops.mutableSpan
    var columns = columns.mutableSpan
    var talls = talls.mutableSpan
    var (extent, leastHeight) = (reach.extent, reach.leastHeight)
    precondition(start >= 0 && start + count <= tops.count && start + count <= columns.count)
    for item in heights.indices {
      let height = heights[item]
      let (column, top) = lengths.take(height + spacing)
      extent = greater(top + height, extent)
      leastHeight = lesser(height, leastHeight)
      tops[start + item] = top
      columns[start + item] = Int32(truncatingIfNeeded: column)
      talls[column] += height > 0 ? 1 : 0
    }
    reach = WaterfallReach(extent: extent, leastHeight: leastHeight)
    return lengths
  }
}
