internal import JSONText
internal import LayoutCore

/// The reason why decoding a snapshot ended without one.
public enum DecodingInterrupted: Error {
  /// The text is wrong.
  case problem(Problem)
  /// The meter ran out of units; no fault is known.
  case budgetExceeded
  /// Lists of steps or keys take more memory than they may; no fault is known.
  case memoryUsedUp(atLeast: Int)

  /// Does something that takes units of work; throws `.budgetExceeded` if the meter runs out of units.
  static func units<Value>(
    _ body: () throws(WalkInterrupted) -> Value
  ) throws(DecodingInterrupted) -> Value {
    do throws(WalkInterrupted) { return try body() } catch { throw .budgetExceeded }
  }
}

/// The cost of decoding a snapshot, without parsing its JSON.
extension DecodingCost {
  /// A header, footer or global header, without its members.
  static let supplementary = 6
  /// A section, without its parts, but with its name.
  static let section = 40
  /// An object of metrics that is resolved, without its members, but with its name.
  static let metrics = 100
  /// A node of a source, without its members.
  static let node = 20
  /// A list of sizes that is cut out of the text, without its bytes.
  static let list = 16

  /// Bytes of text that are searched for a byte.
  static func skippedBytes(_ count: Int) -> Int { count / 1024 }

  /// Rows of items that are cut into leaves and hashed.
  static func named(_ count: Int) -> Int { count / 4 }

  /// Bytes that an engine writes of its metrics into a digest.
  static func written(_ count: Int) -> Int { count / 8 }
}
