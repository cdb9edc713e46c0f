import Foundation
import LayoutClient
import Testing

@Suite("Answers")
struct AnswerTests {
  @Test("An answer about a layout is read, and written as it was read")
  func geometry() throws {
    let frame = LayoutRect(x: 1, y: 2, width: 3, height: 4)
    let change =
      #"{"bounds":{"height":4,"width":3,"x":1,"y":2},"parent":"0","scrollDelta":{"x":1,"y":2}}"#
    let text = #"{"change":\#(change),"contentSize":{"height":4,"width":3},"id":"1"}"#
    let answer = try JSONDecoder().decode(LayoutAnswer.self, from: Data(text.utf8))
    #expect(answer.change?.bounds == frame && answer.change?.scrollDelta == frame.origin)
    #expect(answer.contentSize == frame.size)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(answer), as: UTF8.self) == text)
  }

  @Test("What a later service adds is passed over")
  func later() throws {
    let answer = try JSONDecoder().decode(
      LayoutAnswer.self, from: Data(#"{"id":"0","colour":"blue"}"#.utf8))
    #expect(answer.id == "0")
  }
}
