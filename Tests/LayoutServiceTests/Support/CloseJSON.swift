import Oracle

extension JSONValue {
  /// Whether values are equal but for the last digits of numbers.
  func isClose(to other: JSONValue, tolerance: Double) -> Bool {
    switch (self, other) {
    case (.number(let found), .number(let expected)):
      abs(found - expected) <= max(tolerance, 1e-6 * abs(expected))
    case (.object(let found), .object(let expected)):
      found.count == expected.count
        && zip(found, expected).allSatisfy {
          $0.key == $1.key && $0.value.isClose(to: $1.value, tolerance: tolerance)
        }
    case (.array(let found), .array(let expected)):
      found.count == expected.count
        && zip(found, expected).allSatisfy { $0.isClose(to: $1, tolerance: tolerance) }
    default: self == other
    }
  }
}
