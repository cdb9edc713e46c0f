import JSONText
import LayoutCore
import Oracle
import Testing

@Suite("Documents of JSON")
struct DocumentTests {
  /// The value of an element, as the oracle has it.
  private func value(_ element: JSONElement, of document: JSONDocument) -> JSONValue {
    var contents = document.contents(of: element)
    switch document.type(of: element) {
    case .object:
      var members: [JSONValue.Member] = []
      while let key = document.next(&contents), let value = document.next(&contents) {
        members.append(.init(document.string(key) ?? "", self.value(value, of: document)))
      }
      #expect(document.count(of: element) == members.count)
      return .object(members)
    case .array:
      var elements: [JSONValue] = []
      while let element = document.next(&contents) {
        elements.append(value(element, of: document))
      }
      #expect(document.count(of: element) == elements.count)
      return .array(elements)
    case .string:
      let text = document.string(element) ?? ""
      #expect(document.stringByteCount(element) == text.utf8.count)
      #expect(document.name(element) == JSONName(text))
      #expect(document.hasBytes(element, Array(text.utf8)))
      return .string(text)
    case .number: return .number(document.double(element) ?? .nan)
    case .boolean: return .bool(document.boolean(element) ?? false)
    case .null: return .null
    }
  }

  @Test("A text has the values that the oracle reads, in other spellings, too")
  func values() throws {
    for seed in UInt64(0)..<60 {
      var generator = SnapshotGenerator(seed: seed)
      let json = generator.snapshot(containerWidth: 390)
      let text = json.scatteredText(using: &generator.random)
      let document = try JSONDocument(parsing: Array(text.utf8))
      #expect(value(document.root, of: document) == json, "seed \(seed)")
    }
    let text = "[\"\u{1F600}\\ud83d\\ude00\\u00e9\\n\\/\\\"\", -0, 18446744073709551615, 1E2]"
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(
      value(document.root, of: document)
        == ["\u{1F600}\u{1F600}é\n/\"", 0, 18_446_744_073_709_551_615.0, 100])
  }

  @Test(
    "A text that is not JSON is refused at the byte where it stops being JSON",
    arguments: [
      ("", 0), ("[1,]", 3), ("{\"a\" 1}", 5), ("{1:2}", 1), ("[01]", 2), ("[1.]", 3), ("[-]", 2),
      ("[1e]", 3), ("tru", 3), ("trux", 3), ("\"\t\"", 1), ("\"\\x\"", 1), ("\"\\ud800\"", 1),
      ("[1] 2", 4), ("[1e999]", 1), ("\"abc", 4), ("[1 2]", 3), ("\u{FEFF}1", 0), ("]", 0),
      ("+1", 0),
    ])
  func faults(text: String, offset: Int) throws {
    let error = try #require(throws: JSONSyntaxError.self) {
      _ = try JSONDocument(parsing: Array(text.utf8))
    }
    #expect(error.byteOffset == offset)
    #expect(!error.isTooDeep && !error.isUnfinished && !error.isOutOfMemory)
  }

  @Test("Bytes that are not UTF-8, and every cut of a text, are refused")
  func bytes() throws {
    for bytes: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xE2, 0x82], [0xFF],
    ] {
      let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
      #expect(throws: JSONSyntaxError.self) { _ = try JSONDocument(parsing: text) }
    }
    let whole = Array(#"{"a":[1.5e-3,true,null,"\u00e9é"],"b":{}}"#.utf8)
    for count in 0..<whole.count {
      #expect(throws: JSONSyntaxError.self) {
        _ = try JSONDocument(parsing: Array(whole.prefix(count)))
      }
    }
    #expect(throws: Never.self) { _ = try JSONDocument(parsing: whole) }
  }

  @Test("Containers may be nested so deep and no deeper, and a meter may end the work")
  func limits() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { _ = try JSONDocument(parsing: nested(16)) }
    let error = try #require(throws: JSONSyntaxError.self) {
      _ = try JSONDocument(parsing: nested(17))
    }
    #expect(error.isTooDeep)
    var meter = WorkMeter(portion: 1)
    let late = try #require(throws: JSONSyntaxError.self) {
      _ = try JSONDocument(parsing: Array(repeating: 0x20, count: 1000), meter: &meter)
    }
    #expect(late.isUnfinished)
  }
}
