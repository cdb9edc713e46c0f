/// Ways to write the same content that are easily forgotten (docs/rules.md#layout-id).
public struct UnstatedSpellings: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Widths of items in `column`, and any sizes of items in `mosaic`.
  public static let unreadItemSizes = UnstatedSpellings(rawValue: 1)
  /// The extent of a supplementary element across the scroll axis.
  public static let unreadSupplementaryExtents = UnstatedSpellings(rawValue: 2)
  /// A section's colours written on its headers and footers, which inherit them.
  public static let inheritedColorsWrittenOut = UnstatedSpellings(rawValue: 4)

  /// Equal neighbours as one entry or as several, `false` for no mark, marks in `mosaic`.
  public static let runs = UnstatedSpellings(rawValue: 8)

  public static let all: UnstatedSpellings = [
    .unreadItemSizes, .unreadSupplementaryExtents, .inheritedColorsWrittenOut, .runs,
  ]
}

/// The same content in other words: another form of items, metrics at another level, defaults
/// written out or left out, metrics that no engine reads, another order of keys. Its layout id is
/// that of the original, and so is every answer, byte for byte (docs/rules.md#layout-id).
public func respelled(
  _ snapshot: JSONValue, unstated: UnstatedSpellings = [], using random: inout SplitMix64
) -> JSONValue {
  var respelling = Respelling(snapshot: snapshot, unstated: unstated, random: random)
  respelling.moveEngines()
  respelling.moveMetricsDown()
  for number in respelling.sections.indices { respelling.respellSection(number) }
  respelling.moveMetricsUp()
  let result = respelling.result()
  random = respelling.random
  return result
}

struct Respelling {
  var snapshot: JSONValue
  var sections: [JSONValue]
  let unstated: UnstatedSpellings
  var random: SplitMix64
  let horizontal: Bool

  static let columnKeys = NaiveEngine.columnKeys

  init(snapshot: JSONValue, unstated: UnstatedSpellings, random: SplitMix64) {
    self.snapshot = snapshot
    self.unstated = unstated
    self.random = random
    sections = snapshot["sections"]?.array ?? []
    horizontal = snapshot["scrollDirection"]?.string == "horizontal"
  }

  func engine(of section: JSONValue) -> String {
    section["engine"]?.string ?? snapshot["engine"]?.string ?? "flow"
  }

  /// Names every section's engine, and then often another one on the snapshot.
  mutating func moveEngines() {
    guard random.chance(0.5) else { return }
    for number in sections.indices {
      sections[number]["engine"] = .string(engine(of: sections[number]))
    }
    if sections.isEmpty { return }
    let other = random.one(of: NaiveEngine.all).name
    snapshot["engine"] = random.chance(0.5) ? .string(other) : nil
    for number in sections.indices
    where sections[number]["engine"] == .string(engine(of: [:])) && random.chance(0.7) {
      sections[number]["engine"] = nil
    }
  }

  /// Writes inherited metrics on the sections, and takes most of them from the snapshot.
  mutating func moveMetricsDown() {
    guard !sections.isEmpty else { return }
    for member in snapshot["metrics"]?.members ?? [] where random.chance(0.5) {
      let rivals = Self.columnKeys.contains(member.key) ? Self.columnKeys : [member.key]
      for number in sections.indices {
        var metrics = sections[number]["metrics"] ?? [:]
        if rivals.allSatisfy({ metrics[$0] == nil }) { metrics[member.key] = member.value }
        sections[number]["metrics"] = metrics
      }
      if random.chance(0.7) { snapshot["metrics"]?[member.key] = nil }
    }
    if snapshot["metrics"] == nil && random.chance(0.3) { snapshot["metrics"] = [:] }
  }

  /// Writes metrics that all sections share on the snapshot, and removes them from some sections.
  mutating func moveMetricsUp() {
    guard let first = sections.first else { return }
    for member in first["metrics"]?.members ?? [] where random.chance(0.3) {
      let (key, value) = (member.key, member.value)
      guard sections.allSatisfy({ $0["metrics"]?[key] != nil }) else { continue }
      var metrics = snapshot["metrics"] ?? [:]
      for rival in Self.columnKeys where Self.columnKeys.contains(key) { metrics[rival] = nil }
      metrics[key] = value
      snapshot["metrics"] = metrics
      for number in sections.indices
      where sections[number]["metrics"]?[key] == value && random.chance(0.7) {
        sections[number]["metrics"]?[key] = nil
      }
    }
  }

