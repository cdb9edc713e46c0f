/// A rectangle in content coordinates, in points.
public struct NaiveRect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether a rectangle with area meets this one; edges that only touch do not count
  /// (docs/rules.md#overlap).
  public func contains(element: NaiveRect) -> Bool {
    element.width > 0 && element.height > 0
      && element.x < x + width && x < element.x + element.width
      && element.y < y + height && y < element.y + element.height
  }

  /// Whether a point is inside; the left and top edges belong to it (docs/rules.md#containment).
  public func contains(point: NaivePoint) -> Bool {
    x <= point.x && point.x < x + width && y <= point.y && point.y < y + height
  }
}

/// A point in content coordinates.
public struct NaivePoint: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// Distances from the four edges, in points.
public struct NaiveInsets: Equatable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  init(_ json: JSONValue) {
    self.init(
      top: json["top"]?.double ?? 0, left: json["left"]?.double ?? 0,
      bottom: json["bottom"]?.double ?? 0, right: json["right"]?.double ?? 0)
  }

  var transposed: NaiveInsets { NaiveInsets(top: left, left: top, bottom: right, right: bottom) }
}

/// What a layout says about one section.
public struct NaiveSection: Equatable, Sendable {
  public var frame: NaiveRect
  public var id: String?
  public var engine: String
  public var itemCount: Int
  /// How many of the items have an estimated size.
  public var estimatedCount: Int
  /// How many of its headers and footers have.
  public var estimatedHeaderCount: Int
  /// The mean size of the other items, where some are estimates and some are not: `width`, `height` or both.
  public var meanSize: JSONValue?
}

/// What a layout says about one element (docs/rules.md#element-object).
public struct NaiveElement: Equatable, Sendable {
  /// `cell`, `supplementary` or `decoration`.
  public var category: String
  /// The kind, such as `header` or `rowSeparator`; nil for cells.
  public var kind: String?
  /// The section's number; nil for global headers.
  public var section: Int?
  /// The item's number of a cell, else the element's index.
  public var index: Int

  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public var zIndex = 0
  /// The column of a cell in the engines `column` and `waterfall`, counted from the leading side.
  public var columnIndex: Int?
  /// Whether the element has `pin: true`.
  public var pins = false
  /// Whether the element has `waits: true`.
  public var waits = false
  /// Whether an element that pins or waits is more than 0.001 from rest; false in a list of elements at rest.
  public var pinned = false

  /// Whether answers tell `pinned`.
  public var tellsPinned: Bool { pins || waits }
  /// Whether where it stands depends on the bounds.
  public var isSpecial: Bool { tellsPinned || kind == "globalHeaderBackground" }

  /// Whether the extent is an estimate.
  public var isEstimated = false

  /// What the item of a cell says beside its size.
  var members = NaiveMember.standards

  public var color: String?
  public var backgroundColor: String?
  public var selectedBackgroundColor: String?
  public var padding: NaiveInsets?
  /// Of a header, a footer or a global header.
  public var data: String?

  /// The four coordinates as one value.
  public var frame: NaiveRect {
    get { NaiveRect(x: x, y: y, width: width, height: height) }
    set { (x, y, width, height) = (newValue.x, newValue.y, newValue.width, newValue.height) }
  }

  init(category: String, kind: String? = nil, section: Int?, index: Int, frame: NaiveRect) {
    self.category = category
    self.kind = kind
    self.section = section
    self.index = index
    (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
  }

  /// The element object (docs/rules.md#element-object).
  public var json: JSONValue {
    var result: JSONValue = ["category": .string(category)]
    result["kind"] = kind.map(JSONValue.string)
    result["section"] = section.map { .number(Double($0)) }
    result[category == "cell" ? "item" : "index"] = .number(Double(index))
    result["frame"] = [
      "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
    ]
    result["zIndex"] = zIndex == 0 ? nil : .number(Double(zIndex))
    result["columnIndex"] = columnIndex.map { .number(Double($0)) }
    result["pinned"] = tellsPinned ? .bool(pinned) : nil
    result["color"] = color.map(JSONValue.string)
    result["backgroundColor"] = backgroundColor.map(JSONValue.string)
    result["selectedBackgroundColor"] = selectedBackgroundColor.map(JSONValue.string)
    result["padding"] = padding.map {
      [
        "top": .number($0.top), "left": .number($0.left), "bottom": .number($0.bottom),
        "right": .number($0.right),
      ]
    }
    result["data"] = data.map(JSONValue.string)
    result["estimated"] = isEstimated ? true : nil
    for (member, value) in zip(NaiveMember.all, members)
    where member.name != "zIndex" && !member.name.hasSuffix("olor") {
      if let (key, value) = member.spelled(value) { result[key] = value }
    }
    return result
  }
}
