internal import JSONText
internal import LayoutCore

/// Why reading a snapshot ended without one.
public enum DecodingStop: Error {
  /// Something is wrong with the text.
  case problem(Problem)
  /// The meter grants no more steps; nothing is known to be wrong.
  case stepsUsedUp
  /// Lists of steps or keys take more memory than they may, at least so many bytes; nothing is known to be wrong.
  case memoryUsedUp(atLeast: Int)

  /// Does what takes steps; throws that they are used up where it stops for that.
  static func steps<Value>(
    _ body: () throws(WalkStop) -> Value
  ) throws(DecodingStop) -> Value {
    do throws(WalkStop) { return try body() } catch { throw .stepsUsedUp }
  }
}

/// The cost of reading a snapshot, without its JSON.
extension DecodingCost {
  /// A header, footer or global header, beside its members.
  static let supplementary = 6
  /// A section, beside its parts, its name included.
  static let section = 40
  /// An object of metrics that is resolved, beside its members, its name included.
  static let metrics = 100
  /// A list of sizes that is cut out of the text, beside its bytes.
  static let list = 16

  /// Bytes of text among which one is looked for.
  static func skippedBytes(_ count: Int) -> Int { count / 1024 }

  /// Rows of items that are cut into leaves and hashed.
  static func named(_ count: Int) -> Int { count / 4 }

  /// Values that an engine's metrics list, which are written into a digest.
  static func listed(_ count: Int) -> Int { count / 8 }
}
