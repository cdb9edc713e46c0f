/// The costs of reading JSON in steps of a `WorkMeter`. A step is about 25 ns of work.
public enum DecodingCost {
  /// A key and its value, or a value of an array.
  @inlinable public static var member: Int { 1 }
  /// Comparing a key with the others of its object.
  static let comparedKey = 6

  /// Parsing or copying `count` bytes of text.
  @inlinable
  public static func bytes(_ count: Int) -> Int { count / 16 + 1 }
}
