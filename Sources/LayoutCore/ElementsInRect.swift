/// The place of an element in the order of contract section 5, from which a list goes on.
public struct ElementPosition: Hashable, Sendable {
  public let section: Int
  public let kind: Element.Kind
  public let index: Int

  /// Before every element of a layout.
  public static let first = ElementPosition(section: -1, kind: .globalHeader, index: 0)

  /// The place of an element, whether there is one or not.
  public init(section: Int, kind: Element.Kind, index: Int) {
    self.section = section
    self.kind = kind
    self.index = index
  }
}

extension Layout {
  /// Calls `body` with every element that does not pin and overlaps the rectangle, in the order of contract section 5
  /// from `start` on, until it returns false. Returns false when `body` did.
  ///
  /// The rectangle is in content coordinates. O(log sections + log items + elements visited + the sections, columns and
  /// items of lines and rows that the rectangle crosses)
  @discardableResult
  public func visitElements(
    in rect: Rect, from start: ElementPosition = .first, _ body: (LayoutAttributes) -> Bool
  ) -> Bool {
    visitElements(in: axis.window(rect), from: start, body)
  }

  /// The same for a rectangle or a point given as windows.
  func visitElements(
    in window: Window, from start: ElementPosition, _ body: (LayoutAttributes) -> Bool
  ) -> Bool {
    if start.section < 0 {
      let isDone = visitStack(
        snapshot.globalHeaders, .globalHeader, section: -1, in: window, from: start.index, body
      ) { globalHeaderFrame($0) }
      guard isDone else { return false }
    }
    let numbers = snapshot.sectionsWithCachedElements
    let range = sections(numbers, in: window.along)
    let first = partitionPoint(range) { Int(numbers[$0]) >= start.section }
    for position in first..<range.upperBound {
      let number = Int(numbers[position])
      let begin =
        number == start.section
        ? start : ElementPosition(section: number, kind: .header, index: 0)
      let placed = placed(number)
      guard visitSection(placed, in: window.along(upTo: placed.maxY), from: begin, body) else {
        return false
      }
    }
    return true
  }

  /// One section's elements: a stage for each kind, in order.
  private func visitSection(
    _ placed: PlacedSection, in window: Window, from start: ElementPosition,
    _ body: (LayoutAttributes) -> Bool
  ) -> Bool {
    /// The index from which a kind goes on, or nil when all of it lies before the start.
    func begin(_ kind: Element.Kind) -> Int? {
      if kind == start.kind { return start.index }
      return kind.rawValue > start.kind.rawValue ? 0 : nil
    }
    if let first = begin(.header) {
      let isDone = visitStack(
        placed.section.headers, .header, section: placed.number, in: window, from: first, body
      ) { placed.headerFrame($0) }
      guard isDone else { return false }
    }
    if let first = begin(.cell) {
      guard visitCells(placed, in: window, from: first, body) else { return false }
    }
    if let first = begin(.footer) {
      let isDone = visitStack(
        placed.section.footers, .footer, section: placed.number, in: window, from: first, body
      ) { placed.footerFrame($0) }
      guard isDone else { return false }
    }
    if let separators = placed.separators {
      let number = placed.number
      if let first = begin(.rowSeparator) {
        let isDone = separators.visitRowSeparators(in: window, from: first) { index, frame in
          body(attributes(.rowSeparator, number, index, frame, zIndex: ZIndex.separator))
        }
        guard isDone else { return false }
      }
      if let first = begin(.columnSeparator) {
        let isDone = separators.visitColumnSeparators(in: window, from: first) { index, frame in
          body(attributes(.columnSeparator, number, index, frame, zIndex: ZIndex.separator))
        }
        guard isDone else { return false }
      }
    }
    if let first = begin(.sectionSeparator) {
      return visitSectionSeparators(placed, in: window, from: first, body)
    }
    return true
  }

  private func visitCells(
    _ placed: PlacedSection, in window: Window, from first: Int,
    _ body: (LayoutAttributes) -> Bool
  ) -> Bool {
    let number = placed.number
    guard first < placed.section.items.count else { return true }
    return placed.layout.arrangement.visitItems(
      in: window, of: placed.section, origin: placed.itemsOrigin, from: first
    ) { item, cell in
      body(
        attributes(
          .cell, number, item, cell.frame, zIndex: ZIndex.cell, columnIndex: cell.columnIndex))
    }
  }

  /// The elements of a stack that do not pin.
  private func visitStack(
    _ stack: SupplementaryStack, _ kind: Element.Kind, section: Int, in window: Window,
    from first: Int, _ body: (LayoutAttributes) -> Bool,
    frame: (SupplementaryStack.Entry) -> Rect
  ) -> Bool {
    let resting = stack.resting
    func entry(_ position: Int) -> SupplementaryStack.Entry {
      stack.entries[Int(resting[position])]
    }
    let candidates = window.along.candidates(count: resting.count) {
      if $0 < resting.count { return frame(entry($0)).y }
      return frame(entry($0 - 1)).y + entry($0 - 1).element.extent
    }
    let begin = partitionPoint(candidates) { entry($0).element.index >= first }
    for position in begin..<candidates.upperBound {
      let entry = entry(position)
      let rest = frame(entry)
      guard window.overlaps(rest) else { continue }
      guard
        body(
          attributes(
            kind, section, entry.element.index, rest, zIndex: ZIndex.of(kind, entry)))
      else { return false }
    }
    return true
  }

  private func visitSectionSeparators(
    _ placed: PlacedSection, in window: Window, from first: Int,
    _ body: (LayoutAttributes) -> Bool
  ) -> Bool {
    for position in snapshot.separators(ofSection: placed.number) {
      let separator = snapshot.sectionSeparators[position]
      let frame = placed.sectionSeparatorFrame(
        separator, style: snapshot.metrics(of: separator))
      guard separator.index >= first, window.overlaps(frame) else { continue }
      let attributes = attributes(
        .sectionSeparator, placed.number, Int(separator.index), frame, zIndex: ZIndex.separator)
      guard body(attributes) else { return false }
    }
    return true
  }
}
