import JSONText
import LayoutCore
import LayoutStore
public import LayoutWire

/// The commit and the current limits, for `GET /version`.
public struct ServiceFacts: Sendable {
  /// A current limit.
  public struct CurrentLimit: Sendable, Equatable {
    public let limit: Limit
    /// A number, a number of bytes, or a time in seconds.
    public let value: Double

    /// Creates a limit with its value.
    public init(_ limit: Limit, _ value: Double) {
      self.limit = limit
      self.value = value
    }
  }

  /// The commit of the sources; nil if the build was not given one.
  public let commit: String?
  /// In the order of the settings.
  public let limits: [CurrentLimit]

  /// Creates the facts.
  public init(commit: String? = nil, limits: [CurrentLimit] = []) {
    self.commit = commit
    self.limits = limits
  }

  /// The body of `GET /version`.
  var json: [UInt8] {
    var writer = JSONWriter(capacity: 768)
    writer.literal("{\"version\":")
    writer.string(Release.version)
    writer.literal(",\"commit\":")
    writer.string(commit ?? "unknown")
    writer.literal(",\"rulesVersion\":")
    writer.integer(Int(rulesVersion))
    writer.literal(",\"sqlite\":")
    writer.string(SQLiteStore.libraryVersion)
    writer.literal(",\"limits\":{")
    for (place, inForce) in limits.enumerated() {
      if place > 0 { writer.literal(",") }
      writer.string(inForce.limit.memberName)
      writer.literal(":")
      writer.number(inForce.value)
    }
    writer.literal("}}")
    return writer.bytes
  }
}

extension Limit {
  /// The setting's name in the form of a JSON member: `max-body` becomes `maxBody`.
  var memberName: String {
    let words = rawValue.split(separator: "-")
    return words.dropFirst().reduce(String(words[0])) { name, word in
      name + word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}
