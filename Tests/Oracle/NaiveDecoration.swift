/// A background, or the shelves of a section (docs/rules.md#backgrounds-and-shelves).
struct NaiveDecoration {
  let color: String?
  /// Those of the vertical layout.
  let insets: NaiveInsets
  /// Whether a background is behind the items alone.
  let isBehindItems: Bool
  /// The height of a shelf.
  let height: Double?

  /// Nil for null, and if there is nothing.
  init?(_ json: JSONValue?, horizontal: Bool) {
    guard let json, json != .null else { return nil }
    color = json["color"]?.string
    let given = NaiveInsets(json["insets"] ?? [:])
    insets = horizontal ? given.transposed : given
    isBehindItems = json["behind"]?.string == "items"
    height = json["height"]?.double
  }

  /// What it is behind, less the insets.
  func frame(behind frame: NaiveRect) -> NaiveRect {
    NaiveRect(
      x: frame.x + insets.left, y: frame.y + insets.top,
      width: max(0, frame.width - insets.left - insets.right),
      height: max(0, frame.height - insets.top - insets.bottom))
  }

  /// Its metric with all members, as the snapshot names the edges.
  static func written(_ json: JSONValue, as key: String) -> JSONValue {
    if json == .null { return json }
    var result: JSONValue = [
      "color": json["color"] ?? .null, "insets": NaiveInsets.written(json["insets"] ?? [:]),
    ]
    if key == "background" { result["behind"] = json["behind"] ?? "section" }
    if key == "shelf" { result["height"] = json["height"] }
    return result
  }
}

extension NaiveSectionParts {
  /// Adds the background, and a shelf behind each line.
  mutating func addBackgroundAndShelves() {
    if let background = metrics.background {
      let behind = background.isBehindItems ? between : frame
      var part = background.frame(behind: behind)
      part.y = min(part.y, behind.y + behind.height)
      add("background", 0, part, background.color, zIndex: -1000)
    }
    guard let shelf = metrics.shelf else { return }
    let end = frame.y + frame.height
    for (index, line) in lines.enumerated() {
      var lowest = line
      lowest.height = min(shelf.height ?? .infinity, line.height)
      lowest.y = line.y + (line.height - lowest.height)
      var part = shelf.frame(behind: lowest)
      if part.y < frame.y || part.y > end || part.y + part.height > end {
        let bottom = min(part.y + part.height, end)
        part.y = max(frame.y, min(part.y, end))
        part.height = max(0, bottom - part.y)
      }
      add("shelf", index, part, shelf.color, zIndex: -100)
    }
  }

  private mutating func add(
    _ kind: String, _ index: Int, _ frame: NaiveRect, _ color: String?, zIndex: Int
  ) {
    var element = NaiveElement(
      category: "decoration", kind: kind, section: number, index: index, frame: frame)
    element.zIndex = zIndex
    element.color = color
    elements.append(element)
  }
}
