/// A JSON value that keeps the order of an object's members.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object.
  public struct Member: Equatable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue {
  /// Strings are equal if their bytes are. Those of the standard library are also equal if they only look alike.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONValue {
  /// The number, or nil for any other value.
  public var double: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as an integer, or nil for a fraction or any other value.
  public var int: Int? { double.flatMap { Int(exactly: $0) } }

  /// The string, or nil for any other value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, or nil for any other value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an array, or nil for any other value.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The numbers of an array of nothing but numbers, or nil for any other value.
  public var numbers: [Double]? {
    guard let array else { return nil }
    let numbers = array.compactMap(\.double)
    return numbers.count == array.count ? numbers : nil
  }

  /// The members of an object, or nil for any other value.
  public var members: [Member]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of a member of an object; nil when there is none. Setting nil removes the member.
  /// Takes time linear in the members.
  public subscript(key: String) -> JSONValue? {
    get { members?.first { $0.key == key }?.value }
    set {
      guard case .object(var members) = self else {
        preconditionFailure("only an object has members")
      }
      let position = members.firstIndex { $0.key == key }
      switch (position, newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append(Member(key, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// An element of an array.
  public subscript(index: Int) -> JSONValue {
    guard case .array(let elements) = self else {
      preconditionFailure("only an array has elements")
    }
    return elements[index]
  }
}

extension JSONValue {
  /// The value as JSON text without white space, numbers as docs/rules.md#numbers says.
  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Self.text(of: value)
    case .string(let value): Self.quoted(value)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  /// The fewest digits that read back to the same double; whole numbers below 2^53 without a point.
  static func text(of number: Double) -> String {
    precondition(number.isFinite, "JSON has no infinity and no NaN")
    if abs(number) < 0x1p53, let whole = Int(exactly: number) { return String(whole) }
    return number.description
  }

  static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20: result += escaped(UInt16(scalar.value))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func escaped(_ codeUnit: UInt16) -> String {
    let digits = String(codeUnit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}
