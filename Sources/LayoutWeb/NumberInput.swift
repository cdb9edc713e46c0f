import LayoutCore

/// Reads the input that a page has written: numbers in sequence, and texts in UTF-8 that they refer to.
///
/// Any script may have written it, so each number is checked; a wrong one ends the reading without a trap.
@safe
struct NumberInput {
  private let numbers: UnsafeBufferPointer<Double>
  private let texts: UnsafeBufferPointer<UInt8>
  /// The position of the next number.
  var place = 0

  /// The depth of the parts of groups that is being read.
  var level = 0
  static let levelsMax = 64

  /// The greatest number of columns, sections or elements.
  static let itemsMax = ContentLimits.items

  /// - Parameters:
  ///   - numbers: Must not move while this reads them.
  ///   - texts: Must not move either.
  init(_ numbers: UnsafeBufferPointer<Double>, texts: UnsafeBufferPointer<UInt8>) {
    unsafe self.numbers = numbers
    unsafe self.texts = texts
  }

  /// The number of all numbers.
  var size: Int { unsafe numbers.count }

  /// The number of numbers that are left.
  var left: Int { unsafe numbers.count - place }

  /// The next number, unchecked.
  mutating func number() throws(ModuleFailure) -> Double {
    guard left > 0 else { throw .malformed }
    defer { place += 1 }
    return unsafe numbers[place]
  }

  /// A whole number from 0 to `greatest`.
  @inline(never)
  mutating func whole(upTo greatest: Int = itemsMax) throws(ModuleFailure) -> Int {
    let number = try number()
    guard number >= 0, number <= Double(greatest), number.rounded(.down) == number else {
      throw .malformed
    }
    return Int(number)
  }

  /// The number of parts that have at least one number each.
  mutating func count() throws(ModuleFailure) -> Int { try whole(upTo: left) }

  @inline(never)
  mutating func flag() throws(ModuleFailure) -> Bool { try whole(upTo: 1) == 1 }

  /// A finite number of at least 0, in points; −0 is 0.
  @inline(never)
  mutating func extent() throws(ModuleFailure) -> Double {
    guard let extent = try optionalExtent() else { throw .malformed }
    return extent
  }

  /// An extent; nil if it is NaN.
  @inline(never)
  mutating func optionalExtent() throws(ModuleFailure) -> Double? {
    let number = try number()
    if number.isNaN { return nil }
    guard number >= 0, number < .infinity else { throw .malformed }
    return number + 0
  }

  /// The least extent of a content, in points.
  mutating func contentLength() throws(ModuleFailure) -> Double {
    let length = try extent()
    guard RootKey.contentLengths.contains(length) else { throw .malformed }
    return length
  }

  /// A finite number above 0.
  mutating func positive() throws(ModuleFailure) -> Double {
    let extent = try extent()
    guard extent > 0 else { throw .malformed }
    return extent
  }

  /// Distances from the top, the left, the bottom and the right, each at least `least`, in points.
  @inline(never)
  mutating func edges(least: Double = 0) throws(ModuleFailure) -> EdgeInsets {
    EdgeInsets(
      top: try edge(least), left: try edge(least), bottom: try edge(least),
      right: try edge(least))
  }

  @inline(never)
  private mutating func edge(_ least: Double) throws(ModuleFailure) -> Double {
    let edge = try finite()
    guard edge >= least else { throw .malformed }
    return edge + 0
  }

  /// A finite number.
  @inline(never)
  mutating func finite() throws(ModuleFailure) -> Double {
    let number = try number()
    guard number.isFinite else { throw .malformed }
    return number
  }

  /// A rectangle: its origin, and a width and a height above 0.
  @inline(never)
  mutating func rect() throws(ModuleFailure) -> Rect {
    Rect(x: try finite(), y: try finite(), width: try positive(), height: try positive())
  }

  /// The parts of bounds that bars cover, at each edge; may be negative.
  @inline(never)
  mutating func insets() throws(ModuleFailure) -> EdgeInsets {
    EdgeInsets(top: try finite(), left: try finite(), bottom: try finite(), right: try finite())
  }

  @inline(never)
  mutating func point() throws(ModuleFailure) -> Point {
    Point(x: try finite(), y: try finite())
  }

  /// Bounds, then 1 and the velocity, or 0.
  @inline(never)
  mutating func motion() throws(ModuleFailure) -> ScrollMotion {
    ScrollMotion(bounds: try rect(), velocity: try flag() ? try point() : nil)
  }

  /// The section and the number of an item.
  @inline(never)
  mutating func path() throws(ModuleFailure) -> ItemPath {
    ItemPath(try whole(upTo: Int(Int32.max)), try whole(upTo: Int(Int32.max)))
  }

