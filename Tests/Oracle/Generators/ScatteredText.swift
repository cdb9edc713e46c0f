extension JSONValue {
  /// The value as JSON text with random white space, numbers in other words (`1.0`, `10e-1`) and
  /// characters of strings escaped: other bytes that say the same.
  ///
  /// With `negativeZero` some zeros are written `-0`, which equals 0.
  public func scatteredText(
    negativeZero: Bool = false, using random: inout SplitMix64
  ) -> String {
    let space = Self.whiteSpace(using: &random)
    switch self {
    case .null, .bool: return space + text
    case .number(let number):
      let zero = negativeZero && number == 0 && random.chance(0.3)
      return space + (zero ? "-0" : Self.scattered(number, using: &random))
    case .string(let string): return space + Self.scattered(string, using: &random)
    case .array(let elements):
      var texts: [String] = []
      for element in elements {
        texts.append(
          element.scatteredText(negativeZero: negativeZero, using: &random) + space)
      }
      return space + "[" + texts.joined(separator: ",") + space + "]"
    case .object(let members):
      var texts: [String] = []
      for member in members {
        let key = Self.scattered(member.key, using: &random)
        let value = member.value.scatteredText(negativeZero: negativeZero, using: &random)
        texts.append(space + key + space + ":" + value)
      }
      return space + "{" + texts.joined(separator: ",") + space + "}" + space
    }
  }

  private static func whiteSpace(using random: inout SplitMix64) -> String {
    random.one(of: ["", "", "", " ", "\n", "\t ", "\r\n  "])
  }

  private static func scattered(_ number: Double, using random: inout SplitMix64) -> String {
    let text = text(of: number)
    guard !text.contains("e") else {
      return random.chance(0.5) ? text : text.replacing("e", with: "E")
    }
    let fraction = text.contains(".") ? text : text + ".0"
    return random.one(of: [text, text, fraction, fraction + "00", text + "e0", text + "E+00"])
  }

  private static func scattered(_ string: String, using random: inout SplitMix64) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      if random.chance(0.1) {
        for unit in UTF16.encode(scalar)! { result += escaped(unit) }
      } else {
        result += quoted(String(scalar)).dropFirst().dropLast()
      }
    }
    return result + "\""
  }
}
