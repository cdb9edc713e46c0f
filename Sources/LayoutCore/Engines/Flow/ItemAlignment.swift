/// The positions of items across a line of flow (docs/rules.md#flow-item-alignment).
public enum ItemAlignment: String, CaseIterable, Sendable {
  case leading, center, trailing
}
