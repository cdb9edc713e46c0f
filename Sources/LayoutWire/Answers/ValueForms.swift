public import JSONText
public import LayoutCore

extension JSONRoom {
  /// The most bytes of a rectangle or a size.
  public static let rectBytesMax = 4 * numberBytesMax + 40

  /// Writes `{"x","y","width","height"}`.
  public mutating func rect(_ rect: Rect) {
    literal("{\"x\":")
    number(rect.x)
    literal(",\"y\":")
    number(rect.y)
    literal(",\"width\":")
    number(rect.width)
    literal(",\"height\":")
    number(rect.height)
    literal("}")
  }

  /// Writes `{"width","height"}`.
  public mutating func size(_ size: Size) {
    literal("{\"width\":")
    number(size.width)
    literal(",\"height\":")
    number(size.height)
    literal("}")
  }
}

extension JSONWriter {
  /// Writes `{"x","y","width","height"}`.
  public mutating func rect(_ rect: Rect) {
    write(atMost: JSONRoom.rectBytesMax) { $0.rect(rect) }
  }

  /// Writes `{"width","height"}`.
  public mutating func size(_ size: Size) {
    write(atMost: JSONRoom.rectBytesMax) { $0.size(size) }
  }

  /// Writes `{"top","left","bottom","right"}`.
  public mutating func edges(_ edges: EdgeInsets) {
    literal("{\"top\":")
    number(edges.top)
    literal(",\"left\":")
    number(edges.left)
    literal(",\"bottom\":")
    number(edges.bottom)
    literal(",\"right\":")
    number(edges.right)
    literal("}")
  }

  /// Writes the members of a section that are handed back, each after a comma. O(members)
  public mutating func members(ofSection section: Section) {
    members(section.members.given, of: MemberRow.ofSections)
  }

  /// Writes the value of a member that is no text.
  mutating func value(_ value: Double, _ form: MemberForm) {
    switch form {
    case .flag: literal(value == 1 ? "true" : "false")
    case .wholeOrAll where value == 0: string(MemberForm.all)
    case .place: number(value - 1)
    default: number(value)
    }
  }

  /// Writes an array; a function writes each element.
  @inline(__always)
  mutating func array<Value>(_ values: [Value], _ write: (Value, inout JSONWriter) -> Void) {
    mark("[")
    var isFirst = true
    for value in values {
      if !isFirst { mark(",") }
      isFirst = false
      write(value, &self)
    }
    mark("]")
  }

  /// Writes the section and the number of an item.
  public mutating func path(_ path: ItemPath) {
    literal("{")
    members(of: path)
    literal("}")
  }

  /// Writes the same without braces.
  mutating func members(of path: ItemPath) {
    literal("\"section\":")
    integer(path.section)
    literal(",\"item\":")
    integer(path.item)
  }
}
