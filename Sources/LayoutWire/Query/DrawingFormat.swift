/// What draws elements in place of listing them (docs/rules.md#drawings).
public enum DrawingFormat: String, CaseIterable, Sendable {
  case svg, text
}
