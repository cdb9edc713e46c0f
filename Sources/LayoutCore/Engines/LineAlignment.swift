/// The positions of items along a line of flow (docs/rules.md#flow-alignment), and of rows that do not fill the width
/// (docs/rules.md#justified).
public enum LineAlignment: String, CaseIterable, Sendable {
  case uikit, leading, center, trailing, justify
}
