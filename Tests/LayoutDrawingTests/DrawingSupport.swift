import Comparison
import LayoutCore
import LayoutDrawing
import Oracle

extension Layout {
  /// A drawing as the service makes it.
  func drawing(
    rect: Rect, bounds: Rect? = nil, inset: EdgeInsets = .zero, limit: Int = 10_000
  ) -> Drawing {
    var meter = WorkMeter.unlimited
    let elements = elements(in: rect)
    let special = special(
      bounds: bounds ?? rect, inset: bounds == nil ? .atRest : inset, in: rect)
    var (effects, sections) = ([ShownCell](), [Drawing.DrawnSection]())
    if let bounds {
      effects = (try? shownCells(bounds: bounds, inset: inset, limit: .max, meter: &meter)) ?? []
    }
    try? visitSections(in: rect, meter: &meter) {
      sections.append(Drawing.DrawnSection($0, of: self))
      return true
    }
    return Drawing(
      self, rect: rect, bounds: bounds, elements: Array(elements.prefix(limit)),
      special: special, effects: effects, sections: sections, isCut: elements.count > limit)
  }
}

/// Rectangles that are hard to draw: the ends of what a number can be.
let extremeRects: [Rect] = [
  Rect(x: 0, y: 0, width: .leastNonzeroMagnitude, height: .leastNonzeroMagnitude),
  Rect(x: 1e-300, y: -1e-300, width: 1e-300, height: 1),
  Rect(x: -1e300, y: -1e300, width: 1e300, height: 1e300),
  Rect(x: -8e307, y: -8e307, width: 1.7e308, height: 1.7e308),
  Rect(
    x: -.greatestFiniteMagnitude, y: -.greatestFiniteMagnitude, width: .greatestFiniteMagnitude,
    height: .greatestFiniteMagnitude),
  Rect(x: .greatestFiniteMagnitude, y: 0, width: 1e-9, height: 1e-9),
  Rect(x: 0, y: 0, width: 1e-9, height: 1e300), Rect(x: 0, y: 0, width: 1e300, height: 1e-9),
  Rect(x: 9e15, y: 9e15, width: 1, height: 1), Rect(x: -40, y: -50, width: 1e6, height: 3e4),
]

/// Every engine and every kind of element, with an id that contains markup.
let drawnSnapshot: JSONValue = [
  "globalHeaders": [["height": 40, "pin": true], ["height": 12]],
  "globalHeaderBackgroundColor": "\"/><script>",
  "metrics": [
    "separatorColor": "url(https://a.example/)", "sectionSeparatorColor": "</style>",
    "backgroundColor": "red;}</style><script>", "showsSectionSeparatorWhenLastSection": true,
    "background": ["color": "</style>", "insets": ["left": 4]], "shelf": ["height": 3],
  ],
  "sections": [
    [
      "id": .string(hostile), "engine": "column",
      "metrics": ["numberOfColumns": 2], "headers": [["height": 30, "pin": true]], "items": 9,
      "footers": [["height": 20, "pin": true], ["height": 8]],
    ],
    ["placeholder": ["height": 30]],
    ["id": "photos", "engine": "mosaic", "items": 7],
    ["engine": "flow", "items": 11, "headers": [["height": 25]]],
    [
      "id": "", "engine": "waterfall", "headers": [["height": 25, "pin": true]],
      "items": [["height": 70], ["height": 20], ["height": 55]],
    ],
  ],
]

/// Characters that end text, start markup, steer a terminal or turn what follows, fewer than are shown.
let hostile = "</a>&lt;]]>\"'\u{0}\u{1B}[2J\u{85}\u{202E}\u{FFFF}\r\n😀é"
