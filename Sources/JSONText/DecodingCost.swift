/// What reading JSON costs, in the steps of a `StepMeter`: a step is some 25 ns of work.
public enum DecodingCost {
  /// A key and its value, or a value of an array.
  @inlinable public static var member: Int { 1 }
  /// To compare a key with the others of its object.
  static let comparedKey = 6

  /// Bytes of text that are parsed or copied.
  @inlinable
  public static func bytes(_ count: Int) -> Int { count / 16 + 1 }
}
