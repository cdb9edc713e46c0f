import ContentHash
import LayoutCore
import LayoutWire

/// The layouts that requests need.
extension Service {
  /// The layout of a snapshot at a width, in points.
  func layout(
    of named: IdentifiedSnapshot, _ containerWidth: Double, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Layout {
    let source = named.id == work.got.named?.id ? work.got.source : nil
    if let awaited = work.got.awaited.take() {
      work.trace.preparation = .laidOut
      switch awaited {
      case .success(let layout): return layout
      case .failure(let stop):
        throw .problem(Problem(stop, containerWidth: containerWidth, of: source))
      }
    }
    let key = LayoutKey(digest: named.id, containerWidth: containerWidth)
    let known = memo.layout(key, after: named.lineage) { isDerived in
      allowance.mayPrepare(named.snapshot, isDerived: isDerived)
    }
    switch known {
    case .ready(let layout):
      if work.trace.preparation == nil { work.trace.preparation = .memo }
      return layout
    case .underWay:
      throw .underWay(named.id, containerWidth: containerWidth)
    case .tooHeavy:
      throw .tooHeavy
    case .unprepared(let earlier):
      var meter = allowance.layoutMeter
      let start = ContinuousClock.now
      defer { work.trace.timing.add(since: start, to: .prepare) }
      work.trace.preparation = earlier == nil ? .laidOut : .derived
      defer { if !work.question.isPosted { dropStray(work) } }
      do throws(LayoutInterrupted) {
        return try memo.prepare(
          key, of: named, from: earlier, on: allowance.thread, meter: &meter)
      } catch {
        guard case .budgetExceeded = error else {
          throw .problem(Problem(error, containerWidth: containerWidth, of: source))
        }
        work.trace.preparation = nil
        throw allowance.budgetExceeded
      }
    }
  }

  /// Computes the first screens at `widths` or `heights`, one after the other.
  ///
  /// Finished screens are kept when the request continues elsewhere, and only one layout is in use at a time.
  func addScreens(
    _ containerWidths: [Double], of named: IdentifiedSnapshot, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) {
    guard allowance.mayPrepare(named.snapshot, widths: containerWidths.count) else {
      throw .tooHeavy
    }
    for containerWidth in containerWidths.dropFirst(work.got.screens.json.count) {
      if work.got.earlierLayout == nil {
        work.got.earlierLayout = try layout(of: named, containerWidth, &work, &allowance)
      }
      guard let layout = work.got.earlierLayout else { preconditionFailure("it is there") }
      try work.question.add(
        screenOf: named, layout, to: &work.got.screens, &work.trace, &allowance)
      work.got.earlierLayout = nil
    }
  }

  /// Removes a layout from memory.
  func forget(_ id: Digest) {
    memo.forget([id] + cache.remove(id))
  }
}

/// Previews of an item that is dragged (docs/rules.md#reordering). The snapshot after a move is cached beside the one
/// before it, and its layout in the memo, for further questions about the same target.
extension Service {
  /// The preview for the target under the finger: for the given target, or for another one if that has another cell at
  /// the point. The parameters name an existing item and place, and a point.
  func preview(
    of named: IdentifiedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> ReorderPreview {
    let parameters = work.question.parameters
    guard let item = parameters.item, let point = parameters.point else {
      preconditionFailure("a question about a preview gives an item and a point")
    }
    // The layouts after moves are made from it.
    _ = try preview(of: named, moving: item, to: item, &work, &allowance)
    let given = try preview(
      of: named, moving: item, to: parameters.target ?? item, &work, &allowance)
    let start = ContinuousClock.now
    var target = given.target
    _ = try allowance.walk { (meter) throws(WalkInterrupted) in
      target = try given.target(at: point, meter: &meter)
    }
    work.trace.timing.add(since: start, to: .query)
    return try preview(of: named, moving: item, to: target, &work, &allowance)
  }

  /// The preview for a target, which the request may have got before. It becomes the last one of the request's previews.
  private func preview(
    of named: IdentifiedSnapshot, moving item: ItemPath, to target: ItemPath, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> ReorderPreview {
    if let place = work.got.previews.firstIndex(where: { $0.target == target }) {
      let known = work.got.previews.remove(at: place)
      work.got.previews.append(known)
      return known
    }
    var moved = named
    if target != item {
      moved = try self.moved(item, to: target, of: named, &work, &allowance)
      // The answer is only about layouts after moves.
      if work.got.previews.count == 1 { work.trace.preparation = nil }
    }
    let containerWidth = try RequestInterrupted.checked { () throws(Problem) in
      try work.question.requiredWidth(of: named.snapshot)
    }
    let layout = try layout(of: moved, containerWidth, &work, &allowance)
    let preview = ReorderPreview(layout, moving: item, to: target, in: named.snapshot)
    work.got.previews.append(preview)
    return preview
  }

  /// The snapshot after a move. O(what changes + sections), O(1) if it is cached
  private func moved(
    _ item: ItemPath, to target: ItemPath, of named: IdentifiedSnapshot, _ work: inout Work,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> IdentifiedSnapshot {
    let key = PreviewKey(layout: named.id, item: item, target: target)
    if let known = cache.preview(key) { return known }
    let added = AddedContent()
    var meter = allowance.decodingMeter
    let start = ContinuousClock.now
    let changed = try decoding(allowance) { () throws(DecodingInterrupted) in
      try ChangedSnapshot(
        moving: item, to: target, of: named.snapshot, limits: limits.decoding,
        naming: naming.counting(added), meter: &meter)
    }
    let made = IdentifiedSnapshot(
      changed, from: named, adding: added.byteCount, unless: { allowance.isLate() })
    work.trace.timing.add(since: start, to: .apply)
    guard let moved = made else { throw .problem(.tooLate) }
    noteEvicted(cache.insert(preview: moved, for: key))
    return moved
  }
}
