internal import JSONText
internal import LayoutCore

/// Decoding a value of a known type and range: each method returns the value, or nil and notes a fault.
extension SnapshotDecoder {
  /// The members of an object that have not been decoded yet.
  struct Members<Key: Hashable & Sendable> {
    fileprivate let object: JSONElement
    fileprivate let known: KnownKeys<Key>
    fileprivate var contents: JSONContents
    fileprivate var seen: UInt64 = 0
  }

  /// The members of an object.
  @inline(__always)
  mutating func object<Key: SnapshotKey>(
    _ element: JSONElement, _ keys: Key.Type
  ) -> Members<Key>? {
    object(element, keys.known)
  }

  @inline(__always)
  mutating func object<Key>(
    _ element: JSONElement, _ known: KnownKeys<Key>
  ) -> Members<Key>? {
    guard has(.object, element) else { return nil }
    return Members(object: element, known: known, contents: document.contents(of: element))
  }

  /// The next member with a known key; unknown keys and those that occur twice become faults.
  @inline(__always)
  mutating func next<Key>(_ members: inout Members<Key>) -> (Key, JSONElement)? {
    nextPosition(&members).map { (members.known.keys[$0.0], $0.1) }
  }

  /// The next member with a known key, by the key's position.
  @inline(__always)
  mutating func nextPosition<Key>(_ members: inout Members<Key>) -> (Int, JSONElement)? {
    let known = members.known
    while !isStopped, let key = document.next(&members.contents),
      let value = document.next(&members.contents)
    {
      take(DecodingCost.member)
      guard let position = known.position(of: key, in: document) else {
        refuse(unknown: key, in: members.object, known)
        continue
      }
      let bit: UInt64 = 1 << UInt64(position)
      if members.seen & bit != 0 { fault(value, .duplicateKey, "occurs twice") }
      members.seen |= bit
      if known.additions & bit != 0 { textVersion = max(textVersion, known.versions[position]) }
      return (position, value)
    }
    return nil
  }

  private mutating func refuse<Key>(
    unknown key: JSONElement, in object: JSONElement, _ known: KnownKeys<Key>
  ) {
    guard !hasEnoughFaults else { return }
    let text = document.string(key) ?? ""
    let (name, advice) = (Problem.quoted(text), KeyAdvice.text(of: text, among: known))
    if document.hasLongName(key) {
      fault(object, .unknownKey, "has the unknown key \(name)\(advice)")
    } else {
      fault(key, .unknownKey, "is unknown: \(name)\(advice)")
    }
  }

  /// The elements of an array.
  mutating func array(_ element: JSONElement) -> JSONContents? {
    has(.array, element) ? document.contents(of: element) : nil
  }

  @inline(__always)
  private mutating func has(_ type: JSONType, _ element: JSONElement) -> Bool {
    let own = document.type(of: element)
    if own == type { return true }
    fault(element, .wrongType, "must be \(type.noun), not \(own.noun)")
    return false
  }

  /// A finite number of at least 0; −0 is 0.
  @inline(__always)
  mutating func extent(_ element: JSONElement) -> Double? {
    if let value = document.double(element), value >= 0 { return value + 0 }
    refuseExtent(element)
    return nil
  }

  private mutating func refuseExtent(_ element: JSONElement) {
    if has(.number, element) { refuse(element, .outOfRange, "must be at least 0") }
  }

  /// A finite number of at least `least`; −0 is 0.
  private mutating func number(_ element: JSONElement, atLeast least: Double) -> Double? {
    if least == 0 { return extent(element) }
    guard has(.number, element), let value = document.double(element) else { return nil }
    if value >= least { return value + 0 }
    refuse(element, .outOfRange, "must be at least \(JSONWriter.text(least))")
    return nil
  }

  /// A number above 0.
  mutating func positive(_ element: JSONElement) -> Double? {
    guard has(.number, element), let value = document.double(element) else { return nil }
    if value > 0 { return value }
    refuse(element, .outOfRange, "must be above 0")
    return nil
  }

