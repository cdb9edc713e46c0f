import Foundation
import LayoutCore
import Oracle
import Testing

@testable import LayoutWire

@Suite("Memory of bodies, snapshots and layouts, measured by the allocator")
struct HeapTests {
  /// What HeapProgram prints, line by line; nil where a sanitizer has an allocator of its own. It is a program, and no
  /// part of the tests, since its meter would count every allocation of all of them.
  private func lines(_ arguments: String...) throws -> [[Substring]]? {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "HeapProgram")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 3) }
    try #require(!lines.isEmpty)
    return lines == [["unmetered"]] ? nil : lines
  }

  @Test("Reading a body takes at most twenty times its bytes, whatever is in it")
  func decoding() throws {
    // At this size a list of nodes of two sections that grew one by one would just have doubled.
    guard
      let lines = try lines(
        "decoding", "90000", "3", "\(seeds(short: 0..<10, all: 0..<200).count)")
    else { return }
    #expect(lines.filter { $0[0] == "worst" }.count == 1)
    #expect(lines.filter { $0[0] == "nodes" }.count == 4)
    for line in lines {
      let multiple = try #require(Double(line[1]))
      // Of the 1 MiB beside that docs/operations.md#sizing allows, fewer than 50 kB are needed. The members that tests
      // give sections take room, too.
      let most = MemberRow.areOfSectionsOrSnapshots ? 20.7 : 20.5
      #expect(multiple <= most, "\(line.joined(separator: " "))")
      // The parser's buffers alone are most of that.
      #expect(multiple > 10, "\(line.joined(separator: " "))")
    }
  }

  @Test("Engines do not read members to lay out and find items by their sizes")
  func layouts() throws {
    let itemCount = 20_000
    guard let lines = try lines("layouts", "\(itemCount)") else { return }
    #expect(lines.count == Engine.allCases.count)
    for line in lines {
      let (bare, full) = (try #require(Int(line[1])), try #require(Int(line[2])))
      // Reading the members of an item takes a block. Leaves end at other places, so the counts differ a little.
      #expect(full < bare + itemCount / 10, "\(line.joined(separator: " "))")
    }
  }

  @Test("Steps take at most what is allowed, in every form of every list")
  func changes() throws {
    let byteCount = 300_000
    guard let lines = try lines("changes", "\(byteCount)") else { return }
    let beside = Double(2 << 20) / Double(byteCount)
    var names: Set<String> = []
    for line in lines {
      let (allowed, peak) = (try #require(Double(line[1])), try #require(Double(line[2])))
      #expect(peak <= allowed + beside, "\(line.joined(separator: " "))")
      names.insert(String(line[3].split(separator: " ")[1]))
    }
    for key in StepKey.allCases {
      #expect(names.contains { $0.hasPrefix("\(key.name).") }, "\(key)")
    }
    for key in StepKey.knownOfPlans.names {
      #expect(names.contains { $0.hasPrefix("plan.\(key).") }, "\(key)")
    }
    // The sizes of items, in each form, by each member that has items.
    for key in ["resize", "reload", "insert", "insertSections", "reloadSections"] {
      for column in ItemColumn.allCases {
        #expect(names.contains("\(key).items.\(column.listName)"), "\(key) \(column)")
      }
    }
  }

  @Test("The counted bytes of every kind of snapshot and layout are those that it takes")
  func holding() throws {
    guard let lines = try lines("holding", "300") else { return }
    #expect(lines.count > 50)
    for line in lines {
      let (grown, counted) = (try #require(Int(line[1])), try #require(Int(line[2])))
      #expect(counted > 0)
      #expect(abs(grown - counted) <= counted / 10 + 1024, "\(line.joined(separator: " "))")
    }
  }
}
