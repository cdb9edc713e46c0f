/// The side from which a section comes, or to which it goes, during a change.
public enum Slide: String, CaseIterable, Sendable {
  case left, right
}
