/// The entry of a step from which something new comes.
public struct StepSource: Hashable, Sendable {
  /// The step's index in its change.
  public let step: Int
  public let list: Step.List
  /// The entry's index in its list.
  public let entry: Int
  /// The index among the elements that the entry brings.
  public var offset: Int
}

/// Neighbours in a list after steps that were also neighbours before, or were inserted together.
public struct OriginRun<Path: IndexPath>: Hashable, Sendable {
  /// The place of the first one in the list.
  public internal(set) var start = 0
  /// The number of elements.
  public internal(set) var count: Int
  /// The old place of the first one; nil if they are new.
  public internal(set) var from: Path?
  /// Whether they were moved, possibly to the same place.
  public internal(set) var isMoved = false
  /// Whether they were replaced by others.
  public internal(set) var isReloaded = false
  /// For items without an origin: whether they came with the reload of an existing section. Otherwise they, or their
  /// section, are new.
  public internal(set) var comesWithReload = false
  /// The entry that inserts, resizes or sets the first one; nil if it is unchanged.
  public internal(set) var source: StepSource?
  /// For new sections replaced by an entry of a later step: the entry that inserted the first one.
  var insertedBy: StepSource?

  /// Whether they still exist and were neither moved nor reloaded.
  public var survives: Bool { from != nil && !isMoved && !isReloaded }

  /// A part of the run: up to `count` elements from `offset` on.
  public func part(from offset: Int, count: Int) -> OriginRun {
    var part = self
    part.start += offset
    part.count = min(count, self.count - offset)
    part.from = from?.advanced(by: offset)
    part.source?.offset += offset
    part.insertedBy?.offset += offset
    return part
  }

  /// Whether another run continues this one.
  fileprivate func goes(onWith next: OriginRun) -> Bool {
    var own = part(from: 0, count: 1)
    own.start = next.start
    own.count = next.count
    own.from = from?.advanced(by: count)
    own.source?.offset += count
    own.insertedBy?.offset += count
    return own == next
  }
}

/// A list after steps, as runs with the origins of its elements.
public struct OriginRuns<Path: IndexPath>: Hashable, Sendable {
  public private(set) var runs: [OriginRun<Path>] = []
  /// The number of elements of the list.
  public private(set) var count = 0

  /// Creates an empty list.
  init() {}

  /// Creates a list of one run.
  init(_ run: OriginRun<Path>) { append(run) }

  /// Appends a run. O(1)
  @inline(never)
  mutating func append(_ run: OriginRun<Path>) {
    guard run.count > 0 else { return }
    var run = run
    run.start = count
    count += run.count
    if let last = runs.last, last.goes(onWith: run) {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }

  /// Appends a part of another list, changing its runs with `change`. O(log runs + runs of the part)
  @inline(never)
  mutating func append(
    _ range: Range<Int>, of other: OriginRuns,
    change: (inout OriginRun<Path>) -> Void = { _ in }
  ) {
    guard !range.isEmpty else { return }
    var place = other.runIndex(of: range.lowerBound)
    var start = range.lowerBound
    while start < range.upperBound {
      let run = other.runs[place]
      var part = run.part(from: start - run.start, count: range.upperBound - start)
      start += part.count
      place += 1
      change(&part)
      append(part)
    }
  }

  /// The run of an element, from that element on. O(log runs)
  @inline(never)
  public func run(from index: Int) -> OriginRun<Path> {
    let run = runs[runIndex(of: index)]
    return run.part(from: index - run.start, count: run.count)
  }

  private func runIndex(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "an element of the list")
    return partitionPoint(0..<runs.count) { runs[$0].start > index } - 1
  }

  /// Creates the list after a step (docs/rules.md#steps): fixed elements get their places, and the remaining old
  /// elements fill the free places in their old order.
  ///
  /// - Parameters:
  ///   - fixed: Lists with the places of their first elements. They must not overlap, and must end within the new list.
  ///   - before: The list before the step.
  ///   - rest: The ranges of `before` that remain, ascending.
  init(fixed: [(place: Int, list: OriginRuns)], _ before: OriginRuns, rest: [Range<Int>]) {
    if fixed.isEmpty && rest == [0..<before.count] {
      self = before
      return
    }
    var (next, used) = (0, 0)
    func fill(upTo end: Int, _ list: inout OriginRuns) {
      while list.count < end, next < rest.count {
        let start = rest[next].lowerBound + used
        let part = start..<start + min(rest[next].upperBound - start, end - list.count)
        list.append(part, of: before)
        used += part.count
        if part.upperBound == rest[next].upperBound { (next, used) = (next + 1, 0) }
      }
    }
    for (place, list) in fixed.inOrder(by: { $0.place.rank }) {
      fill(upTo: place, &self)
      append(0..<list.count, of: list)
    }
    fill(upTo: .max, &self)
  }
}
