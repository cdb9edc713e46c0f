/// Values by numbers, in the order in which they came. One table of numbers serves all kinds of values, so that a table is
/// compiled once.
package struct NumberedValues<Value> {
  private(set) var numbers: [Int] = []
  private(set) var values: [Value] = []
  private var places: [Int: Int] = [:]

  /// No number has a value.
  package init() {}

  /// The value of a number; nil where it has none.
  package subscript(number: Int) -> Value? { places[number].map { values[$0] } }

  /// Gives a value to a number, in place of the one that it has.
  package mutating func set(_ value: Value, at number: Int) {
    if let place = places[number] {
      values[place] = value
      return
    }
    places[number] = values.count
    numbers.append(number)
    values.append(value)
  }
}
