import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Whole pixels")
struct PixelGridTests {
  static let scales = [0.1, 1, 1.5, 2, 2.625, 3, 16]

  /// A start and an end along one axis, as laid out and in numbers of pixels.
  private struct Stretch {
    let start: Double
    let end: Double
    let first: Double
    let last: Double

    init(_ start: Double, _ extent: Double, _ roundedStart: Double, _ rounded: Double, _ s: Double)
    {
      (self.start, end) = (start, start + extent)
      first = (roundedStart * s).rounded()
      last = ((roundedStart + rounded) * s).rounded()
    }

    /// Whether two places are one but for the last digits of sums.
    static func meet(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) <= 1e-10 * max(1, abs(one))
    }
  }

  /// An element, or a section, with its two stretches.
  private struct Placed {
    let name: String
    let x: Stretch
    let y: Stretch

    init(_ name: String, _ frame: Rect, _ rounded: Rect, _ scale: Double) {
      self.name = name
      x = Stretch(frame.x, frame.width, rounded.x, rounded.width, scale)
      y = Stretch(frame.y, frame.height, rounded.y, rounded.height, scale)
    }
  }

  private static let everywhere = Rect(x: -1e6, y: -1e6, width: 1e7, height: 1e7)

  private static func isSeparator(_ element: Element) -> Bool {
    [.rowSeparator, .columnSeparator, .sectionSeparator].contains(element.kind)
  }

  /// Sums of great numbers differ by more than a millionth of a pixel.
  private static func isNear(_ frame: Rect) -> Bool {
    max(abs(frame.x) + frame.width, abs(frame.y) + frame.height) < 1e6
  }

  @Test(
    "Edges that meet still meet, nothing overlaps that did not, and edges move by half a pixel",
    arguments: seeds(short: 0..<12, all: 0..<60))
  func edges(batch: Int) throws {
    for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let layout = try Layout.of(
        generator.snapshot(containerWidth: width), containerWidth: width)
      let elements = layout.elements(in: Self.everywhere).filter {
        !Self.isSeparator($0.element) && Self.isNear($0.frame)
      }.prefix(120)
      let sections = layout.snapshot.sections.indices.prefix(30).filter {
        Self.isNear(layout.frame(ofSection: $0))
      }
      for scale in Self.scales {
        let grid = PixelGrid(scale: scale, of: layout.snapshot)
        let placed =
          elements.map { Placed("\($0.element)", $0.frame, grid.frame(of: $0), scale) }
          + sections.map { number in
            let frame = layout.frame(ofSection: number)
            return Placed("section \(number)", frame, grid.rounded(frame), scale)
          }
        for axis in [\Placed.x, \Placed.y] {
          for one in placed {
            let stretch = one[keyPath: axis]
            for (place, pixel) in [(stretch.start, stretch.first), (stretch.end, stretch.last)] {
              #expect(abs(place * scale - pixel) <= 0.500002, "seed \(seed) \(scale) \(one.name)")
            }
            for other in placed {
              let next = other[keyPath: axis]
              if Stretch.meet(stretch.end, next.start) {
                #expect(
                  stretch.last == next.first, "seed \(seed) \(scale) \(one.name), \(other.name)")
              } else if stretch.end < next.start {
                #expect(
                  stretch.last <= next.first, "seed \(seed) \(scale) \(one.name), \(other.name)")
              }
            }
          }
        }
      }
    }
  }

  /// Columns, rows and sections with separators, of every order and direction.
  private static func separated(
    _ direction: String, _ layoutDirection: String, _ order: String, thickness: Double,
    spacing: Double
  ) -> JSONValue {
    let isHorizontal = direction == "horizontal"
    let extent = isHorizontal ? "width" : "height"
    let section: JSONValue = [
      "headers": [[extent: 10.3]], "items": ["count": 8, extent: 13.37],
    ]
    return [
      "scrollDirection": .string(direction), "layoutDirection": .string(layoutDirection),
      "engine": "column",
      "metrics": [
        "numberOfColumns": 3, "cellOrder": .string(order), "separatorColor": "gray",
        "sectionSeparatorColor": "red", "showsSectionSeparatorWhenLastSection": true,
        "separatorThickness": .number(thickness), "minimumInteritemSpacing": .number(spacing),
      ],
      "sections": [section, section],
    ]
  }

  @Test(
    "Separators are whole pixels thick, at least one, and stay at their edges",
    arguments: ["vertical", "horizontal"], ["ltr", "rtl"])
  func separators(direction: String, layoutDirection: String) throws {
    var counts: [Element.Kind: Int] = [:]
    for order in ["leftToRight", "rightToLeft"] {
      for (thickness, spacing) in [(0.5, 0.0), (0.1, 0.7), (1.5, 0.0), (2, 3.3)] {
        let json = Self.separated(
          direction, layoutDirection, order, thickness: thickness, spacing: spacing)
        let layout = try Layout.of(json, containerWidth: 100.3)
        let all = layout.elements(in: Self.everywhere)
        for scale in Self.scales {
          let grid = PixelGrid(scale: scale, of: layout.snapshot)
          let pixels = max(1, (thickness * scale + 0.001).rounded(.down))
          for separator in all where Self.isSeparator(separator.element) {
            counts[separator.element.kind, default: 0] += 1
            let element = separator.element
            let comment: Comment = "\(order) \(thickness) \(scale) \(element)"
            let isAcross = element.kind == .columnSeparator
            let isInX = isAcross == (direction == "vertical")
            let axis = isInX ? \Placed.x : \Placed.y
            let own = Placed("", separator.frame, grid.frame(of: separator), scale)[keyPath: axis]
            #expect(own.last - own.first == pixels, comment)
            // What it stands at, found by frames alone.
            let beside =
              element.kind == .sectionSeparator
              ? [layout.frame(ofSection: element.section)]
              : all.filter {
                $0.element.kind == .cell && $0.element.section == element.section
                  && (!isAcross || $0.element.index == element.index)
              }.map(\.frame)
            var isBeside = false
            for frame in beside {
              let next = Placed("", frame, grid.rounded(frame), scale)[keyPath: axis]
              // A column separator is outside of its cell, any other one inside.
              let (before, after) =
                isAcross ? (next.end, next.start) : (next.start, next.end)
              let (first, last) = isAcross ? (next.last, next.first) : (next.first, next.last)
              if Stretch.meet(own.start, before) {
                isBeside = true
                #expect(own.first == first, comment)
              } else if Stretch.meet(own.end, after) {
                isBeside = true
                #expect(own.last == last, comment)
              }
            }
            #expect(isBeside, comment)
          }
        }
      }
    }
    #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 50 })
  }

  @Test("Sums that differ in the last digit are rounded to one edge")
  func halves() throws {
    // The end of the sixth of 12 columns is 50.49999999999999, and the next begins at 50.5.
    let layout = try Layout.of(
      [
        "engine": "column", "metrics": ["numberOfColumns": 12, "rowHeight": 10],
        "sections": [["items": 12]],
      ], containerWidth: 101)
    let cells = layout.elements(in: Self.everywhere)
    #expect(cells[5].frame.x + cells[5].frame.width < cells[6].frame.x)
    let grid = PixelGrid(scale: 1, of: layout.snapshot)
    let (left, right) = (grid.frame(of: cells[5]), grid.frame(of: cells[6]))
    #expect(left.x + left.width == 51 && right.x == 51)
  }

  @Test("A separator in an empty row stays without thickness")
  func emptyRow() throws {
    let layout = try Layout.of(
      [
        "engine": "column", "metrics": ["numberOfColumns": 1, "separatorColor": "gray"],
        "sections": [["items": ["heights": [5.4, 0, 7]]]],
      ], containerWidth: 100)
    let grid = PixelGrid(scale: 1, of: layout.snapshot)
    let frames = try (1...2).map { index in
      let element = Element(kind: .rowSeparator, section: 0, index: index)
      return grid.frame(
        of: try #require(layout.attributes(of: element, bounds: nil, inset: .zero)))
    }
    #expect(frames[0] == Rect(x: 0, y: 5, width: 100, height: 0))
    #expect(frames[1] == Rect(x: 0, y: 5, width: 100, height: 1))
  }
}
