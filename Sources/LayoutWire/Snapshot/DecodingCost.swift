/// Why reading a snapshot ended without one.
public enum DecodingStop: Error {
  /// Something is wrong with the text.
  case problem(Problem)
  /// The meter grants no more steps; nothing is known to be wrong.
  case stepsUsedUp
}

/// What reading a snapshot costs, in the steps of a ``StepMeter``: a step is some 25 ns of work.
enum DecodingCost {
  /// A key and its value, or a value of an array.
  static let member = 1
  /// A header, footer or global header, beside its members.
  static let supplementary = 6
  /// A section, beside its parts, its name included.
  static let section = 40
  /// An object of metrics that is resolved, beside its members, its name included.
  static let metrics = 100
  /// A key that is compared with the others of its object.
  static let comparedKey = 6
  /// A list of sizes that is cut out of the text, beside its bytes.
  static let list = 16

  /// Bytes of text that are parsed or copied.
  static func bytes(_ count: Int) -> Int { count / 16 + 1 }

  /// Styles of a mosaic whose names are written into a digest.
  static func styles(_ count: Int) -> Int { count / 8 }
}
