/// The engines, by their names in snapshots and answers (docs/rules.md#snapshot-keys). This is the only list of them.
///
/// The position of an engine in this list is part of layout ids, so a new engine must be added at the end.
public enum Engine: String, CaseIterable, Sendable {
  case flow, column, waterfall, mosaic
}
