/// Computes the step that turns one list of keys into another (docs/rules.md#post-a-diff), with as few moves as
/// possible.
public enum KeyDiff {
  /// The step, on section 0. A key is given by its place in the old list, if it is there.
  ///
  /// The items that stay are a longest ascending sequence of old places, found with a tree of greatest weights. A
  /// changed item may stay only if no other item moves because of it.
  ///
  /// - Parameters:
  ///   - countBefore: The number of old keys.
  ///   - places: The old place of each new key; nil if the key is new.
  ///   - isChanged: Whether the content of a new key that existed before has changed.
  ///   - meter: Pays for each key.
  /// - Complexity: O(n log n)
  public static func step(
    countBefore: Int, places: [Int?], isChanged: (Int) -> Bool, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Step {
    var step = Step()
    var isKept = [Bool](repeating: false, count: countBefore)
    let stays = try staying(countBefore, places, isChanged, &meter)
    func path(_ item: Int) -> ItemPath { ItemPath(0, item) }
    for (after, place) in places.enumerated() {
      try meter.take()
      guard let before = place, stays[after] || !isChanged(after) else {
        step.insert.extend(Range(path(after), count: 1))
        continue
      }
      isKept[before] = true
      if !stays[after] {
        if let last = step.move.last, last.from.upperBound == path(before),
          last.to.item + last.from.length == after
        {
          step.move[step.move.count - 1].from = last.from.lowerBound..<path(before + 1)
        } else {
          step.move.append(Step.Move(from: Range(path(before), count: 1), to: path(after)))
        }
      } else if isChanged(after) {
        step.reload.extend(Range(path(before), count: 1))
      }
    }
    for before in 0..<countBefore {
      try meter.take()
      if isKept[before] { continue }
      step.delete.extend(Range(path(before), count: 1))
    }
    return step
  }

  /// Whether each new key stays: the ascending sequence of old places with the most unchanged keys and, of such
  /// sequences, the one with the most keys. O(n log n)
  private static func staying(
    _ countBefore: Int, _ places: [Int?], _ isChanged: (Int) -> Bool, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [Bool] {
    // The weight of a changed key is 1, that of an unchanged key more than that of all changed keys together.
    let unchanged = Int64(places.count + 1)
    var best = GreatestWeights(count: countBefore)
    var previous = [Int](repeating: -1, count: places.count)
    for (after, place) in places.enumerated() {
      guard let place else { continue }
      try meter.take(8)
      let (weight, last) = best.greatest(before: place)
      previous[after] = last
      best.raise(place, to: weight + (isChanged(after) ? 1 : unchanged), at: after)
    }
    var stays = [Bool](repeating: false, count: places.count)
    var last = best.greatest(before: countBefore).key
    while last >= 0 {
      try meter.take()
      stays[last] = true
      last = previous[last]
    }
    return stays
  }
}

/// The greatest weight among the first k places, for any k. A Fenwick tree. Weights are products of two counts, for which an
/// integer of a page is too short.
private struct GreatestWeights {
  private var nodes: [(weight: Int64, key: Int)]

  init(count: Int) { nodes = Array(repeating: (0, -1), count: count + 1) }

  /// The greatest weight below a place, and its key; 0 and −1 if there is none. O(log places)
  func greatest(before place: Int) -> (weight: Int64, key: Int) {
    var greatest = (weight: Int64(0), key: -1)
    var node = place
    while node > 0 {
      if nodes[node].weight > greatest.weight { greatest = nodes[node] }
      node &= node - 1
    }
    return greatest
  }

  /// Sets the weight of a place. O(log places)
  mutating func raise(_ place: Int, to weight: Int64, at key: Int) {
    var node = place + 1
    while node < nodes.count {
      if weight > nodes[node].weight { nodes[node] = (weight, key) }
      node += node & -node
    }
  }
}

extension [Range<ItemPath>] {
  /// Appends a range, or extends the last one if the two are adjacent.
  @inline(never)
  fileprivate mutating func extend(_ range: Range<ItemPath>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }
}