  mutating func respellSection(_ number: Int) {
    var section = sections[number]
    var metrics = section["metrics"] ?? [:]
    let inherited = snapshot["metrics"] ?? [:]
    respellItems(of: &section, &metrics)
    respellDefaults(of: &metrics, inherited: inherited, engine: engine(of: section))
    changeUnreadMetrics(of: &metrics, engine: engine(of: section))
    if metrics.members?.isEmpty == false || random.chance(0.5) {
      section["metrics"] = metrics
    } else {
      section["metrics"] = nil
    }
    for key in ["headers", "footers"] {
      let colors = NaiveMetrics(snapshot: snapshot, section: section)
      section[key] = respelledSupplementaries(section[key], inheriting: colors)
    }
    section["placeholder"] = respelledPlaceholder(
      of: section, NaiveMetrics(snapshot: snapshot, section: section))
    sections[number] = section
  }

  /// Writes defaults out, or leaves written ones out; completes objects with their default members.
  mutating func respellDefaults(of metrics: inout JSONValue, inherited: JSONValue, engine: String) {
    for member in metrics.members ?? [] {
      if member.key == "itemSize" {
        metrics[member.key] = completed(member.value, ["width", "height"], with: 50)
      } else if member.key.hasSuffix("Inset") || member.key.hasSuffix("Insets")
        || member.key == "padding"
      {
        metrics[member.key] = completed(
          member.value, ["top", "left", "bottom", "right"], with: 0)
      }
    }
    for member in NaiveEngine.named(engine).defaults.members! {
      let (key, value) = (member.key, member.value)
      let rivals = Self.columnKeys.contains(key) ? Self.columnKeys : [key]
      guard rivals.allSatisfy({ inherited[$0] == nil }) else { continue }
      if metrics[key] == value && random.chance(0.5) {
        metrics[key] = nil
      } else if rivals.allSatisfy({ metrics[$0] == nil }) && random.chance(0.2) {
        metrics[key] = value
      }
    }
  }

  /// An object with some of its absent members written out, or some of the written ones left out.
  private mutating func completed(
    _ object: JSONValue, _ keys: [String], with value: JSONValue
  ) -> JSONValue {
    var object = object
    for key in keys where random.chance(0.5) {
      if object[key] == nil {
        object[key] = value
      } else if object[key] == value {
        object[key] = nil
      }
    }
    return object
  }

  private mutating func changeUnreadMetrics(of metrics: inout JSONValue, engine: String) {
    let values = MetricsGenerator(containerWidth: 300, horizontal: horizontal)
    let read = NaiveEngine.named(engine).metrics
    for key in Set(NaiveEngine.all.flatMap(\.metrics)).sorted()
    where !read.contains(key) && random.chance(0.3) {
      if Self.columnKeys.contains(key) {
        for rival in Self.columnKeys { metrics[rival] = nil }
      }
      // Not by `? :`, whose `nil` would be JSON's null here.
      metrics[key] = nil
      if random.chance(0.7) { metrics[key] = values.value(of: key, using: &random) }
    }
  }

  func isDefault(_ key: String, _ value: String) -> Bool {
    snapshot[key] == nil || snapshot[key] == .string(value)
  }

  mutating func result() -> JSONValue {
    for (key, value) in [("scrollDirection", "vertical"), ("layoutDirection", "ltr")]
    where isDefault(key, value) {
      snapshot[key] = random.chance(0.5) ? .string(value) : nil
    }
    if snapshot["engine"] == nil && random.chance(0.3) { snapshot["engine"] = "flow" }
    snapshot["globalHeaders"] = respelledSupplementaries(
      snapshot["globalHeaders"], inheriting: nil)
    snapshot["sections"] = .array(sections)
    return shuffled(snapshot)
  }

  private mutating func shuffled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      var shuffledMembers: [JSONValue.Member] = []
      for member in members.shuffled(using: &random) {
        shuffledMembers.append(JSONValue.Member(member.key, shuffled(member.value)))
      }
      return .object(shuffledMembers)
    case .array(let elements):
      var shuffledElements: [JSONValue] = []
      for element in elements { shuffledElements.append(shuffled(element)) }
      return .array(shuffledElements)
    default:
      return value
    }
  }
}
