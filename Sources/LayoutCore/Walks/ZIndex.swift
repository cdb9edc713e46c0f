/// The zIndex of each kind of element (docs/rules.md#zindex).
enum ZIndex {
  static let background = -1000
  static let shelf = -100
  static let cell = 0
  static let placeholder = 2
  static let separator = 100
  static let supplementary = 1000
  static let globalHeaderBackground = 9001
}
