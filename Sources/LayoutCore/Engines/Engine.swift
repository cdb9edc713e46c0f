/// The engines, by their names in snapshots and answers (docs/rules.md#snapshot-keys): the one list.
///
/// The place of an engine in the list is part of the names of layouts, so a new one comes last.
public enum Engine: String, CaseIterable, Sendable {
  case flow, column, waterfall, mosaic
}
