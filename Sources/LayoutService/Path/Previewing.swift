import LayoutCore
import LayoutNaming
import LayoutWire

/// Obtains the previews of an item that is dragged (docs/rules.md#reordering). The snapshot after a move is remembered
/// beside the one before it, its layout in the memo: so a target that is asked again is found.
extension Service {
  /// The preview for the target under the finger: that of the target that is given, unless it has another cell at the
  /// point; nil where the request waits for a layout. The parameters name an item and a place that there are, and a
  /// point.
  func preview(
    of named: NamedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> ReorderPreview? {
    let parameters = work.question.parameters
    guard let item = parameters.item, let point = parameters.point else {
      preconditionFailure("a question about a preview gives an item and a point")
    }
    // Those after moves are made from it.
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

  /// The preview for a target, which the request may have got before; nil where it waits for its layout. It is the last
  /// one then.
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
      // The answer speaks of layouts after moves alone.
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

  /// The snapshot after a move. O(what changes + sections), O(1) where it is remembered
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
    let made = NamedSnapshot(changed, from: named, unless: { allowance.isLate() })
    work.question.trace.timing.add(since: start, to: .apply)
    guard var moved = made else { throw .problem(.tooLate) }
    moved.addedContentBytes = added.byteCount
    noteEvicted(cache.insert(preview: moved, for: key))
    return moved
  }
}
