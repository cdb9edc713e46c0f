/// A format that draws elements instead of listing them (docs/rules.md#drawings).
public enum DrawingFormat: String, CaseIterable, Sendable {
  case svg, text
}
