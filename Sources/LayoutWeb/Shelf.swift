/// Values that a page holds by numbers, which it gives back. A number comes again when its place has been taken 16 384
/// times more.
struct Shelf<Value> {
  private var values: [Value?] = []
  /// How often each place has been taken.
  private var uses: [Int32] = []
  private var free: [Int] = []

  /// How many values there may be at a time.
  private static var countMax: Int { 1 << placeBits }
  private static var placeBits: Int32 { 16 }

  /// Takes a value and says its number, above 0.
  mutating func put(_ value: Value) throws(ModuleFailure) -> Int32 {
    if let place = free.popLast() {
      values[place] = value
      return number(place)
    }
    guard values.count < Shelf.countMax else { throw .tooManyHandles }
    values.append(value)
    uses.append(0)
    return number(values.count - 1)
  }

  /// The value of a number.
  subscript(number: Int32) -> Value {
    get throws(ModuleFailure) {
      guard let place = place(number), let value = values[place] else { throw .unknownHandle }
      return value
    }
  }

  /// Gives a value back.
  mutating func remove(_ number: Int32) throws(ModuleFailure) {
    guard let place = place(number), values[place] != nil else { throw .unknownHandle }
    values[place] = nil
    uses[place] = (uses[place] + 1) & 0x3fff
    free.append(place)
  }

  private func number(_ place: Int) -> Int32 { (uses[place] << Shelf.placeBits | Int32(place)) + 1 }

  private func place(_ number: Int32) -> Int? {
    guard number > 0 else { return nil }
    let place = Int(number - 1) & (Shelf.countMax - 1)
    return place < values.count && self.number(place) == number ? place : nil
  }
}
