import LayoutCore

/// Draws with characters for a terminal: at most 80 columns and 400 rows. A row is about as high as two columns are
/// wide.
struct TextDrawing {
  private static let columnsMax = 80
  private static let rowsMax = 400
  /// The number of columns of a picture with the names of sections beside it.
  private static let columnsBesideNames = 44
  /// The least number of rows of a picture with names above it. A long rectangle may be shown only in part for that.
  private static let rowsMin = 6

  private let drawing: Drawing
  /// The part of the rectangle that is drawn.
  private let shown: Rect
  /// The extents of a column and a row, in points.
  private let step: Size
  private var canvas: TextCanvas
  private var lines: [String] = []

  /// The drawing as lines of UTF-8. O(elements · log elements + sections)
  static func bytes(of drawing: Drawing) -> [UInt8] {
    var text = TextDrawing(drawing)
    text.elements()
    text.caption()
    if drawing.scrollDirection == .horizontal {
      text.namesAbove()
      text.rows(names: [])
    } else {
      text.rows(names: text.namesBeside())
    }
    text.notes()
    return Array(text.lines.joined().utf8)
  }

  private init(_ drawing: Drawing) {
    self.drawing = drawing
    let rect = drawing.rect
    let columns: Double
    var width: Double
    if drawing.scrollDirection == .horizontal {
      columns = Double(TextDrawing.columnsMax - 1)
      width = min(rect.width / columns, rect.height / Double(2 * TextDrawing.rowsMin))
    } else {
      columns = Double(TextDrawing.columnsBesideNames)
      width = rect.width / columns
    }
    width = max(width, .leastNormalMagnitude)
    step = Size(width: width, height: 2 * width)
    let shownWidth = min(rect.width, columns * width)
    let shownHeight = min(rect.height, Double(TextDrawing.rowsMax - 1) * step.height)
    let isFromRight =
      drawing.layoutDirection == .rtl && drawing.scrollDirection == .horizontal
    shown = Rect(
      x: isFromRight ? rect.maxX - shownWidth : rect.x, y: rect.y, width: shownWidth,
      height: shownHeight)
    canvas = TextCanvas(
      columnCount: TextDrawing.place(shownWidth, 0, width) + 1,
      rowCount: TextDrawing.place(shownHeight, 0, step.height) + 1)
  }

  // MARK: Places

  /// The place in the grid for a coordinate. Places far outside become places just outside.
  private static func place(_ coordinate: Double, _ origin: Double, _ step: Double) -> Int {
    let place = ((coordinate - origin) / step).rounded()
    return place.isNaN ? -1 : Int(max(-1, min(Double(rowsMax), place)))
  }

  private func column(_ x: Double) -> Int { TextDrawing.place(x, shown.x, step.width) }
  private func row(_ y: Double) -> Int { TextDrawing.place(y, shown.y, step.height) }

  private func box(_ frame: Rect) -> TextCanvas.Box {
    TextCanvas.Box(
      left: column(frame.x), top: row(frame.y), right: column(frame.maxX),
      bottom: row(frame.maxY))
  }

  /// The places of a separator or a shelf: a single line if it is thin, however its edges are rounded. It is the line at which the separator
  /// starts and the cells above it end.
  private func line(_ frame: Rect) -> TextCanvas.Box {
    let box = box(frame)
    let isMirrored = drawing.layoutDirection == .rtl
    let (isNarrow, isLow) = (frame.width < step.width, frame.height < step.height)
    return TextCanvas.Box(
      left: isNarrow && isMirrored ? box.right : box.left, top: box.top,
      right: isNarrow && !isMirrored ? box.left : box.right, bottom: isLow ? box.top : box.bottom)
  }

  // MARK: The picture

  private mutating func elements() {
    for attributes in drawing.layers {
      let box = box(drawing.cells[attributes.element]?.frame ?? attributes.frame)
      switch attributes.element.kind {
      case .cell:
        canvas.draw(box)
        write([String(attributes.element.index)], in: box, isCentred: true)
      case .globalHeaderBackground, .background: canvas.draw(box)
      case .shelf: canvas.draw(line(attributes.frame))
      case .globalHeader, .header, .placeholder, .footer:
        canvas.draw(box, isHeavy: attributes.isPinned != nil)
        write(attributes.labelParts, in: box, isCentred: false)
      case .rowSeparator: canvas.draw(line(attributes.frame), style: .dashed)
      case .columnSeparator: canvas.draw(line(attributes.frame), style: .dotted)
      case .sectionSeparator: canvas.draw(line(attributes.frame), style: .double)
      }
    }
  }

