/// Where a section of a changed list comes from, with its items.
public struct NaiveOrigin: Hashable, Sendable {
  /// Where an item comes from.
  public struct Item: Hashable, Sendable {
    /// Its section and number before; nil for a new one.
    public var from: [Int]?
    /// Whether it was moved, or its section was.
    public var isMoved = false
    /// Whether it was replaced at its place.
    public var isReloaded = false
    /// Of one without an origin: whether the reload of a section that was there before has brought it.
    public var comesWithReload = false

    /// Whether it may be an anchor.
    var survives: Bool { from != nil && !isMoved && !isReloaded }
  }

  /// Its number before; nil for a new one.
  public var from: Int?
  public var isReloaded = false
  /// Where the items come from that it had when it was first reloaded.
  public var replaced: Set<[Int]> = []
  /// The side that a new section slides in from.
  public var slide: String?
  public var items: [Item]

  /// A list that nothing has happened to.
  static func list(_ itemCounts: [Int]) -> [NaiveOrigin] {
    itemCounts.enumerated().map { section, count in
      NaiveOrigin(from: section, items: (0..<count).map { Item(from: [section, $0]) })
    }
  }

  /// What becomes of a list by a step that has made these sections of it.
  static func composed(
    _ before: [NaiveOrigin], _ step: [NaiveStep.ListedSection], slides: (String) -> String?
  ) -> [NaiveOrigin] {
    step.map { section in
      let count = section.items.count
      guard let number = section.section else {
        return NaiveOrigin(
          slide: section.source.flatMap(slides), items: Array(repeating: Item(), count: count))
      }
      var origin = before[number]
      if section.isReloaded {
        if !origin.isReloaded { origin.replaced = Set(origin.items.compactMap(\.from)) }
        origin.isReloaded = true
        origin.items = Array(
          repeating: Item(comesWithReload: origin.from != nil), count: count)
        return origin
      }
      origin.items = section.items.map { item in
        guard let ofSection = item.section else { return Item() }
        var composed = before[ofSection].items[item.item]
        composed.isMoved = composed.isMoved || item.isMoved || section.isMoved
        composed.isReloaded = composed.isReloaded || item.isReloaded
        return composed
      }
      return origin
    }
  }
}
