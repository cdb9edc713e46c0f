/// How an element moves from one layout to another while the bounds move (docs/rules.md#transition).
public struct Transition: Sendable {
  /// The state of an element at the beginning or at the end.
  public struct End: Sendable {
    /// In content coordinates of the old layout at the beginning, of the new one at the end.
    public var frame: Rect
    /// Opacity, 0 to 1.
    public var alpha: Double
    /// Whether a pinning element is away from its rest position; nil if the element does not pin.
    public var isPinned: Bool?
    /// About the centre of the frame; nil for the identity.
    public var transform: Transform? {
      get { matrix?.transform }
      set { matrix = newValue.map { Matrix($0) } }
    }
    /// Whether there is a transform.
    public var isTransformed: Bool { matrix != nil }
    private var matrix: Matrix?

    /// A transform in an object: few elements have one, and its 16 numbers would be copied with each end.
    private final class Matrix: Sendable {
      let transform: Transform

      init(_ transform: Transform) { self.transform = transform }
    }

    init(_ attributes: LayoutAttributes, in layout: Layout) {
      frame = attributes.frame
      alpha = 1
      isPinned = attributes.isPinned
      guard layout.snapshot.hasMembers else { return }
      let own = layout.cellAttributes(of: attributes.element)
      (alpha, transform) = (own.alpha, own.transform)
    }

    /// Moves the frame. The distance is limited, because extreme bounds could give an infinite sum.
    mutating func move(x: Double, y: Double) {
      let far = 0x1p1000
      frame.x = max(-far, min(far, frame.x + x))
      frame.y = max(-far, min(far, frame.y + y))
    }

    /// Scales the element about the centre of its frame, after its own transform.
    mutating func scale(by scale: Double) {
      if scale == 1 { return }
      let scaling = Transform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
      transform = transform.map { $0 * scaling } ?? scaling
    }
  }

  /// The element in the old layout; nil if it is new.
  public let from: Element?
  /// The element in the new layout; nil if it is gone.
  public let to: Element?
  public let initial: End
  public let final: End
  public let zIndex: Int
  /// Whether it is a cell of flow that goes to another line of the same layout: it is better faded than moved.
  public var crossfades = false

  /// The greatest number of elements that each layout may contribute.
  public static let elementsMax = 10_000

  /// The frame, the opacity and the transform at a progress of 0 to 1. The numbers of matrices are interpolated one by
  /// one.
  public func state(at progress: Double) -> (frame: Rect, alpha: Double, transform: Transform?) {
    func between(_ first: Double, _ last: Double) -> Double {
      progress == 1 ? last : first + (last - first) * progress
    }
    let (first, last) = (initial.frame, final.frame)
    let frame = Rect(
      x: between(first.x, last.x), y: between(first.y, last.y),
      width: between(first.width, last.width), height: between(first.height, last.height))
    var transform: Transform?
    if initial.transform != nil || final.transform != nil {
      let (first, last) = (initial.transform ?? .identity, final.transform ?? .identity)
      transform = Transform { between(first[$0], last[$0]) }
      if transform == .identity { transform = nil }
    }
    return (frame, between(initial.alpha, final.alpha), transform)
  }
}

extension LayoutChange {
  /// The transitions of all elements, special ones included, that overlap the old or the new bounds: first those of the
  /// new layout in its order, then those that are gone, in the order of the old layout.
  ///
  /// - Parameters:
  ///   - appearScale: The scale of elements that are new at the beginning, and of those that are gone at the end.
  ///   - comparesLines: Whether both layouts are of one snapshot, so that lines have the same items where widths are
  ///     equal; then `crossfades` is set.
  ///
  /// Throws `.visitor` if a layout has more than `limit` elements in its bounds, and `.budgetExceeded` if the meter runs
  /// out of steps. O(n log n) for n elements, besides the cost of finding them and their frames
  public func transitions(
    from oldBounds: Rect, to newBounds: Rect, inset: EdgeInsets, appearScale: Double = 1,
    comparesLines: Bool = false, limit: Int = Transition.elementsMax, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [Transition] {
    let old = try before.elementsInSight(oldBounds, inset, limit, &meter)
    let new = try after.elementsInSight(newBounds, inset, limit, &meter)
    let ends = TransitionEnds(
      change: self, oldBounds: oldBounds, newBounds: newBounds, appearScale: appearScale,
      comparesLines: comparesLines)
    var transitions: [Transition] = []
    transitions.reserveCapacity(new.count)
    var gone: [Transition] = []
    for attributes in new {
      let match = origin(of: attributes.element)
      try meter.take(before.stepsPerFrame(ofMatch: match, for: attributes.element))
      if let origin = match.element,
        let known = before.shownAttributes(of: origin, bounds: oldBounds, inset: inset)
      {
        transitions.append(ends.staying(known, attributes))
      } else {
        transitions.append(ends.entering(attributes, match))
      }
    }
    transitions = inOrder(transitions, of: { $0.to! })
    let seen = transitions.count
    for attributes in old {
      let match = fate(of: attributes.element)
      try meter.take(after.stepsPerFrame(ofMatch: match, for: attributes.element))
      if let element = match.element,
        let known = after.shownAttributes(of: element, bounds: newBounds, inset: inset)
      {
        let place = partitionPoint(0..<seen) { !transitions[$0].to!.isBefore(element) }
        if place == seen || transitions[place].to! != element {
          transitions.append(ends.staying(attributes, known))
        }
      } else {
        gone.append(ends.leaving(attributes, match))
      }
    }
    if transitions.count > seen { transitions = inOrder(transitions, of: { $0.to! }) }
    transitions.append(contentsOf: inOrder(gone, of: { $0.from! }))
    return transitions
  }
}

/// Computes the beginning and the end of elements that are in one of the layouts only.
private struct TransitionEnds {
  let change: LayoutChange
  let oldBounds: Rect
  let newBounds: Rect
  let appearScale: Double
  let comparesLines: Bool

