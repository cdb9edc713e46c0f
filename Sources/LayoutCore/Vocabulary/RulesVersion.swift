/// The current versions of the rules (docs/rules.md#rules-version). A release that changes an answer has only later
/// versions, so that ids change and no cache is wrong. Content that says a later addition, such as a member of an item,
/// has that addition's version, and so has what contains it. All other content keeps its version and its id.
public var rulesVersions: ClosedRange<UInt8> { RulesVersion.base...RulesVersion.galleries }

/// The latest of them.
public var rulesVersion: UInt8 { RulesVersion.galleries }

/// The versions with which the forms of metrics, sections and snapshots begin: the greatest that anything in them needs
/// (docs/rules.md#additions).
package enum RulesVersion {
  /// Content without additions.
  package static let base: UInt8 = 2
  /// Additions to metrics, headers, sections and snapshots.
  package static let additions: UInt8 = 3
  /// Members of items, backgrounds and shelves, effects, the engine `fixed`.
  package static let members: UInt8 = 4
  /// Spans and the tolerance of waterfalls, the engines `justified` and `groups`.
  package static let galleries: UInt8 = 5
}
