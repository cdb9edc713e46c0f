/// Items as an entry of a step describes them, in any form. Defaults are not filled in, because the engine of their
/// section after the step is not known yet.
public struct GivenItems: Sendable {
  /// Neighbours that are described together.
  public struct Run: Equatable, Sendable {
    public var count: Int
    /// Extents in points, by the members' names in the text; nil for one that is not given.
    public var sizes: ItemColumns<Double?>
    public var isEstimated: Bool
    /// The members other than sizes; nil if each has its default, which `insert` and `reload` give to members that they
    /// leave out.
    public var members: GivenMembers?

    /// Creates a run. Omitted extents are not given.
    public init(
      count: Int, sizes: ItemColumns<Double?> = ItemColumns { _ in nil }, isEstimated: Bool = false,
      members: GivenMembers? = nil
    ) {
      self.count = count
      self.sizes = sizes
      self.isEstimated = isEstimated
      self.members = members
    }

    public static func == (first: Run, second: Run) -> Bool {
      first.count == second.count && first.isEstimated == second.isEstimated
        && first.members == second.members
        && ItemColumn.allCases.allSatisfy { first.sizes[$0] == second.sizes[$0] }
    }
  }

  /// The number of items.
  public private(set) var count = 0
  /// The number of runs that describe them.
  public private(set) var runCount = 0
  /// The number of the first item after each run; empty if each run is one item.
  private var ends: [Int] = []
  /// By columns, the extents of each run, `GivenItems.nothing` for a run without one; empty if no run has one.
  private var sizes = ItemColumns<[Double]> { _ in [] }
  /// Whether the sizes of each run are estimates; empty if those of none are.
  private var estimated: [Bool] = []
  /// The members of each run.
  private var members = RunMembers()

  /// Extents are at least 0.
  private static let nothing = -1.0
  /// The greatest number of runs.
  private var capacity = 0

  /// Makes an empty list, for an expected number of runs.
  package init(capacity: Int = 0) { self.capacity = capacity }

  /// Bytes of memory of the members other than sizes. O(texts)
  package var memberByteCount: Int { members.byteCount }

  /// Appends a run. O(1)
  package mutating func append(_ run: Run) {
    guard run.count > 0 else { return }
    if run.count > 1, ends.isEmpty {
      ends.reserveCapacity(capacity)
      ends += 1..<runCount + 1
    }
    if run.isEstimated, estimated.isEmpty {
      estimated.reserveCapacity(capacity)
      estimated += repeatElement(false, count: runCount)
    }
    for column in ItemColumn.allCases where run.sizes[column] != nil && sizes[column].isEmpty {
      sizes[column].reserveCapacity(capacity)
      sizes[column] += repeatElement(GivenItems.nothing, count: runCount)
    }
    members.append(run.members, at: runCount)
    count += run.count
    runCount += 1
    // If the first run has several items, there are no ends before it.
    if !ends.isEmpty || run.count > 1 { ends.append(count) }
    if !estimated.isEmpty || run.isEstimated { estimated.append(run.isEstimated) }
    for column in ItemColumn.allCases
    where !sizes[column].isEmpty || run.sizes[column] != nil {
      sizes[column].append(run.sizes[column] ?? GivenItems.nothing)
    }
  }

  /// The rest of a run from an item on. O(log runs)
  ///
  /// - Parameter item: The item's number in this list, below `count`: the offset of a source.
  public func run(from item: Int) -> Run {
    let place = ends.isEmpty ? item : partitionPoint(0..<ends.count) { ends[$0] > item }
    var run = Run(count: ends.isEmpty ? 1 : ends[place] - item)
    run.isEstimated = estimated.isEmpty ? false : estimated[place]
    run.members = members[place]
    for column in ItemColumn.allCases where !sizes[column].isEmpty {
      let extent = sizes[column][place]
      if extent >= 0 { run.sizes[column] = extent }
    }
    return run
  }
}
