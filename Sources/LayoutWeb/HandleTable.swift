/// Values that a page refers to by numbers. A number is used again after its place has been used 16 384 times more.
struct HandleTable<Value> {
  private var values: [Value?] = []
  /// The number of times that each place has been used.
  private var uses: [Int32] = []
  private var free: [Int] = []

  /// The greatest number of values at a time.
  private static var countMax: Int { 1 << placeBits }
  private static var placeBits: Int32 { 16 }

  /// Stores a value and returns its number, above 0.
  mutating func put(_ value: Value) throws(ModuleFailure) -> Int32 {
    if let place = free.popLast() {
      values[place] = value
      return number(place)
    }
    guard values.count < HandleTable.countMax else { throw .tooManyHandles }
    values.append(value)
    uses.append(0)
    return number(values.count - 1)
  }

  /// The value with a number.
  subscript(number: Int32) -> Value {
    get throws(ModuleFailure) {
      guard let place = place(number), let value = values[place] else { throw .unknownHandle }
      return value
    }
  }

  /// Releases a value.
  mutating func remove(_ number: Int32) throws(ModuleFailure) {
    guard let place = place(number), values[place] != nil else { throw .unknownHandle }
    values[place] = nil
    uses[place] = (uses[place] + 1) & 0x3fff
    free.append(place)
  }

  private func number(_ place: Int) -> Int32 {
    (uses[place] << HandleTable.placeBits | Int32(place)) + 1
  }

  private func place(_ number: Int32) -> Int? {
    guard number > 0 else { return nil }
    let place = Int(number - 1) & (HandleTable.countMax - 1)
    return place < values.count && self.number(place) == number ? place : nil
  }
}
