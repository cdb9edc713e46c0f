/// A grid of characters in which frames are drawn with box-drawing characters. Lines that meet are joined.
struct TextCanvas {
  /// The style of a line that meets no other line.
  enum LineStyle: UInt8 {
    case solid, dashed, dotted, double
  }

  /// The first and last places of a frame in the grid. They may be outside of it.
  struct Box {
    let left: Int
    let top: Int
    let right: Int
    let bottom: Int
  }

  private enum Direction: UInt8 {
    case up, down, left, right
  }

  private struct GridPlace {
    /// The weights of the lines that leave the place, two bits per direction: 0 none, 1 light, 2 heavy.
    var arms: UInt8 = 0
    var style = LineStyle.solid
    /// A letter shown instead of lines.
    var letter: Unicode.Scalar?

    func weight(_ direction: Direction) -> UInt8 { arms >> (2 * direction.rawValue) & 3 }

    mutating func set(_ direction: Direction, _ weight: UInt8) {
      let shift = 2 * direction.rawValue
      arms = arms & ~(3 << shift) | weight << shift
    }
  }

  let columnCount: Int
  let rowCount: Int
  private var places: [GridPlace]

  /// Creates an empty grid. O(places)
  init(columnCount: Int, rowCount: Int) {
    self.columnCount = columnCount
    self.rowCount = rowCount
    places = Array(repeating: GridPlace(), count: columnCount * rowCount)
  }

  /// Draws a frame over the present contents. A frame of one place in a direction is a line or a dot. O(places of the
  /// frame)
  mutating func draw(_ box: Box, isHeavy: Bool = false, style: LineStyle = .solid) {
    let weight: UInt8 = isHeavy ? 2 : 1
    for row in max(0, box.top)..<max(0, box.top, min(rowCount, box.bottom + 1)) {
      for column in max(0, box.left)..<max(0, box.left, min(columnCount, box.right + 1)) {
        draw(box, column, row, weight, style)
      }
    }
  }

  private mutating func draw(
    _ box: Box, _ column: Int, _ row: Int, _ weight: UInt8, _ style: LineStyle
  ) {
    let isInHorizontal = row == box.top || row == box.bottom
    let isInVertical = column == box.left || column == box.right
    var place = places[row * columnCount + column]
    place.letter = nil
    place.style = style
    // Lines that lead into the frame end at its border.
    if column > box.left { place.set(.left, isInHorizontal ? weight : 0) }
    if column < box.right { place.set(.right, isInHorizontal ? weight : 0) }
    if row > box.top { place.set(.up, isInVertical ? weight : 0) }
    if row < box.bottom { place.set(.down, isInVertical ? weight : 0) }
    if place.arms == 0, isInHorizontal, isInVertical { place.letter = "▪" }
    places[row * columnCount + column] = place
  }

  /// Writes a text to the right or downwards, beginning at a place. There must be room for it.
  mutating func write(_ text: String, column: Int, row: Int, isDownwards: Bool = false) {
    for (offset, letter) in text.unicodeScalars.enumerated() {
      let (column, row) = isDownwards ? (column, row + offset) : (column + offset, row)
      places[row * columnCount + column].letter = letter
    }
  }

  /// The characters of a row.
  func line(_ row: Int) -> String {
    var line = String.UnicodeScalarView()
    for column in 0..<columnCount {
      line.append(TextCanvas.character(places[row * columnCount + column]))
    }
    return String(line)
  }

  // MARK: Characters

  private static func character(_ place: GridPlace) -> Unicode.Scalar {
    if let letter = place.letter { return letter }
    switch (place.style, place.arms) {
    case (.dashed, horizontal): return "┄"
    case (.dashed, vertical): return "┆"
    case (.dotted, horizontal): return "┈"
    case (.dotted, vertical): return "┊"
    case (.double, horizontal): return "═"
    case (.double, vertical): return "║"
    default: break
    }
    // Ternary digits, the lowest one first.
    let alongside = Int(place.weight(.up)) + 3 * Int(place.weight(.down))
    return joints[alongside + 9 * Int(place.weight(.left)) + 27 * Int(place.weight(.right))]
  }

  private static let horizontal: UInt8 = 0b0101_0000
  private static let vertical: UInt8 = 0b0000_0101

  /// The characters for all weights of four lines that meet.
  private static let joints = Array(
    (" ╵╹╷│╿╻╽┃╴┘┚┐┤┦┒┧┨╸┙┛┑┥┩┓┪┫" + "╶└┖┌├┞┎┟┠─┴┸┬┼╀┰╁╂╾┵┹┭┽╃┱╅╉"
      + "╺┕┗┍┝┡┏┢┣╼┶┺┮┾╄┲╆╊━┷┻┯┿╇┳╈╋").unicodeScalars)
}