  /// A whole number in a range, in any spelling.
  mutating func integer(_ element: JSONElement, in range: ClosedRange<Int>) -> Int? {
    guard has(.number, element) else { return nil }
    if let value = document.integer(element), range.contains(value) { return value }
    let isTooMuch = document.double(element) ?? 0 > Double(range.upperBound)
    refuse(
      element, isTooMuch ? .tooMany : .outOfRange,
      "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// The value of a member as the number that is kept; nil if it does not have the member's form.
  mutating func number(_ element: JSONElement, _ form: MemberForm) -> Double? {
    switch form {
    case .flag: return boolean(element).map { $0 ? 1 : 0 }
    case .whole(let range): return integer(element, in: range).map(Double.init)
    case .wholeOrAll(let range): return wholeOrAll(element, in: range)
    case .place(let range):
      return integer(element, in: range).map { form.kept(Double($0)) }
    case .number(let range): return number(element, in: range)
    case .text, .matrix: return nil
    }
  }

  /// A whole number in a range; 0 for the word `all`.
  private mutating func wholeOrAll(
    _ element: JSONElement, in range: ClosedRange<Int>
  ) -> Double? {
    guard document.type(of: element) == .string else {
      return integer(element, in: range).map(Double.init)
    }
    if word(element) == MemberForm.all { return 0 }
    let given = Problem.quoted(document.string(element) ?? "")
    fault(
      element, .outOfRange,
      "must be a whole number from \(range.lowerBound) to \(range.upperBound), or "
        + "\"\(MemberForm.all)\", not \(given)")
    return nil
  }

  /// A number in a range.
  mutating func number(_ element: JSONElement, in range: ClosedRange<Double>) -> Double? {
    guard has(.number, element), let value = document.double(element) else { return nil }
    if range.contains(value) { return value + 0 }
    let (least, most) = (JSONWriter.text(range.lowerBound), JSONWriter.text(range.upperBound))
    let isBounded = range.upperBound < .greatestFiniteMagnitude
    refuse(
      element, .outOfRange,
      isBounded ? "must be from \(least) to \(most)" : "must be at least \(least)")
    return nil
  }

  private mutating func refuse(_ element: JSONElement, _ code: Problem.Code, _ rule: String) {
    let value = document.integer(element).map { "\($0)" }
    fault(
      element, code, "\(rule), not \(value ?? JSONWriter.text(document.double(element) ?? 0))")
  }

  /// `true` or `false`.
  mutating func boolean(_ element: JSONElement) -> Bool? {
    has(.boolean, element) ? document.boolean(element) : nil
  }

  /// A string whose number of bytes of UTF-8 is in a range.
  mutating func string(_ element: JSONElement, byteCounts: ClosedRange<Int>) -> String? {
    guard has(.string, element), let count = document.stringByteCount(element) else { return nil }
    if byteCounts.contains(count) { return document.string(element) }
    let least = byteCounts.lowerBound < byteCounts.upperBound ? "\(byteCounts.lowerBound) to " : ""
    fault(element, .outOfRange, "must have \(least)\(byteCounts.upperBound) bytes, not \(count)")
    return nil
  }

  /// A text that may be a word; empty if it is longer than any word.
  func word(_ element: JSONElement) -> String {
    let count = document.stringByteCount(element) ?? 0
    return count <= KeyAdvice.wordBytesMax ? document.string(element) ?? "" : ""
  }

  /// Notes a word that may be an addition.
  mutating func noteAddition(_ word: String) {
    textVersion = max(textVersion, LaterWords.version(ofWord: word))
  }

  /// A case of a type, by its name.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ element: JSONElement, _: Choice.Type
  ) -> Choice? {
    guard has(.string, element) else { return nil }
    let word = word(element)
    noteAddition(word)
    if let choice = Choice(rawValue: word) { return choice }
    refuse(element, besides: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// The position of a word in a list.
  mutating func choice(_ element: JSONElement, _ words: [String]) -> Int? {
    guard has(.string, element) else { return nil }
    let word = word(element)
    noteAddition(word)
    if let place = words.firstIndex(of: word) { return place }
    refuse(element, besides: words)
    return nil
  }

  private mutating func refuse(_ element: JSONElement, besides words: [String]) {
    let list = words.filter { $0 != Engine.ofTests }.map { "\"\($0)\"" }.joined(separator: ", ")
    let meant = ForeignWords.value(of: word(element), among: words)
    let advice = meant.map { "; here it is \"\($0)\"" } ?? ""
    let quoted = Problem.quoted(document.string(element) ?? "")
    fault(element, .outOfRange, "must be one of \(list), not \(quoted)\(advice)")
  }

  /// A colour; nil for `null`, which means no colour.
  mutating func color(_ element: JSONElement) -> Color? {
    if document.type(of: element) == .null { return nil }
    return string(element, byteCounts: Color.byteCounts).map { shared(Color($0)) }
  }

  /// The equal colour that is known already, if its text takes memory; the memory of a new one is counted.
  private mutating func shared(_ color: Color) -> Color {
    let bytes = HeapBytes.text(color.text)
    guard bytes > 0 else { return color }
    if colors.count >= SnapshotDecoder.colorsMax { colors.removeAll(keepingCapacity: true) }
    let (isNew, known) = colors.insert(color)
    if isNew { sectionList.hold(bytes) }
    return known
  }

  /// Distances from the edges of at least `least`; missing edges are 0.
  mutating func edges(_ element: JSONElement, least: Double = 0) -> EdgeInsets? {
    guard var members = object(element, EdgeKey.self) else { return nil }
    var insets = EdgeInsets.zero
    while let (key, value) = next(&members) {
      guard let distance = number(value, atLeast: least) else { continue }
      switch key {
      case .top: insets.top = distance
      case .left: insets.left = distance
      case .bottom: insets.bottom = distance
      case .right: insets.right = distance
      }
    }
    return insets
  }
}

extension JSONWriter {
  /// A number in the form in which it is written.
  static func text(_ number: Double) -> String {
    var writer = JSONWriter()
    writer.number(number)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONType {
  /// The type as a noun in a sentence.
  fileprivate var noun: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}
