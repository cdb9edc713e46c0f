import Oracle
import Testing

@Suite("Inquiries about changes")
struct ChangeInquiryTests {
  let snapshot: JSONValue = [
    "engine": "column", "metrics": ["rowHeight": 10], "sections": [["items": 40]],
  ]

  @Test("What a prepend changes, and how the view follows")
  func prepend() throws {
    let inquiry = try #require(
      ChangeInquiry([
        "snapshot": snapshot, "width": 100, "bounds": [0, 50, 100, 50],
        "steps": [["insert": [["section": 0, "item": 0, "items": [["height": 7]]]]]],
      ]))
    #expect(inquiry.reply["contentSize"] == ["width": 100, "height": 407])
    #expect(inquiry.reply["changed"]?["after"] == ["start": 0, "end": 7])
    #expect(inquiry.reply["anchor"] == ["section": 0, "item": 6, "edge": "leading"])
    #expect(inquiry.reply["newBounds"] == [0, 57, 100, 50])
    #expect(inquiry.reply["transition"]?.array?.count == 5)
  }

  @Test("Steps that are refused are answered with their errors")
  func errors() throws {
    let inquiry = try #require(
      ChangeInquiry([
        "snapshot": snapshot, "width": 100, "steps": [["delete": [["section": 0, "item": 40]]]],
      ]))
    #expect(inquiry.reply["errors"] == ["/steps/0/delete/0 item-out-of-range-before"])
  }

  @Test("A seed makes up all of a change, and what is none has no answer")
  func seed() throws {
    for seed in 0..<20 {
      let inquiry = try #require(
        ChangeInquiry(["seed": .number(Double(seed)), "steps": true]))
      #expect(inquiry.reply["transition"] != nil)
      #expect(inquiry.reply["errors"] == nil)
    }
    #expect(ChangeInquiry(["steps": true]) == nil)
    #expect(
      ChangeInquiry([
        "snapshot": snapshot, "steps": [], "width": 1, "bounds": [0, 0, 1, 1], "anchor": "x",
      ]) == nil)
  }
}
