import Foundation

extension NaiveEngine {
  static let flow = NaiveEngine(
    name: "flow", metrics: spacings + ["itemSize", "lineAlignment", "itemAlignment", "shelf"],
    spacing: 10,
    readsAcross: true, readsAlong: true,
    fallback: { NaiveItem(width: $0.itemWidth, height: $0.itemHeight) },
    layOut: { $0.layOutFlow($1, $2, $3) },
    variants: ["uikit", "leading", "center", "trailing", "justify"].map {
      ["lineAlignment": $0]
    })
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#flow.
  mutating func layOutFlow(_ items: [NaiveItem], _ metrics: NaiveMetrics, _ room: NaiveRoom) {
    let flow = NaiveFlow(items: items, metrics: metrics, available: room.available)
    let lineHeights = flow.lines.map { line in line.map { flow.heights[$0] }.max()! }
    let tops =
      flow.sizesAreEqual
      ? nil
      : NaiveContentTree(items, metrics).sums.tops(
        lines: flow.lines, extents: lineHeights, spacing: metrics.lineSpacing)
    for (number, line) in flow.lines.enumerated() {
      let lineHeight = lineHeights[number]
      let lineTop =
        room.top + (tops?[number] ?? Double(number) * (lineHeight + metrics.lineSpacing))
      let (start, gap) = flow.placement(ofLine: number)
      var x = room.left + start
      for (position, item) in line.enumerated() {
        let (width, height) = (flow.widths[item], flow.heights[item])
        if flow.sizesAreEqual { x = room.left + start + Double(position) * (width + gap) }
        var y = lineTop
        if metrics.itemAlignment == "center" { y += (lineHeight - height) / 2 }
        if metrics.itemAlignment == "trailing" { y += lineHeight - height }
        cells.append(Cell(frame: NaiveRect(x: x, y: y, width: width, height: height)))
        x += width + gap
      }
      lines.append(room.line(lineTop, lineHeight))
      bottom = lineTop + lineHeight
    }
  }
}

/// The lines of a flow section and where their items stand along them.
public struct NaiveFlow {
  let widths: [Double]
  let heights: [Double]
  let available: Double
  let interitem: Double
  let alignment: String
  let widthsAreEqual: Bool
  let sizesAreEqual: Bool
  /// c of docs/rules.md#flow-lines, when all widths are equal.
  let itemsPerLine: Double
  /// The numbers of the items of each line.
  let lines: [Range<Int>]

  init(items: [NaiveItem], metrics: NaiveMetrics, available: Double) {
    widths = items.map { $0.width ?? metrics.itemWidth }
    heights = items.map { $0.height ?? metrics.itemHeight }
    self.available = available
    interitem = metrics.interitemSpacing
    alignment = metrics.lineAlignment
    widthsAreEqual = allEqual(widths)
    sizesAreEqual = widthsAreEqual && allEqual(heights)
    let pitch = widths[0] + interitem
    itemsPerLine =
      pitch == 0
      ? Double(items.count)
      : max(1, min(0x1p53, floor((available + interitem + 0.001) / pitch)))
    lines =
      widthsAreEqual
      ? Self.linesOf(Int(itemsPerLine), count: items.count)
      : Self.brokenLines(widths: widths, available: available, interitem: interitem)
  }

  /// Lines of equally many items.
  public static func linesOf(_ perLine: Int, count: Int) -> [Range<Int>] {
    // Not first + perLine, which may be beyond an Int.
    stride(from: 0, to: count, by: perLine).map { $0..<$0 + min(perLine, count - $0) }
  }

  /// Lines that are as full as items of these widths make them.
  public static func brokenLines(
    widths: [Double], available: Double, interitem: Double
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var used = 0.0
    for (item, width) in widths.enumerated() {
      let joined = (used + interitem) + width
      if !lines.isEmpty && joined <= available + 0.001 {
        lines[lines.count - 1] = lines[lines.count - 1].lowerBound..<item + 1
        used = joined
      } else {
        lines.append(item..<item + 1)
        used = width
      }
    }
    return lines
  }

  /// Where a line starts, from inset.left, and the gap between its items.
  func placement(ofLine number: Int) -> (start: Double, gap: Double) {
    let line = lines[number]
    let count = Double(line.count)
    let total = line.reduce(0) { $0 + widths[$1] }
    let length = total + (count - 1) * interitem
    let centred = max(0, (available - length) / 2)
    switch alignment {
    case "leading": return (0, interitem)
    case "center": return (centred, interitem)
    case "trailing": return (max(0, available - length), interitem)
    case "justify":
      return (0, line.count > 1 ? max(interitem, (available - total) / (count - 1)) : interitem)
    case "uikit": break
    default: preconditionFailure("no line alignment \(alignment)")
    }

    if widthsAreEqual {
      if itemsPerLine == 1 { return (centred, interitem) }
      let spread = (available - itemsPerLine * widths[0]) / (itemsPerLine - 1)
      return (0, max(interitem, spread))
    }
    if number < lines.count - 1 {
      return line.count > 1 ? (0, (available - total) / (count - 1)) : (centred, interitem)
    }
    if line.count > 1 { return (0, interitem) }
    let secondFits = (total + interitem) + total <= available + 0.001
    return (secondFits ? 0 : centred, interitem)
  }
}
