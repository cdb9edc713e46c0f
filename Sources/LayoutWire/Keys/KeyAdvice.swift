internal import LayoutCore
internal import LayoutSources

/// The advice for an unknown key: where it belongs, what it is called here, or which key was meant.
///
/// A key that does not resemble any gets no advice: a wrong guess is worse than none.
enum KeyAdvice {
  /// The greatest number of keys that are listed.
  private static let listedMax = 7
  /// Longer texts are not words. Comparing texts with many combining marks takes time quadratic in their length.
  static let wordBytesMax = 64

  /// The advice as the end of a sentence about an unknown key; empty if there is none. O(keys · bytes²)
  static func text<Key>(of name: String, among known: KnownKeys<Key>) -> String {
    if name.utf8.count <= wordBytesMax, let meant = meant(by: name, among: known) { return meant }
    let names = known.names.filter { !MemberRow.namesOfTests.contains($0) }
    guard names.count <= listedMax else { return "" }
    return ", the keys are " + names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static func meant<Key>(by name: String, among known: KnownKeys<Key>) -> String? {
    let homes = KeyHome.homes(besides: known.object)
    let folded = ForeignWords.folded(name)
    let meaning = ForeignWords.meaning(of: folded, in: known.object)
    // A word for a key of this object means it, although it may be a key of another one.
    if case .key(let key)? = meaning, known.names.contains(key) { return ", here it is \"\(key)\"" }
    if let home = homes.first(where: { $0.names.contains(name) }) {
      return ", it belongs \(home.place)"
    }
    let isKnown = known.names.contains { ForeignWords.folded($0) == folded }
    if !isKnown {
      for home in homes {
        guard let key = home.names.first(where: { ForeignWords.folded($0) == folded }) else {
          continue
        }
        return ", it is \"\(key)\" and belongs \(home.place)"
      }
    }
    switch meaning {
    case .words(let words)?: return ", here it is \(words)"
    case .key(let key)?:
      let owner = homes.first { $0.names.contains(key) }?.owner
      return owner.map { ", here it is \"\(key)\" of \($0)" }
    case nil: break
    }
    return known.nearest(to: name).map { ", the nearest known key is \"\($0)\"" }
  }
}

/// The kind of an object whose keys are read.
enum KeyedObject {
  case snapshot, section, metrics
  /// A node of a source.
  case node
  /// Items, a size, insets, a header or a footer.
  case part
  /// The body of a request that puts a document.
  case document
  /// A change, of a layout or a document, or a plan.
  case change
  case step
  /// An entry of a step, or a part of one.
  case entry
}

/// A kind of object, as the place where its keys belong.
struct KeyHome: Sendable {
  let names: [String]
  /// The place where the keys belong, as the end of "it belongs".
  let place: String
  /// The owner of the keys, as the end of "a key of".
  let owner: String

  private init<Key: NamedKey>(_ keys: Key.Type, _ place: String, owner: String) {
    self.init(Key.allCases.map(\.name), place, owner: owner)
  }

  private init(_ names: [String], _ place: String, owner: String) {
    (self.names, self.place, self.owner) = (names, place, owner)
  }

  private static let metrics = KeyHome(
    MetricsKey.self, "into \"metrics\"", owner: "the metrics")
  private static let section = KeyHome(SectionKey.self, "to the section", owner: "a section")
  private static let oneSection = KeyHome(SectionKey.self, "to a section", owner: "a section")
  private static let snapshot = KeyHome(PostedKey.self, "to the snapshot", owner: "the snapshot")
  private static let items = KeyHome(ItemListKey.self, "to the items", owner: "the items")
  private static let itemSize = KeyHome(
    ItemColumn.self, "into \"itemSize\", or to the items", owner: "the items")
  private static let edges = KeyHome(
    EdgeKey.self, "into \"sectionInset\", or other insets", owner: "insets")
  private static let header = KeyHome(
    SupplementaryKey.self, "to a header or footer", owner: "a header or footer")
  private static let node = KeyHome(
    NodeKey.self, "to a node of a source", owner: "a node of a source")
  private static let snapshotOfDocument = KeyHome(
    PostedKey.self, "into \"snapshot\"", owner: "the snapshot")
  private static let stepOfChange = KeyHome(
    StepKey.self, "to a step in \"steps\"", owner: "a step")
  private static let change = KeyHome(
    DocumentChangeKey.allCases.map(\.name) + PlanKey.allCases.map(\.name), "beside \"steps\"",
    owner: "the change")
  private static let entry = KeyHome(
    [Step.List.move, .resize].flatMap { $0.row.members.map(\.key.name) },
    "to an entry of one of the step's lists", owner: "an entry")

  /// The objects to which a key may belong that another object does not know, the likeliest first.
  static func homes(besides object: KeyedObject) -> [KeyHome] {
    switch object {
    case .snapshot: [metrics, oneSection, items, edges, header, node]
    case .metrics: [section, snapshot, itemSize, items, edges, header, node]
    case .section, .part, .node, .entry:
      [metrics, section, snapshot, items, edges, header, node]
    case .document: [snapshotOfDocument]
    case .change: [stepOfChange]
    case .step: [change, entry]
    }
  }
}
