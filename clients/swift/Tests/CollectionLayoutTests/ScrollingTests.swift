import CollectionLayout
import Foundation
import Testing

@Suite("Answers to questions about scrolling")
struct ScrollingTests {
  @Test("Answers are written as they were read")
  func coding() throws {
    func expectCoding<Value: Codable & Equatable>(_ type: Value.Type, _ text: String) throws {
      let read = try JSONDecoder().decode(type, from: Data(text.utf8))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(read), as: UTF8.self) == text)
    }
    let frame = #"{"height":4,"width":3,"x":1,"y":2}"#
    try expectCoding(
      TargetBounds.self,
      #"{"anchor":{"edge":"leading","item":2,"section":0},"bounds":\#(frame),"estimated":true}"#)
    try expectCoding(TargetBounds.self, #"{"bounds":\#(frame)}"#)
    try expectCoding(Neighbors.self, #"{"down":{"frame":\#(frame),"item":3,"section":0}}"#)
    try expectCoding(
      ScrollWindow.self,
      #"{"cancelled":[],"entering":[],"leaving":[{"category":"cell","item":1,"section":0}],"#
        + #""prefetch":[{"item":8,"section":0}]}"#)
  }
}
