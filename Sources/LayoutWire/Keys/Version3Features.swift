internal import LayoutCore

/// The members and words that the release before does not know (docs/rules.md#additions). A text with one of them may be
/// that of a layout without additions, for example if a header says `"waits": false`.
enum Version3Features {
  /// Whether a key is one. Those of the tables of members are.
  static func contain(_ name: String) -> Bool {
    members.contains(name) || MemberRow.all.contains { $0.name == name }
  }

  private static let members = [
    RootKey.globalHeaderBackgroundColor.name, RootKey.minimumContentLength.name,
    SectionKey.placeholder.name, SupplementaryKey.waits.name, MetricsKey.cellOrder.name,
  ]

  /// The words of metrics.
  static let words = [CellHeight.running.rawValue, "remainder"]
}
