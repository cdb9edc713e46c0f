/// One engine as docs/rules.md describes it: what it reads, its defaults, and what lays its items out.
public struct NaiveEngine: Sendable {
  public let name: String
  /// The metrics that it reads and not every engine does.
  public let metrics: [String]
  /// The default spacing of lines and items, in points.
  let spacing: Double
  var numberOfColumns = 1
  /// Whether it reads the extents of items across and along the scroll axis, and needs them.
  public let readsAcross: Bool
  public let readsAlong: Bool
  public var needsAcross = false
  public var needsAlong = false
  /// The members of items that it reads, of those that frames depend on.
  var geometry: [String] = []
  /// Whether an item with a width is scaled, so that means are of those without one.
  var scalesToWidth = false
  /// The default size of an item, in the vertical layout's terms; nil if there is none.
  var fallback: @Sendable (NaiveMetrics) -> NaiveItem = { _ in NaiveItem() }
  let layOut: @Sendable (inout NaiveBody, [NaiveItem], NaiveMetrics, NaiveRoom) -> Void
  /// Whether it reads extents as a ratio alone, so that items have no mean size.
  var readsRatios = false
  /// Metrics to try it with, each in a section of its own.
  public var variants: [JSONValue] = [[:]]

  /// All of them.
  public static let all = [flow, column, waterfall, mosaic, fixed, justified, groups]

  static let spacings = ["minimumLineSpacing", "minimumInteritemSpacing"]

  /// Whether items of another engine have every extent that this one needs.
  func takesItems(of other: NaiveEngine) -> Bool {
    (!needsAlong || other.readsAlong)
      && (!needsAcross || other.readsAcross && !other.scalesToWidth)
  }

  static func named(_ name: String) -> NaiveEngine {
    guard let engine = all.first(where: { $0.name == name }) else {
      preconditionFailure("no engine \(name)")
    }
    return engine
  }
}
