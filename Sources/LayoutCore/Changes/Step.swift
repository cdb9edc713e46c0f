/// One step of a change: sets of operations on a list of sections (docs/rules.md#steps).
///
/// It contains the number of inserted items, but not their sizes. The caller finds these by list, entry and offset.
/// Ranges are in the space before the step, except in `insert`, `insertSections` and the ends of moves, which are in
/// the space after it. An entry without items or sections has no effect.
public struct Step: Sendable {
  /// Neighbours that move to other places.
  public struct Move<Path: IndexPath>: Sendable {
    public var from: Range<Path>
    /// The first of the places, after the step.
    public var to: Path

    /// Creates a move.
    public init(from: Range<Path>, to: Path) {
      self.from = from
      self.to = to
    }
  }

  /// Items that get other sizes, estimated marks or members, and are otherwise unchanged.
  public enum Resize: Sendable {
    case range(Range<ItemPath>)
    /// Items of a section, in any order.
    case items(section: Int, [Int])
    /// The items of a section with estimated sizes.
    case estimated(section: Int)
  }

  /// A section that is replaced by one with `itemCount` items.
  public struct ReloadedSection: Sendable {
    public var section: Int
    public var itemCount: Int

    /// Creates an entry.
    public init(section: Int, itemCount: Int) {
      self.section = section
      self.itemCount = itemCount
    }
  }

  /// New consecutive sections.
  public struct InsertedSections: Sendable {
    /// The number of the first one, after the step.
    public var section: Int
    /// The number of items in each of them.
    public var itemCounts: [Int]

    /// Creates an entry.
    public init(section: Int, itemCounts: [Int]) {
      self.section = section
      self.itemCounts = itemCounts
    }
  }

  /// The lists of a step, in the order in which problems are listed. Raw values are their names.
  public enum List: String, CaseIterable, Sendable {
    case delete, reload, resize, adjust, move, insert
    case deleteSections, reloadSections, setSections, moveSections, insertSections

    /// Whether its entries name whole sections.
    package var isOfSections: Bool {
      switch self {
      case .delete, .reload, .resize, .adjust, .move, .insert: false
      case .deleteSections, .reloadSections, .setSections, .moveSections, .insertSections: true
      }
    }

    /// Its place in the order.
    package var place: Int { List.allCases.firstIndex(of: self)! }
  }

  public var delete: [Range<ItemPath>] = []
  public var reload: [Range<ItemPath>] = []
  public var resize: [Resize] = []
  /// Items that get other members; none are named as estimated.
  public var adjust: [Resize] = []
  public var move: [Move<ItemPath>] = []
  public var insert: [Range<ItemPath>] = []
  public var deleteSections: [Range<Int>] = []
  public var reloadSections: [ReloadedSection] = []
  public var setSections: [Range<Int>] = []
  public var moveSections: [Move<Int>] = []
  public var insertSections: [InsertedSections] = []

  /// Creates a step that changes nothing.
  public init() {}

  /// The number of entries.
  public var entryCount: Int {
    delete.count + reload.count + resize.count + adjust.count + move.count + insert.count
      + deleteSections.count + reloadSections.count + setSections.count + moveSections.count
      + insertSections.count
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

  /// The number of items that it names one by one.
  var namedCount: Int {
    if case .items(_, let items) = self { items.count } else { 0 }
  }

  /// Whether it names no items, for any list.
  var isEmpty: Bool {
    switch self {
    case .range(let range): range.isEmpty
    case .items(_, let items): items.isEmpty
    case .estimated: false
    }
  }
}
