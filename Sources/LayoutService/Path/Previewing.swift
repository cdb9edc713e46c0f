import LayoutCore
import LayoutNaming
import LayoutWire

/// Previews of an item that is dragged (docs/rules.md#reordering). The snapshot after a move is cached beside the one
/// before it, and its layout in the memo, for further questions about the same target.
extension Service {
  /// The preview for the target under the finger: for the given target, or for another one if that has another cell at
  /// the point. nil if the request waits for a layout. The parameters name an existing item and place, and a point.
  func preview(
    of named: NamedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> ReorderPreview? {
    let parameters = work.question.parameters
    guard let item = parameters.item, let point = parameters.point else {
      preconditionFailure("a question about a preview gives an item and a point")
    }
    // The layouts after moves are made from it.
    guard try preview(of: named, moving: item, to: item, &work, &allowance) != nil,
      let given = try preview(
        of: named, moving: item, to: parameters.target ?? item, &work, &allowance)
    else { return nil }
    let start = ContinuousClock.now
    var target = given.target
    _ = try allowance.walk { (meter) throws(WalkStop) in
      target = try given.target(at: point, meter: &meter)
    }
    work.question.trace.timing.add(since: start, to: .query)
    return try preview(of: named, moving: item, to: target, &work, &allowance)
  }

  /// The preview for a target, which the request may have got before; nil if it waits for its layout. It becomes the
  /// last one of the request's previews.
  private func preview(
    of named: NamedSnapshot, moving item: ItemPath, to target: ItemPath, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(Interruption) -> ReorderPreview? {
    if let place = work.got.previews.firstIndex(where: { $0.target == target }) {
      work.got.previews.append(work.got.previews.remove(at: place))
      return work.got.previews.last
    }
    var moved = named
    if target != item {
      moved = try self.moved(item, to: target, of: named, &work, &allowance)
      // The answer is only about layouts after moves.
      if work.got.previews.count == 1 { work.question.trace.forgetLayout() }
    }
    let containerWidth = try Interruption.checked { () throws(Problem) in
      try work.question.requiredWidth(of: named.snapshot)
    }
    guard let layout = try layout(of: moved, containerWidth, &work, &allowance) else {
      return nil
    }
    let preview = ReorderPreview(layout, moving: item, to: target, in: named.snapshot)
    work.got.previews.append(preview)
    return preview
  }

  /// The snapshot after a move. O(what changes + sections), O(1) if it is cached
  private func moved(
    _ item: ItemPath, to target: ItemPath, of named: NamedSnapshot, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(Interruption) -> NamedSnapshot {
    let key = PreviewKey(layout: named.id, item: item, target: target)
    if let known = cache.preview(key) { return known }
    let added = AddedContent()
    var meter = allowance.decodingMeter
    let start = ContinuousClock.now
    let changed = try decoding(allowance) { () throws(DecodingStop) in
      try ChangedSnapshot(
        moving: item, to: target, of: named.snapshot, limits: limits.decoding,
        naming: naming.counting(added), meter: &meter)
    }
    let made = NamedSnapshot(
      changed, from: named, adding: added.byteCount, unless: { allowance.isLate() })
    work.question.trace.timing.add(since: start, to: .apply)
    guard let moved = made else { throw .problem(.tooLate) }
    noteEvicted(cache.insert(preview: moved, for: key))
    return moved
  }
}
