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

  /// A stretch that differs, if it was requested.
  public enum Changed {
    case notAsked
    /// nil if no element differs.
    case stretch(ChangedStretch?)
  }

  /// Creates an answer that names the old layout.
  public init(parent: String) { self.parent = parent }
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
      self.transitions(transitions)
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
  public mutating func transitions(_ transitions: [Transition], progress: Double? = nil) {
    array(transitions) { transition, writer in
      writer.transition(transition, progress: progress)
    }
  }

  private mutating func transition(_ transition: Transition, progress: Double?) {
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
      rect(state.frame)
      alpha(state.alpha)
      transform(state.transform)
    } else {
      literal(",\"initial\":")
      end(transition.initial)
      literal(",\"final\":")
      end(transition.final)
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

  private mutating func end(_ end: Transition.End) {
    literal("{\"frame\":")
    rect(end.frame)
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
