import LayoutCore
import LayoutDrawing
import LayoutWire

/// A number computed from a query. Equal queries have equal numbers, on every machine and in every process.
///
/// It is neither secret nor proof: whatever it protects is checked again. A SHA-256 of the query would cost more than
/// the search itself.
struct QueryTag: Hashable, Sendable {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Mixes in a number. The order matters.
  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 32
    value = value &* 0xC4CE_B9FE_1A85_EC53
    value ^= value >> 29
  }

  /// Mixes in a parameter's value, or its absence.
  mutating func combine(
    _ value: QueryParameters.Value?, of form: QueryParameters.Form
  ) {
    if let value { combine(value) } else { combine(QueryTag.absence(of: form)) }
  }

  /// Mixes in a parameter's value.
  mutating func combine(_ value: QueryParameters.Value) {
    switch value {
    case .extent(let extent): combine(extent: extent)
    case .extents(let extents):
      combine(UInt64(extents.count))
      for extent in extents { combine(extent.bitPattern) }
    case .area(let rect): combine([rect.x, rect.y, rect.width, rect.height])
    case .insets(let inset): combine([inset.top, inset.left, inset.bottom, inset.right])
    case .point(let point):
      combine(extent: point.x)
      combine(extent: point.y)
    case .limit(let limit): combine(UInt64(limit))
    case .list(let format): combine(format == .columns ? 1 : 0)
    // Includes the version of drawings.
    case .drawing(let format):
      combine((format == .svg ? 2 : 3) | UInt64(Drawing.version) << 8)
    case .flag(let isSet): combine(isSet ? 1 : 0)
    case .special(.rest): combine(1)
    case .anchor(let rule): combine(rule)
    case .distance(let number), .progress(let number), .seconds(let number),
      .lengths(let number), .scale(let number), .pixels(let number):
      combine(extent: number)
    case .cursor(let text), .layout(let text), .prefix(let text):
      combine(UInt64(text.utf8.count))
      for byte in text.utf8 { combine(UInt64(byte)) }
    case .path(let path):
      combine(UInt64(path.section))
      combine(UInt64(path.item))
    case .position(let position): combine(position.rawValue.utf8.reduce(0) { $0 << 8 | UInt64($1) })
    case .snap(.nearest): combine(1)
    case .keep(let rule): combine(rule)
    case .fields(let fields): combine(fields.bits)
    case .section(let number), .revision(let number):
      combine(1)
      combine(UInt64(number))
    }
  }

  /// The number for the absence of a parameter, and the number of times that it is mixed in.
  typealias Absence = (word: UInt64, count: Int)

  /// The absence of a parameter with this form.
  static func absence(of form: QueryParameters.Form) -> Absence {
    switch form {
    case .extent, .extents, .area, .insets, .distance, .progress, .seconds, .lengths, .scale,
      .pixels:
      (.max, 1)
    case .point: (.max, 2)
    case .limit, .format, .flag, .special, .cursor, .anchor, .layout, .section, .revision,
      .prefix, .path, .position, .snap, .keep, .fields:
      (0, 1)
    }
  }

  /// Mixes in the absence of a parameter.
  mutating func combine(_ absence: Absence) {
    for _ in 0..<absence.count { combine(absence.word) }
  }

  private mutating func combine(_ rule: KeepRule) {
    switch rule {
    case .first: combine(AnchorRule.first)
    case .end: combine(AnchorRule.end)
    case .item(let path): combine(AnchorRule.item(path))
    }
  }

  private mutating func combine(_ rule: AnchorRule) {
    switch rule {
    case .none: combine(1)
    case .auto: combine(2)
    case .first: combine(3)
    case .end: combine(4)
    case .item(let path):
      combine(5)
      combine(UInt64(path.section))
      combine(UInt64(path.item))
    }
  }

  private mutating func combine(extent: Double) {
    combine(1)
    combine(extent.bitPattern)
  }

  private mutating func combine(_ numbers: InlineArray<4, Double>) {
    combine(4)
    for place in numbers.indices { combine(numbers[place].bitPattern) }
  }
}
