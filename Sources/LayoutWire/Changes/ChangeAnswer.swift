public import JSONText
public import LayoutCore

/// The part of the answer to a change that describes the change, beside the layout object (docs/rules.md#changes).
public struct ChangeAnswer {
  /// The id of the old layout.
  public var parent: String
  /// What differs at the requested width.
  public var changed: Changed = .notAsked
  /// The bounds after the change; nil if none were given.
  public var anchored: AnchoredBounds?
  /// The transitions of the visible elements; nil if they were not requested.
  public var transitions: [Transition]?
  /// The pixels to whose edges the frames of transitions are rounded; nil to write them as they are laid out.
  public var grids: TransitionGrids?

  /// A stretch that differs, if it was requested.
  public enum Changed {
    case notAsked
    /// nil if no element differs.
    case stretch(ChangedStretch?)
  }

  /// Creates an answer that names the old layout.
  public init(parent: String) { self.parent = parent }
}

/// The pixels for the layouts before and after a change.
public struct TransitionGrids: Sendable {
  let before: PixelGrid
  let after: PixelGrid

  /// Creates the pixels for the layouts of two snapshots.
  ///
  /// - Parameter scale: Device pixels for a point, within `PixelGrid.scales`.
  public init(scale: Double, from before: Snapshot, to after: Snapshot) {
    self.before = PixelGrid(scale: scale, of: before)
    self.after = PixelGrid(scale: scale, of: after)
  }

  /// The rounded frame at the beginning of a transition. An element that is new has the shape of the
  /// new layout from the beginning.
  func initial(_ frame: Rect, of transition: Transition) -> Rect {
    if let from = transition.from { return before.rounded(frame, of: from) }
    return transition.to.map { after.rounded(frame, of: $0) } ?? frame
  }

  /// The rounded frame at the end of a transition, or on its way. An element that is gone keeps the shape of the old
  /// layout.
  func final(_ frame: Rect, of transition: Transition) -> Rect {
    if let to = transition.to { return after.rounded(frame, of: to) }
    return transition.from.map { before.rounded(frame, of: $0) } ?? frame
  }
}

extension JSONWriter {
  /// Writes the object `change`. O(transitions)
  public mutating func change(_ answer: ChangeAnswer) {
    literal("{\"parent\":")
    string(answer.parent)
    if case .stretch(let stretch) = answer.changed {
      literal(",\"changed\":")
      changed(stretch)
    }
    if let anchored = answer.anchored {
      literal(",\"anchor\":")
      anchor(anchored.anchor)
      literal(",\"bounds\":")
      rect(anchored.bounds)
      literal(",\"scrollDelta\":{\"x\":")
      number(anchored.scrollDelta.x)
      literal(",\"y\":")
      number(anchored.scrollDelta.y)
      literal("}")
    }
    if let transitions = answer.transitions {
      literal(",\"transition\":")
      self.transitions(transitions, answer.grids)
    }
    literal("}")
  }

  private mutating func changed(_ stretch: ChangedStretch?) {
    guard let stretch else { return literal("null") }
    literal("{\"before\":")
    part(stretch.before)
    literal(",\"after\":")
    part(stretch.after)
    literal("}")
  }

  private mutating func part(_ part: ContentStretch) {
    literal("{\"start\":")
    number(part.start)
    literal(",\"end\":")
    number(part.end)
    literal("}")
  }

  /// Writes the cell that keeps its place on screen, or null.
  public mutating func anchor(_ anchor: AnchoredBounds.Anchor?) {
    guard let anchor else { return literal("null") }
    literal("{\"section\":")
    integer(anchor.item.section)
    literal(",\"item\":")
    integer(anchor.item.item)
    literal(",\"edge\":")
    string(anchor.edge.rawValue)
    literal("}")
  }

  /// Writes an array of transitions: with both ends, or, with a progress from 0 to 1, at that moment.
  ///
  /// - Parameter grids: The pixels to whose edges frames are rounded; nil to write them as they are laid out.
  public mutating func transitions(
    _ transitions: [Transition], progress: Double? = nil, _ grids: TransitionGrids? = nil
  ) {
    array(transitions) { transition, writer in
      writer.transition(transition, progress: progress, grids)
    }
  }

  private mutating func transition(
    _ transition: Transition, progress: Double?, _ grids: TransitionGrids?
  ) {
    guard let kind = (transition.to ?? transition.from)?.kind else { return literal("null") }
    literal("{\"category\":")
    string(kind.category.rawValue)
    if kind != .cell {
      literal(",\"kind\":")
      string(kind.name)
    }
    if let from = transition.from {
      literal(",\"from\":")
      path(of: from)
    }
    if let to = transition.to {
      literal(",\"to\":")
      path(of: to)
    }
    if let progress {
      let state = transition.state(at: progress)
      literal(",\"frame\":")
      rect(grids?.final(state.frame, of: transition) ?? state.frame)
      alpha(state.alpha)
      transform(state.transform)
    } else {
      literal(",\"initial\":")
      let (initial, final) = (transition.initial, transition.final)
      end(initial, grids?.initial(initial.frame, of: transition) ?? initial.frame)
      literal(",\"final\":")
      end(final, grids?.final(final.frame, of: transition) ?? final.frame)
    }
    if transition.zIndex != 0 {
      literal(",\"zIndex\":")
      integer(transition.zIndex)
    }
    if transition.crossfades { literal(",\"crossfades\":true") }
    literal("}")
  }

  /// Writes the numbers that identify an element within its category and kind.
  mutating func path(of element: Element) {
    literal("{")
    numbers(of: element)
    literal("}")
  }

  mutating func numbers(of element: Element) {
    if element.kind.isOfSection {
      literal("\"section\":")
      integer(element.section)
      literal(",")
    }
    literal(element.kind == .cell ? "\"item\":" : "\"index\":")
    integer(element.index)
  }

  private mutating func end(_ end: Transition.End, _ frame: Rect) {
    literal("{\"frame\":")
    rect(frame)
    alpha(end.alpha)
    if end.isTransformed { transform(end.transform) }
    if let isPinned = end.isPinned {
      literal(isPinned ? ",\"pinned\":true" : ",\"pinned\":false")
    }
    literal("}")
  }

  /// Writes the transform of an element, unless it is the identity.
  private mutating func transform(_ transform: Transform?) {
    guard let transform else { return }
    literal(transform.isAffine ? ",\"transform\":" : ",\"transform3D\":")
    array(transform.numbers) { $1.number($0) }
  }

  /// Writes the opacity of an element, unless it is opaque.
  private mutating func alpha(_ alpha: Double) {
    if alpha == 1 { return }
    literal(",\"alpha\":")
    number(alpha)
  }
}
