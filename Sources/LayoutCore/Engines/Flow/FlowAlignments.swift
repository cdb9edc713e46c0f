/// The positions of items along a line of flow (docs/rules.md#flow-alignment).
public enum LineAlignment: String, CaseIterable, Sendable {
  case uikit, leading, center, trailing, justify
}

/// The positions of items across a line of flow (docs/rules.md#flow-item-alignment).
public enum ItemAlignment: String, CaseIterable, Sendable {
  case leading, center, trailing
}
