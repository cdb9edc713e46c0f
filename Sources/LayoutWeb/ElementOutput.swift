import LayoutCore

/// The format of elements and changes for a page.
extension NumberOutput {
  /// Writes a list: the number of elements; the number of looks; the position of the first element that did not fit
  /// (its kind, −1 if all fit; its section and index); the elements; the looks; and, if items have any, their members.
  /// O(elements)
  ///
  /// An element is its kind, section, index, frame, zIndex, column (−1 for none), flags (1 if it pins, 2 if it is away
  /// from its resting place, 4 if its size is an estimate, 8 if it waits) and the position of its look (−1 for none).
  ///
  /// - Parameters:
  ///   - sized: The snapshot that has the estimates and the members of items, if it is another one.
  ///   - shown: The only element as an effect shows it, if it has one.
  func append(
    _ elements: [LayoutAttributes], next: Element?, of snapshot: Snapshot, sized: Snapshot? = nil,
    shown: ShownCell? = nil
  ) {
    let sized = sized ?? snapshot
    append(Double(elements.count))
    let lookCount = numbers.count
    append(0)
    append(next.map { Double($0.kind.rawValue) } ?? -1)
    append(Double(next?.section ?? 0))
    append(Double(next?.index ?? 0))
    var looks: [ElementLook] = []
    let grid = grid(of: snapshot)
    for attributes in elements {
      let element = attributes.element
      path(element)
      append(grid?.frame(of: attributes) ?? attributes.frame)
      append(Double(attributes.zIndex))
      append(Double(attributes.columnIndex ?? -1))
      var marks = 0
      if let isPinned = attributes.isPinned { marks |= isPinned ? 3 : 1 }
      if sized.isEstimated(element) { marks |= 4 }
      if attributes.isPinned != nil, snapshot.waits(element) { marks |= 8 }
      append(Double(marks))
      let members = sized.members(of: element)
      append(place(of: ElementLook(of: element, members, in: snapshot), in: &looks))
    }
    replace(at: lookCount, by: Double(looks.count))
    for look in looks { append(look) }
    members(of: elements, in: sized, shown)
  }

  /// Writes the number of numbers that follow, and for each value that differs from the default of its member the position
  /// of its element in the list, the position of its member in the table, and the value. O(elements), O(1) if no item
  /// has members
  private func members(
    of elements: [LayoutAttributes], in snapshot: Snapshot, _ shown: ShownCell?
  ) {
    let count = numbers.count
    append(0)
    guard snapshot.hasMembers || shown != nil else { return }
    for (place, attributes) in elements.enumerated() {
      let own = snapshot.members(of: attributes.element)
      guard let members = shown?.members(over: own) ?? own else { continue }
      for (member, row) in MemberRow.ofItems.enumerated() where row.isOfElements {
        guard let value = members.value(of: row) else { continue }
        append(Double(place))
        append(Double(member))
        append(value, row.form)
      }
      // After the last member, where a cell with a transform is seen.
      if let frame = members.transformedFrame(of: attributes.frame) {
        append(Double(place))
        append(Double(MemberRow.ofItems.count))
        append(frame)
      }
    }
    replace(at: count, by: Double(numbers.count - count - 1))
  }

  /// The look that is handed back with an element.
  private enum ElementLook {
    case appearance(Appearance)
    case color(Color)

    init?(of element: Element, _ members: GivenMembers?, in snapshot: Snapshot) {
      let appearance = snapshot.appearance(of: element)
      if let own = members?.appearance(over: appearance) {
        self = .appearance(own)
      } else if let appearance {
        self = .appearance(appearance)
      } else if let color = snapshot.decorationColor(of: element) {
        self = .color(color)
      } else {
        return nil
      }
    }

    func isSame(as other: ElementLook) -> Bool {
      switch (self, other) {
      case (.appearance(let one), .appearance(let other)): one == other
      case (.color(let one), .color(let other)): one == other
      default: false
      }
    }
  }

  /// The number of looks, the last ones, that a new look is compared with.
  private static let looksCompared = 8

  private func place(of look: ElementLook?, in looks: inout [ElementLook]) -> Double {
    guard let look else { return -1 }
    for place in looks.indices.reversed().prefix(NumberOutput.looksCompared)
    where looks[place].isSame(as: look) {
      return Double(place)
    }
    looks.append(look)
    return Double(looks.count - 1)
  }

