/// The lines of a flow section: twelve bytes each, and a little more for those of many items.
struct FlowLineTable {
  static let itemsPerCheckpoint = 256
  /// How many items are broken into lines between two checks of the room for lines.
  private static let itemsPerStretch = 1024

  /// How a line's items stand, and how high the line is.
  struct Shape {
    let line: FlowLine
    let extent: Double
  }

  /// The entry of a line with many items.
  struct LongLine {
    let line: Int32
    let shape: Shape
    /// Of the line's first x in `checkpoints`.
    let firstCheckpoint: Int32
  }

  let rule: FlowLineRule
  /// The one width of all items and c of docs/rules.md#flow-lines; nil where widths differ.
  let uniform: (width: Double, perLine: Int)?
  /// The first item of every line, and at the end the number of items.
  private(set) var firstItems: [Int32] = []
  /// From the top of the items to the top of every line, and at the end past the last one, in points.
  private(set) var tops: [Double] = []
  private(set) var longLines: [LongLine] = []
  /// For every line of many items of several widths, the x of every 256th item.
  private(set) var checkpoints: [Double] = []
  /// From the top of the items to the lowest bottom of an item, in points.
  private(set) var extent = 0.0

  /// Makes a table of the lines that `findLines` appends to a draft in order, asked for one stretch of items after the
  /// other. O(items)
  @inline(__always)
  init(
    of items: Items, rule: FlowLineRule, uniform: (width: Double, perLine: Int)?,
    findLines: (
      Range<Int>, inout Draft, inout OutputSpan<Int32>, inout OutputSpan<Double>
    ) -> Void
  ) {
    precondition(items.count <= Int32.max, "items have 32-bit numbers")
    self.rule = rule
    self.uniform = uniform
    var draft = Draft(lineSpacing: rule.lineSpacing)
    var (firstItems, tops): ([Int32], [Double]) = ([0], [])
    var start = 0
    while start < items.count {
      let stretch = start..<min(items.count, start + FlowLineTable.itemsPerStretch)
      // A stretch ends the open line, and begins one line for each item at most.
      let lineCountMax = stretch.count + 1
      tops.append(addingCapacity: lineCountMax) { tops in
        firstItems.append(addingCapacity: lineCountMax) { firstItems in
          findLines(stretch, &draft, &firstItems, &tops)
        }
      }
      if start == 0 {
        // The rest of the items probably makes as many lines for each item; more room is made when it is needed.
        let likely = Double(tops.count) / Double(stretch.count) * Double(items.count) * 1.03
        tops.reserveCapacity(Int(likely) + FlowLineTable.itemsPerStretch)
        firstItems.reserveCapacity(Int(likely) + FlowLineTable.itemsPerStretch)
      }
      start = stretch.upperBound
    }
    tops.append(draft.extent)
    self.firstItems = firstItems.trimmed()
    self.tops = tops.trimmed()
    extent = draft.extent
    for (line, extent) in draft.longLines { remember(line, extent: extent, items) }
  }

  private mutating func remember(_ number: Int, extent: Double, _ items: Items) {
    let range = Int(firstItems[number])..<Int(firstItems[number + 1])
    let line = line(range, items)
    longLines.append(
      LongLine(
        line: Int32(number), shape: Shape(line: line, extent: extent),
        firstCheckpoint: Int32(checkpoints.count)))
    guard uniform == nil else { return }
    var x = line.start
    for (offset, item) in range.enumerated() {
      if offset % FlowLineTable.itemsPerCheckpoint == 0 { checkpoints.append(x) }
      x += items.widths[item] + line.gap
    }
  }

  /// How the items of a line stand along it. O(items of the line)
  func line(_ range: Range<Int>, _ items: Items) -> FlowLine {
    if let uniform {
      return rule.line(
        itemCount: range.count, ofWidth: uniform.width, perLine: uniform.perLine)
    }
    return rule.line(
      itemCount: range.count, totalWidth: items.widths.sum(of: range),
      isLast: range.upperBound == items.count)
  }

  var byteCount: Int {
    HeapBytes.array(firstItems) + HeapBytes.array(tops) + HeapBytes.array(checkpoints)
      + HeapBytes.array(longLines)
  }

  /// The lines that have been found so far.
  struct Draft {
    private let lineSpacing: Double
    private var firstItem = 0
    private var lineCount = 0
    private var nextTop = 0.0
    private(set) var extent = 0.0
    /// The numbers of lines with many items, and how high they are.
    private(set) var longLines: [(line: Int, extent: Double)] = []

    init(lineSpacing: Double) { self.lineSpacing = lineSpacing }

    /// Appends a line by its end and its highest item.
    @inline(__always)
    mutating func append(
      itemsTo end: Int, highest: Double, _ firstItems: inout OutputSpan<Int32>,
      _ tops: inout OutputSpan<Double>
    ) {
      if end - firstItem > FlowLineTable.itemsPerCheckpoint {
        longLines.append((lineCount, highest))
      }
      tops.append(nextTop)
      extent = nextTop + highest
      nextTop += highest + lineSpacing
      firstItem = end
      lineCount += 1
      firstItems.append(Int32(truncatingIfNeeded: end))
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// A copy without much spare capacity. O(count) if there is much
  fileprivate func trimmed() -> [Element] {
    guard capacity > count + count / 8 else { return self }
    return [Element](capacity: count) { copy in for element in self { copy.append(element) } }
  }
}
