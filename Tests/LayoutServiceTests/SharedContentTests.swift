import LayoutCore
import Testing

@testable import LayoutService

@Suite("Content that snapshots share")
struct SharedContentTests {
  @Test("What is made for a snapshot is counted exactly, and what was there is not")
  func addedBytes() throws {
    let content = SharedContent()
    func tree(_ added: AddedContent) -> ContentTree {
      var builder = ContentTreeBuilder(naming: .sha256(sharing: content).counting(added))
      for item in 0..<20_000 {
        builder.append(ItemRun(width: Double(item % 97), height: Double(item % 89)))
      }
      return builder.finish()
    }
    let (first, second, third) = (AddedContent(), AddedContent(), AddedContent())
    let known = tree(first)
    #expect(known.leafCount > 10)
    #expect(first.byteCount > 0)
    #expect(first.byteCount == content.byteCount)
    let same = tree(second)
    #expect(same.root === known.root)
    #expect(second.byteCount == 0)
    let before = content.byteCount
    let edits = [100, 9_000].map {
      ContentEdit(items: $0..<$0 + 1, replacement: .run(ItemRun(width: 1000, height: 7)))
    }
    var meter = StepMeter.unlimited
    let changed = try known.spliced(
      edits, naming: .sha256(sharing: content).counting(third), meter: &meter)
    #expect(third.byteCount > 0)
    withExtendedLifetime((known, same, changed)) {
      #expect(content.byteCount == before + third.byteCount)
    }
  }
}
