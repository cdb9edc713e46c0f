public import LayoutTypes

// Questions about scrolling (docs/rules.md#questions-about-scrolling), a request each.

extension ServedLayout {
  /// Where the bounds are to move.
  ///
  /// - Parameters:
  ///   - target: An element, the nearest item, or a page.
  ///   - bounds: Where the viewport is now.
  ///   - inset: What bars cover of it.
  /// - Throws: the problem `bad-parameter` for an element that the layout does not have.
  public func target(
    _ target: ScrollTarget, from bounds: Rect, inset: EdgeInsets = .zero
  ) async throws -> TargetBounds {
    try await ask("target", bounds, inset, try target.parameters)
  }

  /// Where the bounds are to be that show what others showed of this snapshot at another width: after a rotation, or
  /// when a keyboard covers a part of them.
  ///
  /// - Parameters:
  ///   - rule: Which cell keeps its place.
  ///   - previous: The layout before, of the same snapshot; it may be this one.
  ///   - previousBounds: Where the viewport was in it.
  ///   - previousInset: What bars covered then; by default `inset`.
  ///   - bounds: Their size and their place across count.
  ///   - inset: What bars cover of them.
  /// - Throws: a `Refusal` for another snapshot's layout; the problem `bad-parameter` for an item that is not there.
  public func target(
    keeping rule: KeepRule, of previous: ServedLayout, at previousBounds: Rect,
    previousInset: EdgeInsets? = nil, in bounds: Rect, inset: EdgeInsets = .zero
  ) async throws -> TargetBounds {
    guard previous.id == id else {
      throw Refusal.parameter("previous", "must be a layout of the same snapshot")
    }
    var parameters = "&keep=\(rule.parameter)&" + (try numbers(previousBounds, "previous"))
    parameters += "&previousWidth=\(try number(previous.containerExtent, "previousWidth"))"
    if let previousInset { parameters += "&" + (try numbers(previousInset, "previousInset")) }
    return try await ask("target", bounds, inset, parameters)
  }

  /// What enters, leaves and comes next when the viewport has moved.
  ///
  /// - Parameters:
  ///   - now: Where the viewport is, and how fast it moves.
  ///   - previous: Where it was; nil at first, when all elements enter.
  ///   - inset: What bars cover, both times.
  ///   - rule: How far ahead cells are named, and up to which speed.
  /// - Throws: the problem `bad-parameter` where more than 10 000 elements are in the bounds, in those before or ahead of
  ///   them.
  public func window(
    _ now: ScrollMotion, previous: ScrollMotion? = nil, inset: EdgeInsets = .zero,
    prefetch rule: PrefetchRule = PrefetchRule()
  ) async throws -> ScrollWindow {
    var parameters = "&ahead=\(try number(rule.ahead, "ahead"))"
    parameters += "&speed=\(try number(rule.speed, "speed"))"
    if let velocity = now.velocity { parameters += "&" + (try numbers(velocity, "velocity")) }
    if let previous {
      parameters += "&" + (try numbers(previous.bounds, "previous"))
      if let velocity = previous.velocity {
        parameters += "&" + (try numbers(velocity, "previousVelocity"))
      }
    }
    return try await ask("window", now.bounds, inset, parameters)
  }

  /// Where an arrow key goes from an item: the cell on each side.
  ///
  /// - Throws: the problem `not-found` where there is no such item.
  public func neighbors(section: Int, item: Int) async throws -> Neighbors {
    try await snapshot.get(Neighbors.self, "/items/\(section)/\(item)/neighbors?\(query)")
  }

  /// What the viewport shows while an item is dragged. The drop is a change with the move to the answer's target.
  ///
  /// - Parameters:
  ///   - item: What is dragged.
  ///   - target: Where it went by the answer before; by default its own place.
  ///   - point: Where the finger is, in content coordinates.
  ///   - bounds: Where the viewport is.
  ///   - inset: What is taken off the bounds for pinning.
  /// - Throws: the problem `bad-parameter` for an item or a place that is not there.
  public func reorder(
    _ item: ItemPath, to target: ItemPath? = nil, at point: Point, bounds: Rect,
    inset: EdgeInsets = .zero
  ) async throws -> ReorderAnswer {
    var parameters = "&item=\(item.parameter)&" + (try numbers(point, "point"))
    if let target { parameters += "&target=\(target.parameter)" }
    return try await ask("reorder", bounds, inset, parameters)
  }

  private func ask<Answer: Decodable & Sendable>(
    _ call: String, _ bounds: Rect, _ inset: EdgeInsets, _ parameters: String
  ) async throws -> Answer {
    let place = try numbers(bounds, "bounds") + LayoutClient.query(inset)
    return try await snapshot.get(Answer.self, "/\(call)?\(query)&\(place)\(parameters)")
  }
}

extension ScrollTarget {
  fileprivate var parameters: String {
    get throws(Refusal) {
      switch self {
      case .item(let path, let position):
        return "&item=\(path.parameter)&position=\(position.rawValue)"
      case .header(let section, let index, let position):
        return "&header=\(section),\(index)&position=\(position.rawValue)"
      case .nearestItem(let proposed):
        return "&snap=nearest&" + (try numbers(proposed, "proposed"))
      case .page(let length, let proposed, let velocity):
        let place = try numbers(proposed, "proposed") + "&" + numbers(velocity, "velocity")
        return "&page=\(try number(length, "page"))&" + place
      }
    }
  }
}

extension KeepRule {
  fileprivate var parameter: String {
    switch self {
    case .first: "first"
    case .end: "end"
    case .item(let path): path.parameter
    }
  }
}

extension ItemPath {
  fileprivate var parameter: String { "\(section),\(item)" }
}
