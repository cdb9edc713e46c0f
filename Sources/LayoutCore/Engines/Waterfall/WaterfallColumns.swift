/// The columns of a waterfall while items are placed, without the type of their lengths, so that the callers are
/// compiled once.
struct WaterfallColumns {
  /// Places items of these heights at a place of a block, whose numbers it writes. O(items · log columns)
  let place:
    (
      _ heights: SpanArray<Double>, _ count: Int, _ start: Int, _ spacing: Double,
      _ form: WaterfallForm,
      _ numbers: inout SpanArray<UInt64>, _ extent: inout Double
    ) -> Void
  /// Writes the lengths of all columns to the start of a block's numbers. O(columns)
  let write: (_ numbers: inout SpanArray<UInt64>) -> Void

  init<Lengths: WaterfallLengths>(_ lengths: Lengths) {
    // Nil only while items are placed.
    var lengths: Lengths? = lengths
    write = {
      var numbers = $0.mutableSpan
      lengths!.write(to: &numbers, at: 0)
    }
    place = { heights, count, start, spacing, form, numbers, extent in
      let own = lengths.take()!
      lengths = WaterfallColumns.place(
        heights, count, from: start, spacing: spacing, form, own, &numbers, &extent)
    }
  }

  /// Places items of these heights, and returns the lengths of the columns afterwards. O(items · log columns)
  ///
  /// Lengths are passed as values, so that the processor keeps those of a few columns in registers.
  private static func place<Lengths: WaterfallLengths>(
    _ heights: SpanArray<Double>, _ count: Int, from start: Int, spacing: Double,
    _ form: WaterfallForm,
    _ lengths: consuming Lengths, _ numbers: inout SpanArray<UInt64>, _ extent: inout Double
  ) -> Lengths {
    let heights = heights.span.extracting(first: count)
    var numbers = numbers.mutableSpan
    var greatest = extent
    let bits = form.columnBits
    var item = 0
    while item < count {
      let offset = (start + item) & form.offsetMask
      let group = form.start(ofGroup: (start + item) &>> form.groupShift)
      if offset == 0 {
        lengths.write(to: &numbers, at: group)
        for word in form.columnWords(at: group) { numbers[word] = 0 }
      }
      var (word, shift) = form.column(offset, at: group)
      var columns = numbers[word]
      let target = form.height(offset, at: group) - item
      let end = min(count, item + (64 - shift) / bits)
      precondition(target >= 0 && target + end <= numbers.count)
      while item < end {
        let height = heights[item]
        let (column, top) = lengths.take(height + spacing)
        greatest = greater(top + height, greatest)
        columns |= UInt64(truncatingIfNeeded: column) &<< UInt64(shift)
        shift += bits
        numbers[target + item] = height.bitPattern
        item += 1
      }
      numbers[word] = columns
    }
    extent = greatest
    return lengths
  }
}
