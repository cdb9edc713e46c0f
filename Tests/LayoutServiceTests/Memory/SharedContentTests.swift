import Dispatch
import LayoutCore
import Synchronization
import Testing

@testable import LayoutService

@Suite("Content that snapshots share")
struct SharedContentTests {
  @Test("What is made for a snapshot is counted exactly, and what was there is not")
  func addedBytes() throws {
    let content = SharedContent()
    func tree(_ added: AddedContent) -> ContentTree {
      Self.tree(.sha256(sharing: content).counting(added))
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
    var meter = WorkMeter.unlimited
    let changed = try known.spliced(
      edits, naming: .sha256(sharing: content).counting(third), meter: &meter)
    #expect(third.byteCount > 0)
    withExtendedLifetime((known, same, changed)) {
      #expect(content.byteCount == before + third.byteCount)
    }
  }

  @Test("What is begun and not ended, and what a tree has that goes, leaves nothing")
  func nothingLeft() throws {
    let content = SharedContent()
    let naming = ContentNaming.sha256(sharing: content)
    do {
      let builder = Self.builder(naming)
      withExtendedLifetime(builder) { #expect(content.byteCount > 0) }
    }
    #expect(content.byteCount == 0)
    var first: ContentTree? = Self.tree(naming)
    let bytes = try #require(first).countedByteCount
    #expect(content.byteCount > bytes)
    var second = first
    first = nil
    #expect(content.byteCount > bytes)
    _ = Self.builder(naming)
    // The tree before goes while the other one is there: they share all but a leaf and the nodes over it.
    var meter = WorkMeter.unlimited
    var third = try second?.spliced(
      [.insert([ItemRun(width: 1000, height: 7)], at: 9_000)], naming: naming, meter: &meter)
    let both = content.byteCount
    second = nil
    #expect(content.byteCount < both && content.byteCount > bytes)
    #expect(try #require(third).itemCount == 20_001)
    third = nil
    #expect(content.byteCount == 0)
  }

  @Test("Threads that make, change and forget equal content at one time share it and leave nothing")
  func threads() {
    let content = SharedContent()
    let naming = ContentNaming.sha256(sharing: content)
    let last = Mutex<[ContentTree]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var kept: ContentTree?
      for round in 0..<12 {
        let tree = Self.tree(naming, count: 6_000)
        var meter = WorkMeter.unlimited
        let edit = ContentEdit.insert([ItemRun(width: 1000, height: 7)], at: round % 3 * 1_000)
        let changed = try? tree.spliced([edit], naming: naming, meter: &meter)
        #expect(changed?.itemCount == 6_001)
        kept = round % 2 == 0 ? tree : changed
        if round == thread { kept = nil }
      }
      if let kept { last.withLock { $0.append(kept) } }
    }
    var trees = last.withLock { $0 }
    #expect(trees.count == 4)
    for tree in trees where tree.digest == trees[0].digest {
      #expect(tree.root === trees[0].root)
    }
    #expect(content.byteCount > 0)
    last.withLock { $0 = [] }
    trees = []
    #expect(content.byteCount == 0)
  }

  private static func tree(_ naming: ContentNaming, count: Int = 20_000) -> ContentTree {
    var builder = builder(naming, count: count)
    return builder.finish()
  }

  private static func builder(_ naming: ContentNaming, count: Int = 20_000) -> ContentTreeBuilder {
    var builder = ContentTreeBuilder(naming: naming)
    for item in 0..<count {
      builder.append(ItemRun(width: Double(item % 97), height: Double(item / 97)))
    }
    return builder
  }
}
