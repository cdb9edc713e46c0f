extension Layout {
  /// The attributes of an element; nil if it does not exist (docs/rules.md#get-one-element).
  ///
  /// A special element is returned at its position for `bounds`, or at rest if `bounds` is nil. O(log items + the items
  /// of its line or row, or the columns of its waterfall)
  public func attributes(
    of element: Element, bounds: Rect?, inset: EdgeInsets
  ) -> LayoutAttributes? {
    guard element.kind == .globalHeaderBackground else {
      return attributes(ofNamed: element, bounds: bounds, inset: inset)
    }
    guard snapshot.hasGlobalHeaderBackground, element.index == 0 else { return nil }
    let frame = globalHeaderBackground(
      bounds: bounds ?? Rect(x: 0, y: 0, width: 0, height: 0),
      inset: bounds == nil ? .atRest : inset)
    return frame.height > 0 ? globalHeaderBackground(frame) : nil
  }

  /// The same for an element of lists; nil for a hidden cell.
  func shownAttributes(of element: Element, bounds: Rect?, inset: EdgeInsets) -> LayoutAttributes? {
    guard let attributes = attributes(of: element, bounds: bounds, inset: inset) else { return nil }
    return snapshot.hasMembers && cellAttributes(of: element).isHidden ? nil : attributes
  }

  /// What the item of an existing cell says about where and whether it is seen. O(log runs), O(1) if no item has members
  package func cellAttributes(of element: Element) -> CellAttributes {
    CellAttributes(snapshot.members(of: element))
  }

  /// The same for an element that has an address: any but the background of the global headers.
  package func attributes(
    ofNamed element: Element, bounds: Rect?, inset: EdgeInsets
  ) -> LayoutAttributes? {
    if element.kind == .globalHeader {
      guard let entry = snapshot.globalHeaders.entry(at: element.index) else { return nil }
      return supplementary(
        element, entry, rest: globalHeaderFrame(entry).y, bounds, inset
      ) { $0.globalHeaderY(entry) }
    }
    guard snapshot.sections.indices.contains(element.section) else { return nil }
    let placed = placed(element.section)
    switch element.kind {
    case .globalHeaderBackground, .globalHeader:
      return nil
    case .cell:
      return cell(element, placed)
    case .header:
      guard let entry = placed.section.headers.entry(at: element.index) else { return nil }
      return supplementary(element, entry, rest: placed.headerFrame(entry).y, bounds, inset) {
        $0.headerY(entry, in: placed)
      }
    case .placeholder:
      guard element.index == 0, placed.section.placeholder != nil else { return nil }
      return attributes(
        .placeholder, element.section, 0, placed.placeholderFrame, zIndex: ZIndex.placeholder)
    case .footer:
      guard let entry = placed.section.footers.entry(at: element.index) else { return nil }
      return supplementary(element, entry, rest: placed.footerFrame(entry).y, bounds, inset) {
        $0.footerY(entry, in: placed)
      }
    case .rowSeparator, .columnSeparator, .sectionSeparator:
      guard let frame = separatorFrame(element, placed) else { return nil }
      return attributes(
        element.kind, element.section, element.index, frame, zIndex: ZIndex.separator)
    case .background:
      guard let background = placed.section.metrics.extras?.background, element.index == 0 else {
        return nil
      }
      return attributes(
        .background, element.section, 0, placed.frame(of: background), zIndex: ZIndex.background)
    case .shelf:
      guard let shelves = placed.shelves, 0..<shelves.count ~= element.index else { return nil }
      return attributes(
        .shelf, element.section, element.index, shelves.frame(element.index), zIndex: ZIndex.shelf)
    }
  }

  private func cell(_ element: Element, _ placed: PlacedSection) -> LayoutAttributes? {
    guard element.index >= 0, element.index < placed.section.items.count else { return nil }
    let cell = placed.layout.arrangement.frame(
      ofItem: element.index, origin: placed.itemsOrigin)
    let items = placed.section.items
    let zIndex =
      items.memberTraits.contains(.haveZIndex)
      ? CellAttributes(items[element.index].members).zIndex : 0
    return attributes(
      .cell, element.section, element.index, cell.frame, zIndex: ZIndex.cell + zIndex,
      columnIndex: cell.columnIndex)
  }

  private func supplementary(
    _ element: Element, _ entry: SupplementaryStack.Entry, rest: Double, _ bounds: Rect?,
    _ inset: EdgeInsets, pinnedY: (Pinning) -> Double
  ) -> LayoutAttributes {
    guard entry.element.isSpecial else {
      let frame = Rect(x: 0, y: rest, width: containerWidth, height: entry.element.extent)
      return attributes(
        element.kind, element.section, element.index, frame,
        zIndex: snapshot.zIndex(element.kind, entry))
    }
    let y = bounds.map { pinnedY(Pinning(layout: self, bounds: $0, inset: inset)) } ?? rest
    return pinned(element.kind, element.section, entry, y: y, rest: rest)
  }

  private func separatorFrame(_ element: Element, _ placed: PlacedSection) -> Rect? {
    if element.kind == .sectionSeparator {
      guard let separator = snapshot.separator(element.section, element.index) else { return nil }
      return placed.sectionSeparatorFrame(separator, snapshot.metrics(of: separator))
    }
    guard let separators = placed.separators else { return nil }
    if element.kind == .rowSeparator {
      guard separators.hasRowSeparator(element.index) else { return nil }
      return separators.rowSeparatorFrame(element.index)
    }
    guard separators.hasColumnSeparator(element.index) else { return nil }
    return separators.columnSeparatorFrame(element.index)
  }
}

