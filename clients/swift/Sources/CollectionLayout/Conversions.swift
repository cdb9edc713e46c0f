internal import LayoutCore
internal import LayoutSources
internal import LayoutTypes
internal import LayoutWire

// Conversions between the types of this package and those of the core.

extension LayoutPoint {
  /// −0 becomes 0, as in the service's answers.
  init(_ point: LayoutCore.Point) { self.init(x: point.x + 0, y: point.y + 0) }
}

extension LayoutCore.Point {
  init(_ point: LayoutPoint) { self.init(x: Double(point.x), y: Double(point.y)) }

  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension LayoutSize {
  init(_ size: LayoutCore.Size) { self.init(width: size.width, height: size.height) }
}

extension LayoutRect {
  /// −0 becomes 0, as in the service's answers.
  init(_ rect: LayoutCore.Rect) {
    self.init(x: rect.x + 0, y: rect.y + 0, width: rect.width, height: rect.height)
  }
}

extension LayoutCore.Rect {
  init(_ rect: LayoutRect) {
    let (origin, size) = (rect.origin, rect.size)
    self.init(
      x: Double(origin.x), y: Double(origin.y), width: Double(size.width),
      height: Double(size.height))
  }

  /// Whether its numbers are finite and it has an area.
  var hasArea: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
  }
}

extension LayoutInsets {
  init(_ insets: LayoutCore.EdgeInsets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }

  var isFinite: Bool {
    top.isFinite && left.isFinite && bottom.isFinite && right.isFinite
  }
}

extension LayoutCore.EdgeInsets {
  init(_ insets: LayoutInsets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

extension LayoutElement {
  /// Creates an element from the attributes in a layout of a snapshot, and of what an effect makes of a cell.
  init(
    _ attributes: LayoutAttributes, of snapshot: LayoutCore.Snapshot, shown: ShownCell? = nil
  ) {
    let attributes = shown?.attributes ?? attributes
    let element = attributes.element
    let (kind, category) = (element.kind, element.kind.category)
    self.init(
      category: LayoutTypes.ElementCategory(rawValue: category.rawValue),
      kind: kind == .cell ? nil : ElementKind(rawValue: kind.name),
      section: kind.isOfSection ? element.section : nil,
      item: kind == .cell ? element.index : nil, index: kind == .cell ? nil : element.index,
      frame: LayoutRect(attributes.frame), zIndex: attributes.zIndex, pinned: attributes.isPinned,
      columnIndex: attributes.columnIndex)
    if category == .decoration {
      color = snapshot.decorationColor(of: element)?.text
      return
    }
    estimated = snapshot.isEstimated(element)
    let members = snapshot.members(of: element)
    distance = shown?.distance
    if let seen = shown?.members(over: members) ?? members {
      set(seen)
      transformedFrame = seen.transformedFrame(of: attributes.frame).map { LayoutRect($0) }
    }
    let inherited = snapshot.appearance(of: element)
    guard let appearance = members?.appearance(over: inherited) ?? inherited else { return }
    backgroundColor = appearance.backgroundColor?.text
    selectedBackgroundColor = appearance.selectedBackgroundColor?.text
    padding = appearance.padding.map { LayoutInsets($0) }
    data = data ?? appearance.members.text(of: "data", among: MemberRow.ofHeaders)
  }

  /// Sets the members of a cell's item, colours excepted.
  private mutating func set(_ members: GivenMembers) {
    alpha = members.number(MemberCode.alpha) ?? 1
    hidden = members.number(MemberCode.hidden) == 1
    data = members.text(of: "data", among: MemberRow.ofItems)
    guard case .matrix(let numbers) = members[MemberCode.transform] else { return }
    if MemberForm.matrix(count: 6).spells(numbers) {
      transform = MemberForm.placesOfPlane.map { numbers[$0] }
    } else {
      transform3D = numbers
    }
  }
}

extension GivenMembers {
  /// A text, given the name of its member; nil for its default.
  fileprivate func text(of name: String, among rows: [MemberRow]) -> String? {
    guard let row = rows.first(where: { $0.name == name }), case .text(let text) = self[row.code]
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}

extension AnsweredSource {
  init(_ source: ResolvedSource) {
    self.init(
      state: SourceState(source.state), load: source.load,
      nodes: source.nodes.map { id, node in
        Node(
          id: id, state: SourceState(node.state),
          first: node.sections.isEmpty ? nil : node.sections.lowerBound,
          sectionCount: node.sections.count, movable: node.isMovable ? true : nil,
          editable: node.isEditable ? true : nil)
      })
  }
}

extension SourceState {
  fileprivate init(_ state: LayoutSources.SourceState) {
    switch state {
    case .initial: self = .initial
    case .loading: self = .loading
    case .refreshing: self = .refreshing
    case .loaded: self = .loaded
    case .noContent: self = .noContent
    case .error: self = .error
    }
  }
}
