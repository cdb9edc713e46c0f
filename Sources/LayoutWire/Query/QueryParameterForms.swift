internal import JSONText
import LayoutCore

extension QueryParameters {
  /// The form of a parameter's values.
  public enum Form: Sendable {
    case extent, extents, area, insets, point, limit, format, flag, special, cursor
    case anchor, distance, layout, progress, section, revision, seconds, prefix
    case path, position, snap, keep, lengths, scale, fields, pixels
  }
}

extension QueryParameters.Name {
  /// The form of the parameter's values.
  public var form: QueryParameters.Form {
    switch self {
    case .width, .height, .length, .fromWidth, .page, .previousWidth: .extent
    case .widths, .heights: .extents
    case .rect, .bounds, .fromBounds, .previous: .area
    case .inset, .previousInset: .insets
    case .point, .proposed, .velocity, .previousVelocity: .point
    case .limit: .limit
    case .format: .format
    case .pinning, .transition: .flag
    case .special: .special
    case .cursor: .cursor
    case .anchor: .anchor
    case .endThreshold: .distance
    case .from: .layout
    case .progress: .progress
    case .section: .section
    case .after: .revision
    case .wait: .seconds
    case .prefix: .prefix
    case .item, .header, .target: .path
    case .position: .position
    case .snap: .snap
    case .keep: .keep
    case .ahead, .speed: .lengths
    case .appearScale: .scale
    case .fields: .fields
    case .scale: .pixels
    }
  }
}

extension QueryParameters.Form {
  /// Parses a decoded value; nil if it is malformed or out of range. O(bytes)
  func value(_ text: Span<UInt8>, limitMax: Int) -> QueryParameters.Value? {
    switch self {
    case .extent: return containerExtent(text).map { .extent($0) }
    case .extents: return containerExtents(text).map { .extents($0) }
    case .area:
      guard let numbers = numbers(text, count: 4), numbers[2] > 0, numbers[3] > 0 else {
        return nil
      }
      return .area(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case .insets:
      return numbers(text, count: 4).map {
        .insets(EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]))
      }
    case .point: return numbers(text, count: 2).map { .point(Point(x: $0[0], y: $0[1])) }
    case .limit:
      guard let limit = jsonNumber(text).flatMap({ Int(exactly: $0) }),
        (1...max(1, limitMax)).contains(limit)
      else { return nil }
      return .limit(limit)
    case .format:
      let name = text.word
      return ListFormat(rawValue: name).map { .list($0) }
        ?? DrawingFormat(rawValue: name).map { .drawing($0) }
    case .flag: return Bool(text.word).map { .flag($0) }
    case .special:
      return QueryParameters.SpecialPlace(rawValue: text.word).map { .special($0) }
    case .cursor: return text.isEmpty ? nil : .cursor(text.text)
    case .anchor: return anchorRule(text).map { .anchor($0) }
    case .distance:
      return jsonNumber(text).flatMap { $0 >= 0 ? .distance($0) : nil }
    case .layout: return text.isLayoutID ? .layout(text.text) : nil
    case .progress:
      return jsonNumber(text).flatMap { (0...1).contains($0) ? .progress($0) : nil }
    case .section:
      guard let number = jsonNumber(text).flatMap({ Int(exactly: $0) }),
        (0...ContentLimits.items).contains(number)
      else { return nil }
      return .section(number)
    case .revision:
      guard let number = jsonNumber(text).flatMap({ Int(exactly: $0) }),
        (0...1 << 53).contains(number)
      else { return nil }
      return .revision(number)
    case .seconds:
      return jsonNumber(text).flatMap {
        (0...QueryParameters.waitMax).contains($0) ? .seconds($0) : nil
      }
    case .prefix: return text.beginsName ? .prefix(text.text) : nil
    case .path: return itemPath(text).map { .path($0) }
    case .position: return ScrollPosition(rawValue: text.word).map { .position($0) }
    case .snap: return QueryParameters.SnapRule(rawValue: text.word).map { .snap($0) }
    case .keep: return keepRule(text).map { .keep($0) }
    case .lengths:
      return jsonNumber(text).flatMap { (0...100).contains($0) ? .lengths($0) : nil }
    case .scale:
      return jsonNumber(text).flatMap { (0...10).contains($0) ? .scale($0) : nil }
    case .fields: return ElementFields(text).map { .fields($0) }
    case .pixels:
      return jsonNumber(text).flatMap { PixelGrid.scales.contains($0) ? .pixels($0) : nil }
    }
  }

  /// The rule for values, to follow "must be".
  func rule(limitMax: Int) -> String {
    switch self {
    case .extent: "a number above 0 and at most 2^53"
    case .extents:
      "1 to \(QueryParameters.widthsMax) numbers with commas between, each above 0 and at most 2^53"
    case .flag: "true or false"
    case .special: "rest"
    case .area: "four numbers x,y,width,height with width and height above 0"
    case .insets: "four numbers top,left,bottom,right"
    case .limit: "a whole number from 1 to \(limitMax)"
    case .cursor: "what \"next\" was in an answer"
    case .section, .revision: "a whole number from 0 to 2^53"
    case .seconds: "a number from 0 to 30"
    case .prefix: "at most 128 of A-Z a-z 0-9 . _ ~ -"
    case .format: "rows, columns, svg or text"
    case .point: "two numbers x,y"
    case .anchor: "none, auto, first, end, or the numbers of a section and an item"
    case .distance: "a number of at least 0"
    case .layout: "64 lower-case hexadecimal digits"
    case .progress: "a number from 0 to 1"
    case .path: "the numbers of a section and of an element in it"
    case .position: "start, center, end or nearest"
    case .snap: "nearest"
    case .keep: "first, end, or the numbers of a section and an item"
    case .lengths: "a number from 0 to 100"
    case .scale: "a number from 0 to 10"
    case .fields:
      "names of members with commas between: \(ElementFields.names.joined(separator: ", "))"
    case .pixels: "a number from 0.1 to 16"
    }
  }

  /// The code for a value that could not be parsed; `badSyntax` if it has the wrong number of parts. O(bytes)
  func fault(of value: Span<UInt8>) -> Problem.Code {
    let count = value.numberCount
    switch self {
    case .extent, .limit, .section, .revision, .seconds, .distance, .progress, .lengths, .scale,
      .pixels:
      return count == 1 ? .outOfRange : .badSyntax
    case .anchor, .path, .keep: return count == 2 ? .outOfRange : .badSyntax
    case .area, .insets: return count == 4 ? .outOfRange : .badSyntax
    case .point: return count == 2 ? .outOfRange : .badSyntax
    case .extents:
      if count ?? 0 > QueryParameters.widthsMax { return .tooMany }
      return count == nil ? .badSyntax : .outOfRange
    case .format, .special, .position, .snap, .fields:
      return value.isEmpty ? .badSyntax : .outOfRange
    case .cursor, .flag, .layout, .prefix: return .badSyntax
    }
  }

  /// Text to add for a number that no double can hold; empty if there is none. O(bytes)
  func excess(in value: Span<UInt8>) -> String {
    switch self {
    case .area, .insets, .point:
      guard let number = value.numberBeyondDoubles else { return "" }
      let quoted = Problem.quoted(number)
      return ": \(quoted) is beyond all doubles, give one between -1.7e308 and 1.7e308"
    default: return ""
    }
  }
}