extension Snapshot {
  /// The section separator with an index; nil if there is none. O(log sections)
  fileprivate func separator(_ section: Int, _ index: Int) -> SectionSeparator? {
    separators(ofSection: section).map { sectionSeparators[$0] }.first { Int($0.index) == index }
  }

  /// Whether an item exists.
  public func hasItem(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < sections.count && path.item >= 0
      && path.item < sections[path.section].items.count
  }

  /// Whether an element is a global header that waits.
  public func waits(_ element: Element) -> Bool {
    guard element.kind == .globalHeader else { return false }
    return globalHeaders.entry(at: element.index)?.element.isWaiting ?? false
  }

  /// The appearance of a cell or a supplementary element of a layout of this snapshot.
  public func appearance(of element: Element) -> Appearance? {
    switch element.kind {
    case .cell:
      sections[element.section].metrics.cellAppearance
    case .globalHeader:
      globalHeaders.entry(at: element.index)?.element.appearance
    case .header:
      sections[element.section].headers.entry(at: element.index)?.element.appearance
    case .placeholder:
      sections[element.section].placeholder?.appearance
    case .footer:
      sections[element.section].footers.entry(at: element.index)?.element.appearance
    case .globalHeaderBackground, .rowSeparator, .columnSeparator, .sectionSeparator, .background,
      .shelf:
      nil
    }
  }

  /// Whether the size of a cell or a supplementary element of a layout of this snapshot is an estimate. O(log runs)
  public func isEstimated(_ element: Element) -> Bool {
    guard hasEstimates else { return false }
    switch element.kind {
    case .cell:
      return sections[element.section].items.isEstimated(element.index)
    case .globalHeader:
      return globalHeaders.entry(at: element.index)?.element.isEstimated ?? false
    case .header:
      return sections[element.section].headers.entry(at: element.index)?.element.isEstimated
        ?? false
    case .footer:
      return sections[element.section].footers.entry(at: element.index)?.element.isEstimated
        ?? false
    case .globalHeaderBackground, .placeholder, .rowSeparator, .columnSeparator, .sectionSeparator,
      .background, .shelf:
      return false
    }
  }

  /// The members of a cell's item beside its size, in a layout of this snapshot; nil if it has none. O(log runs), O(1)
  /// if no item of the snapshot has any
  public func members(of element: Element) -> GivenMembers? {
    guard hasMembers, element.kind == .cell else { return nil }
    return sections[element.section].items[element.index].members
  }

  /// The colour of a decoration of a layout of this snapshot; nil for other elements.
  public func decorationColor(of element: Element) -> Color? {
    switch element.kind {
    case .globalHeaderBackground:
      globalHeaderBackgroundColor
    case .rowSeparator, .columnSeparator:
      sections[element.section].metrics.cellSeparator?.color
    case .sectionSeparator:
      separator(element.section, element.index).flatMap {
        metrics(of: $0).sectionSeparator?.color
      }
    case .background:
      sections[element.section].metrics.extras?.background?.color
    case .shelf:
      sections[element.section].metrics.extras?.shelf?.color
    case .cell, .header, .placeholder, .footer, .globalHeader:
      nil
    }
  }
}
