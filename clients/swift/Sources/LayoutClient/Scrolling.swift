public import LayoutTypes

// Queries about scrolling (docs/rules.md#questions-about-scrolling), one request each.

extension ServedLayout {
  /// The bounds that a rule chooses.
  ///
  /// - Parameters:
  ///   - target: An element, the nearest item, or a page.
  ///   - bounds: The current viewport.
  ///   - inset: The part of it that bars cover.
  /// - Throws: The problem `bad-parameter` for an element that does not exist.
  public func target(
    _ target: TargetRule, from bounds: LayoutRect, inset: LayoutInsets = .zero
  ) async throws -> TargetBounds {
    container.told(try await ask("target", bounds, inset, try target.parameters(in: container)))
  }

  /// The bounds that show what `previousBounds` showed of this snapshot at another width, for example after a rotation,
  /// or when a keyboard covers a part of the viewport.
  ///
  /// - Parameters:
  ///   - rule: The rule that chooses the cell that keeps its place.
  ///   - previous: The old layout, of the same snapshot. It may be this one.
  ///   - previousBounds: The viewport in the old layout, with its margins.
  ///   - previousInset: The part of it that bars covered. The default is `inset`.
  ///   - bounds: Their size and their position across the scroll axis are used.
  ///   - inset: The part of them that bars cover.
  /// - Throws: A `Refusal` of a layout of another snapshot; the problem `bad-parameter` for an item that does not
  ///   exist.
  public func target(
    keeping rule: KeepRule, of previous: ServedLayout, at previousBounds: LayoutRect,
    previousInset: LayoutInsets? = nil, in bounds: LayoutRect, inset: LayoutInsets = .zero
  ) async throws -> TargetBounds {
    guard previous.id == id else {
      throw Refusal.parameter("previous", "must be a layout of the same snapshot")
    }
    let before = previous.container.inner(previousBounds)
    var parameters = "&keep=\(rule.parameter)&" + (try numbers(before, "previous"))
    parameters += "&previousWidth=\(try number(previous.container.room, "previousWidth"))"
    if let previousInset { parameters += "&" + (try numbers(previousInset, "previousInset")) }
    return container.told(try await ask("target", bounds, inset, parameters))
  }

  /// The elements that enter and leave and the cells to prefetch after the viewport moved.
  ///
  /// - Parameters:
  ///   - now: The viewport and its velocity.
  ///   - previous: The previous viewport; nil at first, when all elements enter.
  ///   - inset: The part of the viewport that bars cover, both times.
  ///   - rule: How far ahead cells are prefetched, and up to which speed.
  /// - Throws: The problem `bad-parameter` for more than 10 000 elements in the bounds, in the previous ones or ahead
  ///   of them.
  public func window(
    _ now: ScrollMotion, previous: ScrollMotion? = nil, inset: LayoutInsets = .zero,
    prefetch rule: PrefetchRule = PrefetchRule()
  ) async throws -> ScrollWindow {
    var parameters = "&ahead=\(try number(rule.ahead, "ahead"))"
    parameters += "&speed=\(try number(rule.speed, "speed"))"
    if let velocity = now.velocity { parameters += "&" + (try numbers(velocity, "velocity")) }
    if let previous {
      parameters += "&" + (try numbers(container.inner(previous.bounds), "previous"))
      if let velocity = previous.velocity {
        parameters += "&" + (try numbers(velocity, "previousVelocity"))
      }
    }
    return container.told(try await ask("window", now.bounds, inset, parameters))
  }

  /// The cells that arrow keys reach from an item.
  ///
  /// - Throws: The problem `not-found` if the item does not exist.
  public func neighbors(section: Int, item: Int) async throws -> Neighbors {
    container.told(
      try await snapshot.get(Neighbors.self, "/items/\(section)/\(item)/neighbors?\(query)"))
  }

  /// The elements that the viewport shows while an item is dragged. A drop is a change that moves the item to the
  /// answer's target.
  ///
  /// - Parameters:
  ///   - item: The dragged item.
  ///   - target: The target of the previous answer. The default is the item's own place.
  ///   - point: The position of the finger, in content coordinates.
  ///   - bounds: The viewport.
  ///   - inset: The insets within which elements pin.
  /// - Throws: The problem `bad-parameter` for an item or a place that does not exist.
  public func reorder(
    _ item: ItemPath, to target: ItemPath? = nil, at point: LayoutPoint, bounds: LayoutRect,
    inset: LayoutInsets = .zero
  ) async throws -> ReorderAnswer {
    var parameters = "&item=\(item.parameter)&" + (try numbers(container.inner(point), "point"))
    if let target { parameters += "&target=\(target.parameter)" }
    return container.told(try await ask("reorder", bounds, inset, parameters))
  }

  private func ask<Answer: Decodable & Sendable>(
    _ call: String, _ bounds: LayoutRect, _ inset: LayoutInsets, _ parameters: String
  ) async throws -> Answer {
    let place = try numbers(container.inner(bounds), "bounds") + LayoutClient.query(inset)
    return try await snapshot.get(Answer.self, "/\(call)?\(query)&\(place)\(parameters)")
  }
}

extension TargetRule {
  fileprivate func parameters(in container: LayoutContainer) throws(Refusal) -> String {
    switch self {
    case .item(let path, let position):
      return "&item=\(path.parameter)&position=\(position.rawValue)"
    case .header(let section, let index, let position):
      return "&header=\(section),\(index)&position=\(position.rawValue)"
    case .nearestItem(let proposed):
      return "&snap=nearest&" + (try numbers(container.inner(proposed), "proposed"))
    case .page(let length, let proposed, let velocity):
      let place = try numbers(container.inner(proposed), "proposed")
      return "&page=\(try number(length, "page"))&\(place)&" + (try numbers(velocity, "velocity"))
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
