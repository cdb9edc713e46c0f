internal import LayoutCore

/// The members and words that content of the base version of the rules does not have (docs/rules.md#additions), each with
/// the first version that has it. A text with one of them may be that of a layout without additions, for example if a
/// header says `"waits": false`. Members of items have the version of their keys (`ItemKey`).
enum LaterWords {
  /// The first version that has a key.
  static func version(ofKey name: String) -> UInt8 {
    if MemberRow.ofHeaders.contains(where: { $0.name == name })
      || MemberRow.ofSections.contains(where: { $0.name == name })
      || MemberRow.ofSnapshots.contains(where: { $0.name == name })
    {
      return RulesVersion.additions
    }
    return keys[name] ?? RulesVersion.base
  }

  /// The first version that has a word.
  static func version(ofWord word: String) -> UInt8 { words[word] ?? RulesVersion.base }

  private static let keys = [
    RootKey.globalHeaderBackgroundColor.name: RulesVersion.additions,
    RootKey.minimumContentLength.name: RulesVersion.additions,
    SectionKey.placeholder.name: RulesVersion.additions,
    SupplementaryKey.waits.name: RulesVersion.additions,
    MetricsKey.cellOrder.name: RulesVersion.additions,
    Step.List.adjust.rawValue: RulesVersion.members,
    MetricsKey.designWidth.name: RulesVersion.members,
    MetricsKey.background.name: RulesVersion.members, MetricsKey.shelf.name: RulesVersion.members,
    MetricsKey.effect.name: RulesVersion.members,
    MetricsKey.tolerance.name: RulesVersion.galleries,
    MetricsKey.groups.name: RulesVersion.galleries,
    MetricsKey.leadingGroups.name: RulesVersion.galleries,
    MetricsKey.lastGroups.name: RulesVersion.galleries,
    BackgroundKey.color.name: RulesVersion.members, BackgroundKey.insets.name: RulesVersion.members,
    BackgroundKey.behind.name: RulesVersion.members,
    MetricsKey.targetRowHeight.name: RulesVersion.galleries,
  ]

  /// The words of metrics.
  static let words = [
    CellHeight.running.rawValue: RulesVersion.additions, "remainder": RulesVersion.additions,
    Engine.fixed.rawValue: RulesVersion.members,
    Engine.justified.rawValue: RulesVersion.galleries,
    Engine.groups.rawValue: RulesVersion.galleries,
  ]
}
