import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Damaged snapshots")
struct MutatedSnapshotTests {
  static let json = [UInt8](
    #"""
    {"scrollDirection":"horizontal","layoutDirection":"rtl","engine":"waterfall",
     "metrics":{"sectionInset":{"top":8,"left":8.5,"bottom":0,"right":1e1},"itemSize":{"width":3},
       "numberOfColumns":3,"separatorColor":null,"segments":["fiftyFifty","fullWidth"],
       "padding":{"top":1},"backgroundColor":"#fff","lineAlignment":"justify"},
     "globalHeaders":[{"width":64,"pin":true},{"width":0,"height":1,"hidden":false}],
     "sections":[{"id":"people \u00e9","engine":"column","metrics":{"minimumColumnWidth":300},
         "headers":[{"width":44,"pin":true,"backgroundColor":null}],"items":120},
       {"engine":"mosaic","items":{"count":5000}},
       {"items":[{"width":90,"height":40},{"width":120.5}],"footers":[{"width":20}]},
       {"items":{"widths":[3,4,1],"heights":[2,3,1]}}, {}]}
    """#.utf8)

  @Test("The snapshot is valid before it is damaged")
  func valid() throws {
    let snapshot = try SnapshotDecoder.snapshot(readingWhole: MutatedSnapshotTests.json)
    #expect(snapshot.sections.count == 5)
  }

  @Test(
    "Whatever is damaged, the answer is a snapshot or a problem",
    arguments: seeds(short: 1..<3, all: 1..<9 as Range<UInt64>))
  func damaged(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let pieces = [
      "null", "{}", "[]", "-1", "1e308", "\"\"", "true", "9007199254740992", "\"a\":", ",", "{",
      "]",
      "100000000000000000000000", "\"width\":1,", "{\"count\":1},", "\\u0000", "-0.0",
    ].map { [UInt8]($0.utf8) }
    for _ in 0..<2000 {
      var json = MutatedSnapshotTests.json
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: 0..<json.count, using: &generator)
        let end = min(json.count, start + Int.random(in: 0...6, using: &generator))
        switch Int.random(in: 0...3, using: &generator) {
        case 0: json[start] = UInt8.random(in: 0...255, using: &generator)
        case 1: json.removeSubrange(start..<end)
        case 2: json.insert(contentsOf: pieces.randomElement(using: &generator)!, at: start)
        default: replaceValue(&json, at: start, with: pieces.randomElement(using: &generator)!)
        }
        if json.isEmpty { json = [0] }
      }
      let read = Result { () throws(Problem) in try SnapshotDecoder.snapshot(reading: json) }
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: json)
        do throws(Problem) {
          let snapshot = try SnapshotDecoder.snapshot(readingWhole: json)
          #expect(read.map(summary) == .success(summary(snapshot)))
        } catch {
          #expect(read.map(summary) == .failure(error))
          #expect(error.name == .invalidSnapshot || error.name == .badJSON)
          #expect(!error.issues.isEmpty)
          _ = try? JSONDocument(parsing: error.json())
        }
      } catch {
        // A refused text is refused at an offset, so parser and checker agree on what is JSON.
        #expect(error.byteOffset != nil)
        #expect(read.map(summary) == .failure(Problem(error, in: json.span.bytes)))
      }
    }
  }

  /// Replaces the text between the next colon and the next comma, so that it mostly stays JSON.
  private func replaceValue(_ json: inout [UInt8], at start: Int, with piece: [UInt8]) {
    guard let colon = json[start...].firstIndex(of: UInt8(ascii: ":")),
      let end = json[colon...].firstIndex(where: { $0 == UInt8(ascii: ",") })
    else { return }
    json.replaceSubrange((colon + 1)..<end, with: piece)
  }
}
