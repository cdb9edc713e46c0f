import LayoutService
import LayoutWire
import Testing

@testable import layoutd

@Suite("Shares of the memory")
struct MemoryBudgetTests {
  private func configuration(
    _ bytes: Int, _ flags: [String: String] = [:]
  ) throws -> Configuration {
    try Configuration(
      flags: flags, environment: [:], memory: MemoryLimit(bytes: bytes, source: .machine))
  }

  @Test("A large machine has the limits of docs/rules.md#limits", arguments: [5 << 30, .max])
  func large(bytes: Int) throws {
    let all = try configuration(bytes)
    #expect(all.limits.memoBytes == 512 << 20)
    #expect(all.limits.snapshotBytes == 1 << 30)
    #expect(all.limits.snapshot.sections == 1_000_000)
    #expect(all.server.bodyBytesMax == 64 << 20)
    #expect(all.server.bodiesInFlightBytesMax == 256 << 20)
    #expect(all.server.answersInFlightBytesMax == 256 << 20)
    #expect(all.server.connectionsMax == 10_000)
    #expect(!all.memoryBudget.exceedsLimit)
  }

  @Test(
    "Whatever there is, the shares together fit into it",
    arguments: [96, 128, 200, 256, 512, 1_000, 1_024, 2_048, 3_333, 4_096, 8_192, 65_536])
  func fits(mebibytes: Int) throws {
    let all = try configuration(mebibytes << 20)
    let budget = all.memoryBudget
    #expect(budget.bytes <= mebibytes << 20, "\(budget.listing())")
    #expect(budget.purposes.allSatisfy { $0.bytes > 0 })
    // Even the largest body has memory to be received and computed.
    #expect(all.server.bodyBytesMax <= all.server.bodiesInFlightBytesMax)
    #expect(
      all.server.bodyBytesMax * ServiceLimits.workingBytesPerBodyByte <= all.limits.workingBytes)
    if mebibytes >= 256 { #expect(all.server.bodyBytesMax >= 2 << 20) }
  }

  @Test("A small container with a store has room for pages in browsers, and says if it has not")
  func small() throws {
    let all = try configuration(256 << 20, Self.file)
    #expect(all.server.bodyBytesMax == 7 << 18)
    #expect(all.server.connectionsMax == 398)
    #expect(all.limits.snapshot.sections >= 10_000)
    #expect(all.store.waitingBytesMax == 16 << 20)
    #expect(all.memoryBudget.bytes <= 256 << 20 && all.memoryBudget.shortages.isEmpty)
    let less = try configuration(160 << 20, Self.file)
    #expect(less.memoryBudget.shortages.count == 2)
    #expect(less.memoryBudget.listing().contains("\nlittle memory: max-body is "))
    let chosen = ["max-body": "4KiB", "max-connections": "1"]
    #expect(try configuration(8 << 30, chosen).memoryBudget.shortages.isEmpty)
    let queue = try configuration(
      256 << 20, ["store-queue-bytes": "3MiB"].merging(Self.file) { $1 })
    #expect(queue.store.waitingBytesMax == 3 << 20)
  }

  private static let file = ["store": "sqlite:/tmp/layouts.db"]

  @Test("More memory never makes a share smaller", arguments: [[:], file])
  func ascending(flags: [String: String]) throws {
    var last = try configuration(16 << 20, flags)
    for mebibytes in stride(from: 17, to: 12_000, by: 61) {
      let next = try configuration(mebibytes << 20, flags)
      for (before, after) in zip(last.memoryBudget.purposes, next.memoryBudget.purposes) {
        #expect(before.bytes <= after.bytes, "\(after.name) at \(mebibytes)MiB")
      }
      last = next
    }
  }

  @Test("Settings that are given are in force and counted, whatever the memory")
  func explicit() throws {
    let all = try configuration(
      256 << 20,
      [
        "memo-bytes": "300MiB", "snapshot-bytes": "auto", "max-body": "64MiB",
        "max-connections": "10", "max-sections": "7", "working-bytes": "1MiB",
        "max-bodies-in-flight": "3MiB", "max-answers-in-flight": "5MiB",
      ])
    #expect(all.limits.memoBytes == 300 << 20)
    #expect(all.limits.snapshotBytes == 44 << 20)
    #expect(all.server.bodyBytesMax == 64 << 20)
    #expect(all.server.connectionsMax == 10)
    #expect(all.limits.snapshot.sections == 7)
    #expect(all.limits.workingBytes == 1 << 20)
    #expect(all.server.bodiesInFlightBytesMax == 3 << 20)
    #expect(all.server.answersInFlightBytesMax == 5 << 20)
    let budget = all.memoryBudget
    #expect(budget.exceedsLimit)
    // The largest body is computed alone.
    let working = budget.purposes.first { $0.name == "working-bytes" }?.bytes
    #expect(working == 64 * ServiceLimits.workingBytesPerBodyByte << 20)
  }

  @Test("A memory limit that is set replaces the one that is found")
  func limit() throws {
    let all = try configuration(8 << 30, ["memory-limit": "256MiB"])
    #expect(all.memoryLimit == MemoryLimit(bytes: 256 << 20, source: .setting))
    #expect(all.limits.snapshotBytes == 44 << 20)
    let found = try configuration(8 << 30, ["memory-limit": "auto"])
    #expect(found.memoryLimit == MemoryLimit(bytes: 8 << 30, source: .machine))
  }

  @Test("Sums beyond all numbers are too much, not a crash")
  func overflow() throws {
    let all = try configuration(
      1 << 30, ["snapshot-bytes": "1TiB", "memo-bytes": "1TiB", "max-connections": "1000000"])
    #expect(all.memoryBudget.exceedsLimit)
  }

  @Test("The listing names each part, the sum and the limit")
  func listing() throws {
    let text = try configuration(256 << 20).memoryBudget.listing()
    for line in [
      "the program itself     64MiB", "snapshot-bytes         44MiB",
      "memo-bytes             22MiB", "store-bytes            4096KiB",
      "together               244MiB of 256MiB (the machine's memory)",
    ] {
      #expect(text.contains("  \(line)\n"), "\(text)")
    }
  }
}