private func anchorRule(_ text: Span<UInt8>) -> AnchorRule? {
  switch text.word {
  case "none": return AnchorRule.none
  case "auto": return .auto
  case "first": return .first
  case "end": return .end
  default: return itemPath(text).map { .item($0) }
  }
}

private func keepRule(_ text: Span<UInt8>) -> KeepRule? {
  switch text.word {
  case "first": .first
  case "end": .end
  default: itemPath(text).map { .item($0) }
  }
}

private func itemPath(_ text: Span<UInt8>) -> ItemPath? {
  guard let numbers = numbers(text, count: 2), let section = Int(exactly: numbers[0]),
    let item = Int(exactly: numbers[1]), section >= 0, item >= 0
  else { return nil }
  return ItemPath(section, item)
}

private func containerExtent(_ text: Span<UInt8>) -> Double? {
  guard let extent = jsonNumber(text), extent > 0, extent <= greatestCoordinate else { return nil }
  return extent
}

/// One to sixteen extents, separated by commas.
private func containerExtents(_ text: Span<UInt8>) -> [Double]? {
  var extents: [Double] = []
  var start = 0
  while start <= text.count {
    let end = text.firstIndex(of: UInt8(ascii: ","), from: start)
    guard extents.count < QueryParameters.widthsMax,
      let extent = containerExtent(text.extracting(start..<end))
    else { return nil }
    extents.append(extent)
    start = end + 1
  }
  return extents
}

/// Parses exactly `count` numbers, at most four, separated by commas.
private func numbers(_ text: Span<UInt8>, count: Int) -> InlineArray<4, Double>? {
  var numbers = InlineArray<4, Double>(repeating: 0)
  var start = 0
  for place in 0..<count {
    guard start <= text.count else { return nil }
    let end = text.firstIndex(of: UInt8(ascii: ","), from: start)
    guard let number = jsonNumber(text.extracting(start..<end)) else { return nil }
    numbers[place] = number
    start = end + 1
  }
  return start == text.count + 1 ? numbers : nil
}

extension QueryParameters {
  /// The longest time that a poll may wait, in seconds.
  static let waitMax = 30.0
}

extension Span<UInt8> {
  /// Whether the name of a document may begin with these bytes.
  fileprivate var beginsName: Bool {
    guard count <= 128 else { return false }
    for place in indices {
      switch self[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "-"):
        break
      default: return false
      }
    }
    return true
  }

  var isLayoutID: Bool {
    guard count == 64 else { return false }
    for place in indices {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[place])
      if !isDigit, !(UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self[place]) { return false }
    }
    return true
  }

  /// The first of the numbers, separated by commas, that no double can hold.
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

  /// The number of numbers, separated by commas; nil if anything else occurs.
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