  /// Throws if there is more input.
  func end() throws(ModuleFailure) {
    guard left == 0 else { throw .malformed }
  }

  /// A value, by its position in the list of cases.
  mutating func choice<Choice: CaseIterable>(
    _: Choice.Type
  ) throws(ModuleFailure) -> Choice where Choice.AllCases == [Choice] {
    let cases = Choice.allCases
    return cases[try whole(upTo: cases.count - 1)]
  }

  /// A text, by its start and its length in bytes, at most `bytesMax`; nil if the start is −1 and the length is 0.
  @inline(never)
  mutating func text(bytesMax: Int) throws(ModuleFailure) -> String? {
    let start = try number()
    let count = try whole(upTo: bytesMax)
    if start == -1, count == 0 { return nil }
    let end = start + Double(count)
    guard start >= 0, start.rounded(.down) == start, unsafe end <= Double(texts.count) else {
      throw .malformed
    }
    let bytes = unsafe UnsafeBufferPointer(rebasing: texts[Int(start)..<Int(end)])
    do throws(UTF8.ValidationError) {
      return String(copying: unsafe try UTF8Span(validating: bytes.span))
    } catch {
      throw .malformed
    }
  }

  @inline(never)
  mutating func color() throws(ModuleFailure) -> Color? {
    guard let text = try text(bytesMax: Color.byteCounts.upperBound) else { return nil }
    return Color(text)
  }

  /// A list of numbers, which are not copied.
  mutating func list(_ count: Int) throws(ModuleFailure) -> NumberList {
    guard count <= left else { throw .malformed }
    defer { place += count }
    return unsafe NumberList(UnsafeBufferPointer(rebasing: numbers[place..<place + count]))
  }
}

/// Consecutive numbers of an input.
@safe
struct NumberList {
  private let numbers: UnsafeBufferPointer<Double>

  fileprivate init(_ numbers: UnsafeBufferPointer<Double>) { unsafe self.numbers = numbers }

  var count: Int { unsafe numbers.count }

  subscript(place: Int) -> Double {
    precondition(place >= 0 && place < count, "the list has the number")
    return unsafe numbers[place]
  }

  /// Calls `body` with some of the numbers.
  func with<Value>(_ range: Range<Int>, _ body: (Span<Double>) -> Value) -> Value {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the list has the numbers")
    return unsafe body(UnsafeBufferPointer(rebasing: numbers[range]).span)
  }

  /// Whether all numbers are in a range or NaN, and whether some are NaN. O(numbers)
  func survey(_ range: NumberRange) -> (areRight: Bool, haveGaps: Bool) {
    var (areRight, haveGaps) = (true, false)
    for place in 0..<count {
      let number = unsafe numbers[place]
      let isGap = number.isNaN
      haveGaps = haveGaps || isGap
      areRight = areRight && (isGap || range.has(number))
    }
    return (areRight, haveGaps)
  }
}

/// The numbers that are allowed.
struct NumberRange {
  let least: Double
  let most: Double
  var isWhole = true

  func has(_ number: Double) -> Bool {
    number >= least && number <= most && (!isWhole || number.rounded(.down) == number)
  }
}

extension NumberRange {
  /// The values of a member, as far as they are numbers.
  init(_ form: MemberForm) {
    switch form {
    case .number(let range):
      self.init(least: range.lowerBound, most: range.upperBound, isWhole: false)
    case .whole(let range):
      self.init(least: Double(range.lowerBound), most: Double(range.upperBound))
    // As they are kept: 0 is `all`, or none.
    case .wholeOrAll(let range): self.init(least: 0, most: Double(range.upperBound))
    case .place(let range): self.init(least: 0, most: Double(range.upperBound + 1))
    case .flag, .text: self.init(least: 0, most: 1)
    case .matrix:
      let range = MemberForm.numbersOfMatrix
      self.init(least: range.lowerBound, most: range.upperBound, isWhole: false)
    }
  }
}

extension ItemKey {
  /// The values that the item's member may have.
  var numbers: NumberRange {
    switch self {
    case .one: NumberRange(least: 0, most: .greatestFiniteMagnitude, isWhole: false)
    case .count: NumberRange(least: 0, most: 0x1p53)
    case .estimated: NumberRange(least: 0, most: 1)
    case .member(let place): NumberRange(MemberRow.ofItems[place].form)
    }
  }
}

extension Rect {
  /// Whether all numbers are finite, and width and height are above 0.
  var isUsable: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
  }
}

extension EdgeInsets {
  /// Whether they are finite, or those for elements at rest.
  var isUsable: Bool {
    self == .atRest || (top.isFinite && left.isFinite && bottom.isFinite && right.isFinite)
  }
}
