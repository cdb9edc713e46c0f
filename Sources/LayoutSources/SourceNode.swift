internal import LayoutCore

/// A node of a tree of sources (docs/rules.md#sources). Nodes are identified by their positions in the tree.
package struct SourceNode: Sendable {
  /// The node whose child it is; nil for the root.
  package let parent: Int?
  /// Its number among the children of its parent.
  package let number: Int
  /// The members that are given, whatever their values.
  package var given = NodeKeys() {
    didSet {
      hasChildren = given.contains(.children)
      listsSections = given.contains(.sections)
    }
  }
  package private(set) var hasChildren = false
  package private(set) var listsSections = false
  /// A number that nodes with the same id have, and no others, also those of the tree that it is compared with; nil if it
  /// has no id.
  package var id: Int?
  /// The given state of a basic node, nil if it is invalid; otherwise the state that follows from those of the children.
  package var state: SourceState? = .loaded
  package var isMovable = false
  package var isEditable = false
  /// The number of the child that is shown; nil if all are.
  package var selected: Int?
  /// The number of sections that a basic node lists.
  package var listedCount = 1
  /// The position after the last node below it.
  package internal(set) var end = 0
  /// Whether no node from the root to it has selected another child.
  package internal(set) var isShown = false
  /// Whether a node above it shows one section in place of all nodes below.
  var isReplaced = false
  /// Its sections in the layout. Empty if it is not shown.
  package internal(set) var sections = 0..<0
  /// The engines of the sections that it lists; after resolving, also of those of the nodes below it.
  var engines = EngineSet()

  package init(parent: Int?, number: Int) { (self.parent, self.number) = (parent, number) }

  /// Whether it has one section without items, because of its state: in place of what it lists, or of all nodes below.
  package var isBare: Bool {
    hasChildren
      ? given.contains(.placeholder) && state == .loading : (state ?? .loaded).isBare
  }
  /// Whether sections of the layout are its own, and not those of nodes below it.
  package var hasOwnSections: Bool { !sections.isEmpty && (isBare || !hasChildren) }
  /// Whether its sections are listed as `sections`.
  package var areListed: Bool { listsSections && !isBare }
  /// Whether it is to be loaded, if it has an id.
  package var isToBeLoaded: Bool { isShown && !hasChildren && state == .initial && id != nil }
}

/// Some engines: a bit for each, in their order.
struct EngineSet: Sendable {
  private var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ engine: Engine) {
    bits |= 1 << UInt64(Engine.allCases.firstIndex(of: engine) ?? 0)
  }
  mutating func formUnion(_ other: EngineSet) { bits |= other.bits }

  /// Whether one of the engines reads a metric.
  func read(_ key: MetricsKey) -> Bool {
    for (place, rules) in EngineRules.all.enumerated()
    where bits >> UInt64(place) & 1 == 1 && rules.reads(key) {
      return true
    }
    return false
  }
}
