/// How an element goes from one layout to another one while the bounds move (docs/rules.md#transition).
public struct Transition: Sendable {
  /// An element at the beginning or at the end.
  public struct End: Sendable {
    /// In content coordinates of the layout on its side.
    public var frame: Rect
    /// How opaque it is, 0 to 1.
    public var alpha: Double
    /// Whether it is away from rest, where it pins; else nil.
    public var isPinned: Bool?

    init(_ attributes: LayoutAttributes) {
      frame = attributes.frame
      alpha = 1
      isPinned = attributes.isPinned
    }

    /// Moves the frame; bounds may be so far away that the sum would be no number.
    mutating func move(x: Double, y: Double) {
      let far = 0x1p1000
      frame.x = max(-far, min(far, frame.x + x))
      frame.y = max(-far, min(far, frame.y + y))
    }
  }

  /// The element in the layout before; nil where it is new.
  public let from: Element?
  /// The element in the layout after; nil where it is gone.
  public let to: Element?
  public let initial: End
  public let final: End
  public let zIndex: Int

  /// How many elements each of the layouts may take part with.
  public static let elementsMax = 10_000

  /// The frame and the opacity on the way, which goes from 0 to 1.
  public func state(at progress: Double) -> (frame: Rect, alpha: Double) {
    func between(_ first: Double, _ last: Double) -> Double {
      progress == 1 ? last : first + (last - first) * progress
    }
    let (first, last) = (initial.frame, final.frame)
    let frame = Rect(
      x: between(first.x, last.x), y: between(first.y, last.y),
      width: between(first.width, last.width), height: between(first.height, last.height))
    return (frame, between(initial.alpha, final.alpha))
  }
}

extension LayoutChange {
  /// How every element goes that overlaps the bounds of the layout before or those of the layout after, special ones
  /// included: those of the layout after in its order, then those that are gone in the order of the layout before.
  ///
  /// Throws `.visitor` when one of the layouts has more than `limit` of them in its bounds, and when the meter grants no
  /// more steps. O(n log n) for n elements, besides what finding them costs
  public func transitions(
    from oldBounds: Rect, to newBounds: Rect, inset: EdgeInsets,
    limit: Int = Transition.elementsMax, meter: inout StepMeter
  ) throws(WalkStop) -> [Transition] {
    let old = try before.elementsInSight(oldBounds, inset, limit, &meter)
    let new = try after.elementsInSight(newBounds, inset, limit, &meter)
    let ends = TransitionEnds(self, oldBounds, newBounds)
    try meter.take(old.count + new.count)
    var transitions: [Transition] = []
    var gone: [Transition] = []
    for attributes in new {
      let match = origin(of: attributes.element)
      if case .same(let origin) = match,
        let known = before.attributes(of: origin, bounds: oldBounds, inset: inset)
      {
        transitions.append(ends.staying(known, attributes))
      } else {
        transitions.append(ends.entering(attributes, match))
      }
    }
    let seen = inOrder(transitions, of: { $0.to! })
    for attributes in old {
      let match = fate(of: attributes.element)
      if case .same(let element) = match,
        let known = after.attributes(of: element, bounds: newBounds, inset: inset)
      {
        let place = partitionPoint(0..<seen.count) { !seen[$0].to!.isBefore(element) }
        if place == seen.count || seen[place].to! != element {
          transitions.append(ends.staying(attributes, known))
        }
      } else {
        gone.append(ends.leaving(attributes, match))
      }
    }
    return inOrder(transitions, of: { $0.to! }) + inOrder(gone, of: { $0.from! })
  }
}

/// Where elements begin and end that are in one of two layouts alone.
private struct TransitionEnds {
  private let change: LayoutChange
  private let oldBounds: Rect
  private let newBounds: Rect

  init(_ change: LayoutChange, _ oldBounds: Rect, _ newBounds: Rect) {
    self.change = change
    self.oldBounds = oldBounds
    self.newBounds = newBounds
  }

  func staying(_ old: LayoutAttributes, _ new: LayoutAttributes) -> Transition {
    Transition(
      from: old.element, to: new.element, initial: Transition.End(old),
      final: Transition.End(new), zIndex: new.zIndex)
  }

  func entering(_ new: LayoutAttributes, _ origin: ElementMatch) -> Transition {
    var initial = Transition.End(new)
    initial.move(x: oldBounds.x - newBounds.x, y: oldBounds.y - newBounds.y)
    show(&initial, origin, slideBy: -newBounds.width) {
      change.before.attributes(of: new.element, bounds: nil, inset: .zero)
    }
    return Transition(
      from: nil, to: new.element, initial: initial, final: Transition.End(new),
      zIndex: new.zIndex)
  }

  func leaving(_ old: LayoutAttributes, _ fate: ElementMatch) -> Transition {
    var final = Transition.End(old)
    final.move(x: newBounds.x - oldBounds.x, y: newBounds.y - oldBounds.y)
    if old.isPinned == true, old.element.kind != .footer { rest(&final, old) }
    show(&final, fate, slideBy: newBounds.width) {
      change.after.attributes(of: old.element, bounds: nil, inset: .zero)
    }
    return Transition(
      from: old.element, to: nil, initial: Transition.End(old), final: final,
      zIndex: old.zIndex)
  }

  /// Sets how opaque the end is where the element is not there, and where it slides to, `distance` for the left.
  private func show(
    _ end: inout Transition.End, _ match: ElementMatch, slideBy distance: Double,
    other: () -> LayoutAttributes?
  ) {
    switch match {
    case .slides(let slide): end.move(x: slide == .left ? distance : -distance, y: 0)
    case .replaced: end.alpha = other() == nil ? 0 : 1
    case .same, .missing: end.alpha = 0
    }
  }

  /// Keeps a pinned header that is gone from ending before its rest place.
  private func rest(_ end: inout Transition.End, _ header: LayoutAttributes) {
    let (old, new) = (change.before.axis, change.after.axis)
    guard let rest = change.before.attributes(of: header.element, bounds: nil, inset: .zero) else {
      return
    }
    let distance = max(0, old.start(of: rest.frame) - new.start(of: end.frame))
    end.frame = new.moved(end.frame, by: min(0x1p1001, distance))
  }
}

extension Layout {
  /// The elements that overlap the bounds, special ones included, these last.
  func elementsInSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> [LayoutAttributes] {
    var list = ElementList(limit: limit)
    try appendElements(in: bounds, meter: &meter, to: &list)
    try appendSpecialElements(bounds: bounds, inset: inset, meter: &meter, to: &list)
    return list.elements
  }
}

/// Transitions in the order of lists (docs/rules.md#order) of one of their elements.
private func inOrder(
  _ transitions: [Transition], of element: (Transition) -> Element
) -> [Transition] {
  transitions.inOrder { element($0).rank }.inOrder { element($0).section.rank }
}

extension Element {
  /// Its rank among those of its section.
  var rank: Rank { Rank(Int(kind.rawValue), index) }

  /// Whether it stands before another one in the order of lists.
  func isBefore(_ other: Element) -> Bool {
    (section, kind.rawValue, index) < (other.section, other.kind.rawValue, other.index)
  }
}