  func staying(_ old: LayoutAttributes, _ new: LayoutAttributes) -> Transition {
    let crossfades =
      comparesLines
      && change.before.flowLine(of: old.element) != change.after.flowLine(of: new.element)
    return Transition(
      from: old.element, to: new.element, initial: Transition.End(old, in: change.before),
      final: Transition.End(new, in: change.after), zIndex: new.zIndex, crossfades: crossfades)
  }

  func entering(_ new: LayoutAttributes, _ origin: ElementMatch) -> Transition {
    let final = Transition.End(new, in: change.after)
    var initial = final
    initial.move(x: oldBounds.x - newBounds.x, y: oldBounds.y - newBounds.y)
    show(&initial, origin, slideBy: -newBounds.width) {
      change.before.shownAttributes(of: new.element, bounds: nil, inset: .zero)
    }
    initial.scale(by: appearScale)
    return Transition(
      from: nil, to: new.element, initial: initial, final: final, zIndex: new.zIndex)
  }

  func leaving(_ old: LayoutAttributes, _ fate: ElementMatch) -> Transition {
    let initial = Transition.End(old, in: change.before)
    var final = initial
    final.move(x: newBounds.x - oldBounds.x, y: newBounds.y - oldBounds.y)
    if old.isPinned == true, old.element.kind != .footer { rest(&final, old) }
    show(&final, fate, slideBy: newBounds.width) {
      change.after.shownAttributes(of: old.element, bounds: nil, inset: .zero)
    }
    final.scale(by: appearScale)
    return Transition(
      from: old.element, to: nil, initial: initial, final: final, zIndex: old.zIndex)
  }

  /// Sets the opacity of an element's end in the layout that lacks it, and moves that end if its section slides.
  ///
  /// - Parameter distance: Horizontal distance for a slide to or from the left, in points.
  private func show(
    _ end: inout Transition.End, _ match: ElementMatch, slideBy distance: Double,
    other: () -> LayoutAttributes?
  ) {
    switch match {
    case .slides(let slide): end.move(x: slide == .left ? distance : -distance, y: 0)
    case .replaced: if other() == nil { end.alpha = 0 }
    case .same, .missing: end.alpha = 0
    }
  }

  /// Moves a pinned header that is gone so that it does not end before its rest position.
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
  /// The cost of the frame that a transition of an element of the other layout reads here, in steps. O(log items)
  fileprivate func stepsPerFrame(ofMatch match: ElementMatch, for element: Element) -> Int {
    switch match {
    case .same(let counterpart): stepsPerFrame(of: counterpart)
    case .replaced: stepsPerFrame(of: element)
    case .slides, .missing: 1
    }
  }

  /// The line of a cell of flow, which alone aligns items in their lines; nil for any other element. O(log lines)
  public func flowLine(of element: Element) -> Int? {
    guard element.kind == .cell,
      EngineRules.of(snapshot.sections[element.section].metrics.engine.name).reads(.itemAlignment)
    else { return nil }
    return placed(element.section).layout.arrangement.rows?.row(ofItem: element.index)
  }

  /// The elements that overlap the bounds, the special ones last.
  func elementsInSight(
    _ bounds: Rect, _ inset: EdgeInsets, _ limit: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [LayoutAttributes] {
    var list = ElementList(limit: limit)
    try appendElements(in: bounds, meter: &meter, to: &list)
    try appendSpecialElements(bounds: bounds, inset: inset, meter: &meter, to: &list)
    return list.elements
  }
}

/// Sorts transitions by one of their elements, in the order of lists (docs/rules.md#order).
private func inOrder(
  _ transitions: [Transition], of element: (Transition) -> Element
) -> [Transition] {
  transitions.inOrder { element($0).rank }.inOrder { element($0).section.rank }
}

extension Element {
  /// Its rank among the elements of its section.
  var rank: Rank { Rank(kind.place, index) }

  /// Whether it comes before another element in the order of lists.
  package func isBefore(_ other: Element) -> Bool {
    (section, kind.place, index) < (other.section, other.kind.place, other.index)
  }
}
