/// Which entry of which step something new comes from.
public struct StepSource: Hashable, Sendable {
  /// The step's number in its change.
  public let step: Int
  public let list: Step.List
  /// The entry's place in its list.
  public let entry: Int
  /// The place among what the entry brings.
  public var offset: Int
}

/// Neighbours in a list after steps that were neighbours before them, or came together.
public struct OriginRun<Path: IndexPath>: Hashable, Sendable {
  /// The place of the first one in the list.
  public internal(set) var start = 0
  /// How many there are.
  public internal(set) var count: Int
  /// Where the first one stood before; nil where they are new.
  public internal(set) var from: Path?
  /// Whether they have been moved, which they may have been to where they were.
  public internal(set) var isMoved = false
  /// Whether they have been replaced by others.
  public internal(set) var isReloaded = false
  /// Of items without an origin: whether they came with the reload of a section that was there before; else they are
  /// new, or a new section's.
  public internal(set) var comesWithReload = false
  /// The entry that brings the first one, gives it a size or sets it; nil where it is as it was.
  public internal(set) var source: StepSource?
  /// Of new sections that an entry of a later step has replaced: the entry that has inserted the first one.
  var insertedBy: StepSource?

  /// Whether they are what they were, and have not been moved.
  public var survives: Bool { from != nil && !isMoved && !isReloaded }

  /// The part from `offset` on, with at most so many.
  public func part(from offset: Int, count: Int) -> OriginRun {
    var part = self
    part.start += offset
    part.count = min(count, self.count - offset)
    part.from = from?.advanced(by: offset)
    part.source?.offset += offset
    part.insertedBy?.offset += offset
    return part
  }

  /// Whether a run goes on as this one does.
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

/// A list after steps, in runs: where each of its elements comes from.
public struct OriginRuns<Path: IndexPath>: Hashable, Sendable {
  public private(set) var runs: [OriginRun<Path>] = []
  /// How many elements the list has.
  public private(set) var count = 0

  /// Makes an empty list.
  init() {}

  /// Makes a list of one run.
  init(_ run: OriginRun<Path>) { append(run) }

  /// Adds a run at the end. O(1)
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

  /// Adds what a part of another list consists of, as it is after `change`. O(log runs + runs of the part)
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

  /// The run from an element on. O(log runs)
  public func run(from index: Int) -> OriginRun<Path> {
    let run = runs[runIndex(of: index)]
    return run.part(from: index - run.start, count: run.count)
  }

  private func runIndex(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "an element of the list")
    return partitionPoint(0..<runs.count) { runs[$0].start > index } - 1
  }

  /// The list after a step (docs/rules.md#steps): what is fixed takes its place, and what is left of the list before
  /// fills the free places in its old order.
  ///
  /// - Parameters:
  ///   - fixed: Lists and the places of their first elements; they do not overlap, and end within the list after.
  ///   - before: The list before the step.
  ///   - rest: The ranges of `before` that are left, ascending.
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
