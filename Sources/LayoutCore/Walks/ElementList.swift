/// A list of elements in order, up to a limit.
public struct ElementList: Sendable {
  public fileprivate(set) var elements: [LayoutAttributes] = []
  /// The greatest number of elements.
  public let limit: Int
  /// The first element that did not fit.
  public fileprivate(set) var next: Element?

  /// Creates an empty list with memory for up to `capacity` elements.
  public init(limit: Int, capacity: Int = 0) {
    self.limit = limit
    if capacity > 0 { elements.reserveCapacity(min(limit, capacity)) }
  }

  /// Empties the list without releasing its memory.
  public mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    next = nil
  }
}

/// Receives the elements that a walk finds. Appends them to a list or passes them to a visitor.
///
/// A walk may find thousands of cells, so cells are written directly into the list's memory.
public struct ElementSink {
  private var list = ElementList(limit: 0)
  private let visitor: ((LayoutAttributes) -> Bool)?
  let axis: Axis
  /// The section whose cells are visited.
  var section = 0
  /// Whether only the last of neighbouring equal items at one place is needed.
  private(set) var takesTopmost = false

  private init(_ axis: Axis, visitor: ((LayoutAttributes) -> Bool)?) {
    self.axis = axis
    self.visitor = visitor
  }

  /// Appends the elements of a walk to a list. Throws `.visitor` if an element does not fit.
  static func append(
    to list: inout ElementList, _ axis: Axis,
    _ walk: (inout ElementSink) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    var sink = ElementSink(axis, visitor: nil)
    swap(&sink.list, &list)
    defer { swap(&sink.list, &list) }
    try walk(&sink)
  }

  /// Passes the elements of a walk to a visitor. Throws `.visitor` if it returns false.
  ///
  /// - Parameter takesTopmost: Whether of neighbouring equal items at one place only the last has to be passed.
  static func visit(
    _ axis: Axis, takesTopmost: Bool = false, _ visitor: (LayoutAttributes) -> Bool,
    _ walk: (inout ElementSink) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    try withoutActuallyEscaping(visitor) { (visitor) throws(WalkInterrupted) in
      var sink = ElementSink(axis, visitor: visitor)
      sink.takesTopmost = takesTopmost
      try walk(&sink)
    }
  }

  /// Receives an element.
  @inline(__always)
  mutating func take(_ attributes: @autoclosure () -> LayoutAttributes) throws(WalkInterrupted) {
    if let visitor {
      guard visitor(attributes()) else { throw .visitor }
    } else if list.elements.count < list.limit {
      list.elements.append(attributes())
    } else {
      list.next = attributes().element
      throw .visitor
    }
  }

  /// Receives a cell of the current section.
  @inline(__always)
  mutating func takeCell(_ item: Int, _ cell: CellFrame) throws(WalkInterrupted) {
    let (section, axis) = (section, axis)
    try take(ElementSink.attributes(item, cell, section, axis))
  }

  /// Receives cells of the current section. Calls `cell` for each item in order; items for which it returns nil are
  /// skipped. Items that fit into the list are appended together.
  @inline(__always)
  mutating func takeCells(
    _ items: Range<Int>, _ cell: (Int) -> CellFrame?
  ) throws(WalkInterrupted) {
    let (section, axis) = (section, axis)
    let room = visitor == nil ? list.limit - list.elements.count : 0
    let fitting = items.prefix(room)
    if !fitting.isEmpty {
      list.elements.append(addingCapacity: fitting.count) { elements in
        for item in fitting {
          guard let cell = cell(item) else { continue }
          elements.append(ElementSink.attributes(item, cell, section, axis))
        }
      }
    }
    for item in items.dropFirst(fitting.count) {
      if let cell = cell(item) { try takeCell(item, cell) }
    }
  }

  /// Receives up to `count` cells that `body` appends together.
  @inline(__always)
  mutating func takeCells(
    upTo count: Int, _ body: (inout OutputSpan<LayoutAttributes>) -> Void
  ) throws(WalkInterrupted) {
    let before = list.elements.count
    list.elements.append(addingCapacity: count, initializingWith: body)
    if visitor != nil || list.elements.count > list.limit { try settle(from: before) }
  }

  /// Removes elements from `before` on that the list may not have, or passes them to the visitor.
  @inline(never)
  private mutating func settle(from before: Int) throws(WalkInterrupted) {
    let taken = Array(list.elements[before...])
    list.elements.removeLast(taken.count)
    for attributes in taken { try take(attributes) }
  }

  /// A cell of a section, in content coordinates.
  @inline(__always)
  static func attributes(
    _ item: Int, _ cell: CellFrame, _ section: Int, _ axis: Axis
  ) -> LayoutAttributes {
    LayoutAttributes(
      element: Element(kind: .cell, section: section, index: item),
      frame: axis.answered(cell.frame), zIndex: ZIndex.cell, columnIndex: cell.columnIndex)
  }
}
