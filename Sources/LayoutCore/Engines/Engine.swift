/// The engines, by their names in snapshots and answers (docs/rules.md#snapshot-keys). This is the only list of them.
///
/// The position of an engine in this list is part of layout ids, so a new engine must be added at the end.
public enum Engine: String, CaseIterable, Sendable {
  case flow, column, waterfall, mosaic, fixed, justified, groups
  #if PROBE_MEMBER
    /// One that only tests know: rows of one item, of `probeHeight` where an item has no height.
    case probe
    /// The name of an engine that users are not told of; nil if there is none.
    package static let ofTests: String? = probe.rawValue
  #else
    package static let ofTests: String? = nil
  #endif

  /// The first version of the rules that has the engine (docs/rules.md#additions).
  var rulesVersion: UInt8 {
    switch self {
    case .fixed: RulesVersion.members
    case .justified, .groups: RulesVersion.galleries
    default: RulesVersion.base
    }
  }

  /// The engines that users are told of.
  package static let documented = allCases.filter { $0.rawValue != ofTests }
}
