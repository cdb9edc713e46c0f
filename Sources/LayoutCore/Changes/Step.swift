/// One step of a change: what happens to a list of sections, as sets (docs/rules.md#steps).
///
/// It says how many items come, not what they are: whoever knows their sizes finds them by list, entry and offset.
/// Ranges stand in the space before the step, but for `insert`, `insertSections` and the ends of moves, which name
/// places after it. An entry without items or sections has no effect.
public struct Step: Sendable {
  /// Neighbours that go to other places.
  public struct Move<Path: IndexPath>: Sendable {
    public var from: Range<Path>
    /// The first of the places, after the step.
    public var to: Path

    /// Makes a move.
    public init(from: Range<Path>, to: Path) {
      self.from = from
      self.to = to
    }
  }

  /// Items that get other sizes, or marks, and stay what they are.
  public enum Resize: Sendable {
    case range(Range<ItemPath>)
    /// Items of a section, in any order.
    case items(section: Int, [Int])
    /// Those items of a section whose sizes are estimated.
    case estimated(section: Int)
  }

  /// A section that is replaced by one with so many items.
  public struct ReloadedSection: Sendable {
    public var section: Int
    public var itemCount: Int

    /// Makes an entry.
    public init(section: Int, itemCount: Int) {
      self.section = section
      self.itemCount = itemCount
    }
  }

  /// New sections, one behind the other.
  public struct InsertedSections: Sendable {
    /// The number of the first one, after the step.
    public var section: Int
    /// How many items each of them has.
    public var itemCounts: [Int]

    /// Makes an entry.
    public init(section: Int, itemCounts: [Int]) {
      self.section = section
      self.itemCounts = itemCounts
    }
  }

  /// The lists of a step, in the order in which problems are listed; raw values are their names.
  public enum List: String, CaseIterable, Sendable {
    case delete, reload, resize, move, insert
    case deleteSections, reloadSections, setSections, moveSections, insertSections
  }

  public var delete: [Range<ItemPath>] = []
  public var reload: [Range<ItemPath>] = []
  public var resize: [Resize] = []
  public var move: [Move<ItemPath>] = []
  public var insert: [Range<ItemPath>] = []
  public var deleteSections: [Range<Int>] = []
  public var reloadSections: [ReloadedSection] = []
  public var setSections: [Range<Int>] = []
  public var moveSections: [Move<Int>] = []
  public var insertSections: [InsertedSections] = []

  /// Makes a step that changes nothing.
  public init() {}

  /// How many entries it has.
  public var entryCount: Int {
    delete.count + reload.count + resize.count + move.count + insert.count + deleteSections.count
      + reloadSections.count + setSections.count + moveSections.count + insertSections.count
  }
}

extension Step.Resize {
  /// The section of the items.
  var section: Int {
    switch self {
    case .range(let range): range.lowerBound.section
    case .items(let section, _), .estimated(let section): section
    }
  }

  /// How many items it names one by one.
  var namedCount: Int {
    if case .items(_, let items) = self { items.count } else { 0 }
  }

  /// Whether it names no item, whatever the list.
  var isEmpty: Bool {
    switch self {
    case .range(let range): range.isEmpty
    case .items(_, let items): items.isEmpty
    case .estimated: false
    }
  }
}
