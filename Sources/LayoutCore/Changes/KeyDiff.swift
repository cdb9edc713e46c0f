/// The step that makes one list of keys of another (docs/rules.md#post-a-diff), with as few moves as possible.
public enum KeyDiff {
  /// The step, on section 0. Keys are whole numbers here: where one is in both lists, its place before.
  ///
  /// What stays is a longest ascending sequence of places before, found in a tree of greatest weights: an item that is
  /// changed may stay only where that moves no other one.
  ///
  /// - Parameters:
  ///   - countBefore: How many keys there are before.
  ///   - places: For each key after its place before; nil where it is new.
  ///   - isChanged: Whether a key after that was there before stands for something else now.
  ///   - meter: Bounds the work: steps are taken at each key.
  /// - Complexity: O(n log n)
  public static func step(
    countBefore: Int, places: [Int?], isChanged: (Int) -> Bool, meter: inout StepMeter
  ) throws(WalkStop) -> Step {
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

  /// Which keys after stay: the ascending sequence of places before with the most unchanged ones, and of those the one
  /// with the most keys. O(n log n)
  private static func staying(
    _ countBefore: Int, _ places: [Int?], _ isChanged: (Int) -> Bool, _ meter: inout StepMeter
  ) throws(WalkStop) -> [Bool] {
    // A key after is worth 1, an unchanged one more than all changed ones together.
    let unchanged = places.count + 1
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

/// The greatest weight of the first places, of any number of them: a Fenwick tree.
private struct GreatestWeights {
  private var nodes: [(weight: Int, key: Int)]

  init(count: Int) { nodes = Array(repeating: (0, -1), count: count + 1) }

  /// The greatest weight of the places below one, and what has it; 0 and −1 for none. O(log places)
  func greatest(before place: Int) -> (weight: Int, key: Int) {
    var greatest = (weight: 0, key: -1)
    var node = place
    while node > 0 {
      if nodes[node].weight > greatest.weight { greatest = nodes[node] }
      node &= node - 1
    }
    return greatest
  }

  /// Gives a place a weight. O(log places)
  mutating func raise(_ place: Int, to weight: Int, at key: Int) {
    var node = place + 1
    while node < nodes.count {
      if weight > nodes[node].weight { nodes[node] = (weight, key) }
      node += node & -node
    }
  }
}

extension [Range<ItemPath>] {
  /// Adds a range, or makes the last one longer where it goes on there.
  fileprivate mutating func extend(_ range: Range<ItemPath>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }
}