  /// Writes a look: two colours; 1 and the padding, or 0 and four zeros; the colour of a decoration; then the members of
  /// headers.
  private func append(_ look: ElementLook) {
    var (appearance, color): (Appearance?, Color?) = (nil, nil)
    switch look {
    case .appearance(let value): appearance = value
    case .color(let value): color = value
    }
    append(appearance?.backgroundColor?.text)
    append(appearance?.selectedBackgroundColor?.text)
    append(appearance?.padding == nil ? 0 : 1)
    let padding = appearance?.padding ?? .zero
    for edge in [padding.top, padding.left, padding.bottom, padding.right] { append(edge) }
    append(color?.text)
    append(appearance?.members ?? GivenMembers(), of: MemberRow.ofHeaders)
  }

  /// Writes the value of each member, NaN for a default that is no text.
  func append(_ members: GivenMembers, of rows: [MemberRow]) {
    for row in rows {
      append(members.value(of: row), row.form)
    }
  }

  /// Writes the value of a member: a number, NaN for a default; the start and the length of a text; or the numbers of a
  /// matrix.
  func append(_ value: MetricValue?, _ form: MemberForm) {
    switch (value, form) {
    case (.text(let text), _): append(utf8: text[...])
    case (_, .text): append(utf8: nil)
    case (.number(let number), _): append(number)
    case (.matrix(let numbers), .matrix(count: 6)):
      for place in MemberForm.placesOfPlane { append(numbers[place]) }
    case (.matrix(let numbers), _): for number in numbers { append(number) }
    default: append(.nan)
    }
  }

  /// Writes the number of elements and the position of each.
  func append(_ elements: [Element]) {
    append(Double(elements.count))
    for element in elements { path(element) }
  }

  private func path(_ element: Element) {
    append(Double(element.kind.rawValue))
    append(Double(element.section))
    append(Double(element.index))
  }

  func append(_ frame: Rect) {
    append(frame.x)
    append(frame.y)
    append(frame.width)
    append(frame.height)
  }

  /// Writes 1 and the stretch in the old and the new layout, or 0 and four zeros.
  func append(_ stretch: ChangedStretch?) {
    append(stretch == nil ? 0 : 1)
    append(stretch?.before.start ?? 0)
    append(stretch?.before.end ?? 0)
    append(stretch?.after.start ?? 0)
    append(stretch?.after.end ?? 0)
  }

  /// Writes the bounds, how far they have moved, and the item that keeps its place on screen: 1 for its leading and 2
  /// for its trailing edge, 0 for no item; its section; its number.
  func append(_ anchored: AnchoredBounds) {
    append(anchored.bounds)
    append(anchored.scrollDelta.x)
    append(anchored.scrollDelta.y)
    append(anchored.anchor)
  }

  /// Writes bounds; 1 if there is an estimate before what is then visible, else 0; and the item that keeps its place.
  func append(_ target: TargetBounds, anchor: AnchoredBounds.Anchor?) {
    append(target.bounds)
    append(target.isEstimated ? 1 : 0)
    append(anchor)
  }

  private func append(_ anchor: AnchoredBounds.Anchor?) {
    append(anchor.map { $0.edge == .leading ? 1 : 2 } ?? 0)
    append(Double(anchor?.item.section ?? 0))
    append(Double(anchor?.item.item ?? 0))
  }

  /// Writes the old and the new element (kind −1 for none), both ends, the zIndex, and for each end the number of numbers
  /// of its transform, 0, 6 or 16, and these.
  func append(_ transition: Transition) {
    for element in [transition.from, transition.to] {
      if let element {
        path(element)
      } else {
        append(-1)
        append(0)
        append(0)
      }
    }
    for end in [transition.initial, transition.final] {
      append(end.frame)
      append(end.alpha)
      // −1 if it does not pin.
      append(end.isPinned.map { $0 ? 1 : 0 } ?? -1)
    }
    append(Double(transition.zIndex))
    for end in [transition.initial, transition.final] {
      let numbers = end.transform?.numbers ?? []
      append(Double(numbers.count))
      for number in numbers { append(number) }
    }
  }
}
