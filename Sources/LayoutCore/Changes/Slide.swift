/// Where a section comes from, or goes to, while a change is shown.
public enum Slide: String, CaseIterable, Sendable {
  case left, right
}
