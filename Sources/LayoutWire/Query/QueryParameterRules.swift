internal import JSONText

extension QueryParameters.Name {
  /// What a value has to be, to follow "must be".
  func rule(limitMax: Int) -> String {
    switch self {
    case .width, .height, .length: "a number above 0 and at most 2^53"
    case .widths, .heights:
      "1 to \(QueryParameters.widthsMax) numbers with commas between, each above 0 and at most 2^53"
    case .pinning: "true or false"
    case .special: "rest"
    case .rect, .bounds: "four numbers x,y,width,height with width and height above 0"
    case .inset: "four numbers top,left,bottom,right"
    case .limit: "a whole number from 1 to \(limitMax)"
    case .cursor: "what \"next\" was in an answer"
    case .format: "rows, columns, svg or text"
    case .point: "two numbers x,y"
    }
  }

  /// What is wrong with a value that could not be read: its form, or the numbers and words in it. O(bytes)
  func fault(of value: Span<UInt8>) -> Problem.Code {
    let count = value.numberCount
    switch self {
    case .width, .height, .length, .limit: return count == 1 ? .outOfRange : .badSyntax
    case .rect, .bounds, .inset: return count == 4 ? .outOfRange : .badSyntax
    case .point: return count == 2 ? .outOfRange : .badSyntax
    case .widths, .heights:
      if count ?? 0 > QueryParameters.widthsMax { return .tooMany }
      return count == nil ? .badSyntax : .outOfRange
    case .format, .special: return value.isEmpty ? .badSyntax : .outOfRange
    case .cursor, .pinning: return .badSyntax
    }
  }

  /// What to say besides of a number that no double holds; empty where there is none. O(bytes)
  func excess(in value: Span<UInt8>) -> String {
    switch self {
    case .rect, .bounds, .inset, .point:
      guard let number = value.numberBeyondDoubles else { return "" }
      let quoted = Problem.quoted(number)
      return ": \(quoted) is beyond all doubles, give one between -1.7e308 and 1.7e308"
    default: return ""
    }
  }
}

extension Span<UInt8> {
  /// The first number among them, with commas between, that no double holds.
  fileprivate var numberBeyondDoubles: String? {
    var start = 0
    while start <= count {
      let end = firstIndex(of: UInt8(ascii: ","), from: start)
      let part = extracting(start..<end)
      if jsonNumber(part, mayBeInfinite: true)?.isInfinite == true { return part.text }
      start = end + 1
    }
    return nil
  }

  /// How many numbers these are, with commas between them; nil where anything else is among them.
  fileprivate var numberCount: Int? {
    var (numberCount, start) = (0, 0)
    while start <= count {
      let end = firstIndex(of: UInt8(ascii: ","), from: start)
      guard jsonNumber(extracting(start..<end), mayBeInfinite: true) != nil else { return nil }
      numberCount += 1
      start = end + 1
    }
    return numberCount
  }
}