  /// Writes the parts that fit into a frame, or into its upper edge if there is no row between the edges.
  private mutating func write(_ parts: [String], in box: TextCanvas.Box, isCentred: Bool) {
    let (left, right) = (max(0, box.left + 1), min(canvas.columnCount, box.right) - 1)
    var (top, bottom) = (max(0, box.top + 1), min(canvas.rowCount, box.bottom) - 1)
    if bottom < top, box.bottom > box.top, box.top >= 0 { (top, bottom) = (box.top, box.top) }
    guard top <= bottom, left <= right else { return }
    let (width, height) = (right - left + 1, bottom - top + 1)
    let padding = isCentred ? 0 : 1
    func fitting(_ room: Int) -> String? {
      DrawnText.joined(parts) { $0.unicodeScalars.count <= room }
    }
    if let text = fitting(width - 2 * padding) {
      let free = isCentred ? (width - text.unicodeScalars.count) / 2 : padding
      canvas.write(text, column: left + free, row: top + (height - 1) / 2)
    } else if !isCentred, let text = fitting(height) {
      canvas.write(text, column: left + (width - 1) / 2, row: top, isDownwards: true)
    }
  }

  // MARK: Around the picture

  private mutating func caption() {
    let (rect, size) = (drawing.rect, drawing.contentSize)
    let parts = [
      "x \(pointsText(rect.x)), y \(pointsText(rect.y))",
      "\(pointsText(rect.width)) × \(pointsText(rect.height))",
      "of \(pointsText(size.width)) × \(pointsText(size.height)) points",
    ]
    if let caption = DrawnText.joined(parts, fits: { $0.count <= TextDrawing.columnsMax }) {
      append(caption)
    }
  }

  /// The rows of the picture. Each may have a name beside it, and a bar if it is visible.
  private mutating func rows(names: [String?]) {
    let isHorizontal = drawing.scrollDirection == .horizontal
    let visible = isHorizontal ? nil : drawing.bounds.map { row($0.y)...row($0.maxY) }
    for row in 0..<canvas.rowCount {
      var line = visible.map { $0.contains(row) ? "▌" : " " } ?? ""
      line += canvas.line(row)
      if row < names.count, let name = names[row] { line += " \(name)" }
      append(line)
    }
  }

  /// The names of the sections, each at the row at which its section starts, or at a later one that is free.
  private func namesBeside() -> [String?] {
    var names: [String?] = Array(repeating: nil, count: canvas.rowCount)
    var free = 0
    let taken = canvas.columnCount + (drawing.bounds == nil ? 1 : 2)
    for section in drawing.sections {
      let row = max(free, row(max(section.frame.y, shown.y)))
      guard row < names.count else { break }
      names[row] = DrawnText.joined(section.labelParts) {
        DrawnText.columns($0) <= TextDrawing.columnsMax - taken
      }
      free = row + 1
    }
    return names
  }

  /// Writes a line with the names of the sections above the columns at which they start, and a line with a bar above
  /// the visible part.
  private mutating func namesAbove() {
    var line = ""
    let sections = drawing.sections.sorted { $0.frame.x < $1.frame.x }
    for section in sections {
      let start = max(0, column(section.frame.x))
      let end = min(canvas.columnCount, column(section.frame.maxX))
      let taken = DrawnText.columns(line)
      guard start >= taken, start < end else { continue }
      let label = DrawnText.joined(section.labelParts) { DrawnText.columns($0) < end - start }
      guard let label else { continue }
      line += String(repeating: " ", count: start - taken) + "╷" + label
    }
    append(line)
    guard let bounds = drawing.bounds else { return }
    let visible = column(bounds.x)...column(bounds.maxX)
    append(String((0..<canvas.columnCount).map { visible.contains($0) ? "▄" : " " }))
  }

  private mutating func notes() {
    if drawing.isCut { append(Drawing.cutNote.joined(separator: ": ")) }
    if shown.height < drawing.rect.height {
      append("cut: the rectangle goes on to y \(pointsText(drawing.rect.maxY))")
    }
    if shown.width < drawing.rect.width {
      let end = shown.x > drawing.rect.x ? drawing.rect.x : drawing.rect.maxX
      append("cut: the rectangle goes on to x \(pointsText(end))")
    }
  }

  /// Adds a line without trailing blanks.
  private mutating func append(_ line: String) {
    var scalars = line.unicodeScalars[...]
    while scalars.last == " " { scalars.removeLast() }
    lines.append(String(scalars) + "\n")
  }
}
