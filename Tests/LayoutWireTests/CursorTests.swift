import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Cursors")
struct CursorTests {
  static let positions: [Cursor.Position] =
    Element.Kind.allCases.flatMap { kind in
      [0, 1, 255, 1 << 32, 1 << 53].flatMap { index in
        (kind.isOfSection ? [0, 1, 999_999, Int(Int32.max)] : [-1]).map { section in
          Cursor.Position.element(Element(kind: kind, section: section, index: index))
        }
      }
    } + [0, 1, 999_999].map { Cursor.Position.section($0) }

  static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  @Test("A cursor reads back to its position, for its own query alone")
  func roundTrip() {
    var generator = SplitMix64(seed: 1)
    var texts: Set<String> = []
    for position in CursorTests.positions {
      let tag = generator.next()
      let text = Cursor(position: position).text(tag: tag)
      #expect(text.utf8.allSatisfy(CursorTests.unreserved.contains))
      #expect(Cursor(text, tag: tag)?.position == position)
      #expect(Cursor(text, tag: tag ^ 1) == nil)
      #expect(Cursor(text + "A", tag: tag) == nil)
      #expect(Cursor(String(text.dropLast()), tag: tag) == nil)
      texts.insert(Cursor(position: position).text(tag: 0))
    }
    #expect(texts.count == CursorTests.positions.count)
  }

  @Test("What is not a cursor is refused")
  func refused() {
    let zeros = String(repeating: "A", count: 28)
    // Zeros name the first global header, kind 0 of no section.
    #expect(
      Cursor(zeros, tag: 0)?.position
        == .element(Element(kind: .globalHeader, section: -1, index: 0)))
    for text in [
      "", "A", zeros + "=", zeros + "AAAA", String(zeros.dropLast()) + "=",
      String(zeros.dropLast()) + "+", String(zeros.dropLast()) + "é", "B" + zeros.dropFirst(),
      "/" + zeros.dropFirst(), "_" + zeros.dropFirst(), String(repeating: "_", count: 28),
    ] {
      #expect(Cursor(text, tag: 0) == nil)
    }
  }

  @Test("A cursor with any character changed is refused")
  func changed() {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let cursor = Array(
      Cursor(position: .element(Element(kind: .cell, section: 3, index: 70_000))).text(tag: 99))
    for position in cursor.indices {
      for letter in letters where letter != cursor[position] {
        var text = cursor
        text[position] = letter
        #expect(Cursor(String(text), tag: 99) == nil)
      }
    }
  }

  @Test("No text crashes the decoder, and a decoded cursor is written the same")
  func fuzz() {
    var generator = SplitMix64(seed: 2)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/é\0")
    for round in 0..<10_000 {
      let count = round % 2 == 0 ? 28 : Int.random(in: 0...60, using: &generator)
      let letters = round % 4 == 0 ? alphabet.prefix(4) : alphabet[...]
      let text = String((0..<count).map { _ in letters.randomElement(using: &generator)! })
      let tag = UInt64.random(in: 0...3, using: &generator)
      if let cursor = Cursor(text, tag: tag) { #expect(cursor.text(tag: tag) == text) }
    }
    for position in CursorTests.positions {
      var bytes = Array(Cursor(position: position).text(tag: 0).utf8)
      bytes[Int.random(in: 0..<28, using: &generator)] = UInt8.random(
        in: 0...127, using: &generator)
      let text = String(decoding: bytes, as: UTF8.self)
      if let cursor = Cursor(text, tag: 0) { #expect(cursor.text(tag: 0) == text) }
    }
  }
}
