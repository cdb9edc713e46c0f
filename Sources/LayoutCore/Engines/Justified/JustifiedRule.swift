/// Computes the height of a section's rows, and the positions of their items (docs/rules.md#justified).
struct JustifiedRule: LineCellRule {
  let left: Double
  let available: Double
  let spacing: Double
  let lineSpacing: Double
  /// t of docs/rules.md#justified, in points.
  let target: Double
  private let alignment: LineAlignment
  /// A little more than t. A row is sure to be too high if it is so beside this height.
  private let targetAbove: Double

  init(_ engine: JustifiedEngine, _ room: ItemRoom) {
    left = room.left
    available = room.width
    spacing = room.itemSpacing
    lineSpacing = room.lineSpacing
    target = engine.targetRowHeight
    targetAbove = target * (1 + 0x1p-40)
    alignment = engine.lineAlignment
  }

  /// The ratio of an item: width / height, or 1 if either is 0. Above 0 and finite.
  @inline(__always)
  static func ratio(_ width: Double, _ height: Double) -> Double {
    guard width > 0, height > 0 else { return 1 }
    return min(max(width / height, .leastNonzeroMagnitude), .greatestFiniteMagnitude)
  }

  static func ratio(of size: Size) -> Double { ratio(size.width, size.height) }

  /// The room for the pictures of a row, in points.
  @inline(__always)
  func room(_ count: Int) -> Double { available - Double(count - 1) * spacing }

  /// h of docs/rules.md#justified, in points: the height at which a row fills the width.
  @inline(__always)
  func fillingHeight(_ count: Int, _ ratios: Double) -> Double { room(count) / ratios }

  /// The height of a row that fills the width at a height, in points.
  @inline(__always)
  func rowHeight(_ filling: Double) -> Double { min(filling, 2 * target) }

  /// The height of a last row that is not full, in points.
  func lastHeight(_ count: Int, _ ratios: Double) -> Double {
    let filling = fillingHeight(count, ratios)
    return filling <= (alignment == .justify ? 2 : 1.25) * target ? filling : target
  }

  /// A row that may still get more items.
  struct OpenRow {
    var count = 0
    /// The sum of the ratios of its items.
    var ratios = 0.0
  }

  /// What becomes of a row when it gets another item.
  enum Joining {
    /// The row may get more items.
    case open
    /// The row ends with the item, and has this height.
    case last(Double)
    /// The row ends before the item, and has this height.
    case behind(Double)
  }

  /// Adds an item to a row. If the row ends before it, the row is not changed.
  @inline(__always)
  func join(_ row: inout OpenRow, _ ratio: Double) -> Joining {
    let (count, ratios) = (row.count + 1, row.ratios + ratio)
    let room = room(count)
    if room > targetAbove * ratios {
      (row.count, row.ratios) = (count, ratios)
      return .open
    }
    let height = room / ratios
    if height > target {
      (row.count, row.ratios) = (count, ratios)
      return .open
    }
    if count == 1 { return .last(height) }
    let before = fillingHeight(row.count, row.ratios)
    return before * height >= target * target ? .last(height) : .behind(rowHeight(before))
  }

  var uniform: UniformLine? { nil }

  @inline(__always)
  func readsWidths(ofLineOf extent: Double) -> Bool {
    // Other rows fill the width.
    (alignment == .center || alignment == .trailing) && (extent == target || extent == 2 * target)
  }

  @inline(__always)
  func length(_ width: Double, _ height: Double) -> Double {
    JustifiedRule.ratio(width, height)
  }

  func line(itemCount: Int, totalLength: Double, extent: Double, isLast: Bool) -> LineShape {
    LineShape(start: start(itemCount, ratios: totalLength, extent), gap: spacing)
  }

  func line(itemCount: Int, _ uniform: UniformLine) -> LineShape {
    LineShape(start: left, gap: spacing)
  }

  @inline(__always)
  func size(_ width: Double, _ height: Double, inLineOf extent: Double) -> Size {
    Size(width: JustifiedRule.ratio(width, height) * extent, height: extent)
  }

  @inline(__always)
  func offset(ofHeight height: Double, inLineOf extent: Double) -> Double { 0 }

  /// The start of a row, in points.
  private func start(_ count: Int, ratios: Double, _ extent: Double) -> Double {
    guard readsWidths(ofLineOf: extent) else { return left }
    let rest = max(0, room(count) - ratios * extent)
    return left + (alignment == .center ? rest / 2 : rest)
  }
}

extension JustifiedRule {
  /// Equal items, by arithmetic.
  static func grid(_ count: Int, ratio: Double, _ rule: JustifiedRule) -> any ItemArrangement {
    let (perRow, rows) = rule.rows(of: count, ratio: ratio)
    let full = perRow * rows
    let height = rule.rowHeight(rule.fillingHeight(perRow, Double(perRow) * ratio))
    let remainder = count - full
    let lastHeight = rule.lastHeight(remainder, Double(remainder) * ratio)
    func grid(_ count: Int, perRow: Int, height: Double) -> UniformGrid {
      let size = Size(width: ratio * height, height: height)
      let shape = UniformGrid.RowShape(
        start: rule.start(perRow, ratios: Double(perRow) * ratio, height),
        pitch: size.width + rule.spacing)
      return UniformGrid(
        itemCount: count, itemSize: size, columnCount: perRow, columnOrder: .none,
        rowPitch: height + rule.lineSpacing, fullRow: shape, lastRow: shape)
    }
    if rows == 0 { return grid(count, perRow: count, height: lastHeight) }
    let upper = grid(full, perRow: perRow, height: height)
    if remainder == 0 { return upper }
    return JustifiedGrid(upper, grid(remainder, perRow: remainder, height: lastHeight))
  }

  /// The number of items of each row of equal items but the last, which is the one without a K, and the number of these
  /// rows.
  private func rows(of count: Int, ratio: Double) -> (perRow: Int, rows: Int) {
    let fitting = max(1, ((available + spacing) / (ratio * target + spacing)).rounded(.up))
    guard fitting <= Double(count) else { return (count, 0) }
    let least = Int(fitting)
    var perRow = least
    if least > 1 {
      let before = fillingHeight(least - 1, Double(least - 1) * ratio)
      let height = fillingHeight(least, Double(least) * ratio)
      if !(before * height >= target * target) { perRow = least - 1 }
    }
    return (perRow, (count - least) / perRow + 1)
  }
}
