/// The metrics of one level, merged over those of the level above.
package struct MetricsValues: Equatable, Sendable {
  /// By the places of the keys.
  private var values: [MetricValue]

  private static let standard = MetricsKey.allCases.map { $0.row.standard }

  /// What holds where nothing is said.
  package init() { values = MetricsValues.standard }

  /// The value of a metric. One that is said takes the place of its rival's.
  package subscript(key: MetricsKey) -> MetricValue {
    get { values[key.rawValue] }
    set {
      values[key.rawValue] = newValue
      if newValue != .none, let rival = key.row.rival { values[rival.rawValue] = .none }
    }
  }

  /// A number; nil where none is said.
  func number(_ key: MetricsKey) -> Double? { self[key].number }

  func size(_ key: MetricsKey) -> Size {
    if case .size(let size) = self[key] { return size }
    preconditionFailure("the metric has a size")
  }

  func edges(_ key: MetricsKey) -> EdgeInsets? { self[key].edges }

  func choice<Word: CaseIterable>(_ key: MetricsKey, _: Word.Type = Word.self) -> Word
  where Word.AllCases == [Word] {
    guard case .choice(let place) = self[key] else {
      preconditionFailure("the metric has a word")
    }
    return Word.allCases[place]
  }

  func styles(_ key: MetricsKey) -> StyleSequence {
    if case .styles(let styles) = self[key] { return styles }
    preconditionFailure("the metric has styles")
  }

  func flag(_ key: MetricsKey) -> Bool { self[key] == .flag(true) }

  func color(_ key: MetricsKey) -> Color? { self[key].color }

  /// What `numberOfColumns` or `minimumColumnWidth` says; nil where neither does.
  var columns: ColumnCount? {
    get {
      if case .columns(let number) = self[.numberOfColumns] { return .number(number) }
      return number(.minimumColumnWidth).map { .minimumWidth($0) }
    }
    set {
      switch newValue {
      case .number(let number)?: self[.numberOfColumns] = .columns(number)
      case .minimumWidth(let width)?: self[.minimumColumnWidth] = .number(width)
      case nil: (self[.numberOfColumns], self[.minimumColumnWidth]) = (.none, .none)
      }
    }
  }
}

extension EdgeInsets {
  /// The insets of the horizontal layout that is turned into this one, or the other way round.
  package var transposed: EdgeInsets {
    EdgeInsets(top: left, left: top, bottom: right, right: bottom)
  }
}
