import Testing

@testable import Oracle

@Suite("Random steps")
struct StepGeneratorTests {
  @Test("Steps are valid, of every kind, and equal when written otherwise")
  func steps() throws {
    var generator = StepGenerator(seed: 1)
    var seen: [String: Int] = [:]
    for number in 0..<150 {
      generator.saysMembers = number % 2 == 0
      let (snapshot, width) = generator.snapshot()
      let steps = generator.steps(for: snapshot, containerWidth: width)
      let change = try NaiveChange(parent: snapshot, steps: steps)
      for step in steps { for list in step.members! { seen[list.key, default: 0] += 1 } }
      let others = generator.respelled(steps)
      let other = try NaiveChange(parent: snapshot, steps: others)
      #expect(other.result.text == change.result.text, "\(number): \(steps) \(others)")
      #expect(other.origins == change.origins, "\(number)")
      // A resolved snapshot is resolved, and has the elements of what it was made from.
      #expect(resolved(change.result).text == change.result.text, "\(number)")
    }
    for name in NaiveStep.names + ["set"] { #expect(seen[name, default: 0] > 10, "\(name)") }
  }

  @Test("A detour leads back to what there was")
  func detours() throws {
    var generator = StepGenerator(seed: 6)
    var lists: Set<String> = []
    for number in 0..<200 {
      let (snapshot, _) = generator.snapshot()
      let steps = generator.detour(for: snapshot)
      let change = try NaiveChange(parent: snapshot, steps: steps)
      #expect(change.result.text == resolved(snapshot).text, "\(number): \(steps)")
      for step in steps { for list in step.members! { lists.insert(list.key) } }
    }
    #expect(lists.count == 8)
  }

  @Test("A snapshot in other words, runs and marks among them, is the same resolved")
  func spellings() {
    var generator = StepGenerator(seed: 2)
    for number in 0..<200 {
      let (snapshot, width) = generator.snapshot()
      let other = respelled(
        snapshot, unstated: [.all, .runs], using: &generator.random)
      #expect(resolved(snapshot).text == resolved(other).text, "\(number)")
      let layouts = [snapshot, other, resolved(snapshot)].map {
        NaiveLayout(snapshot: $0, containerWidth: width)
      }
      #expect(layouts[0].elements == layouts[1].elements, "\(number)")
      #expect(layouts[0].elements == layouts[2].elements, "\(number)")
      let means = layouts.map { $0.sections.map(\.meanSize) }
      #expect(means[0] == means[1])
      #expect(means[0] == means[2])
    }
  }

  @Test("Behind the stretch that changed, all cached elements are those of before, moved")
  func changed() throws {
    var generator = StepGenerator(seed: 3)
    for number in 0..<60 {
      let (snapshot, width) = generator.snapshot()
      let steps = generator.steps(for: snapshot, containerWidth: width)
      let change = try NaiveChange(parent: snapshot, steps: steps)
      let comparison = NaiveComparison(change, containerWidth: width)
      let (before, after) = (comparison.before, comparison.after)
      let stretch = comparison.changed
      let start = stretch["before"]?["start"]?.double ?? .infinity
      let end = stretch["after"]?["end"]?.double ?? .infinity
      let distance = after.length - before.length
      let tolerance = comparison.tolerance
      let places = NaivePlaces(before.downwardElements.filter { !$0.isSpecial })
      for element in after.downwardElements where !element.isSpecial {
        let isBefore = element.y < start - tolerance
        guard isBefore || element.y >= end + tolerance else { continue }
        let partner = places.have(
          element, movedBy: isBefore ? 0 : distance, tolerance: tolerance)
        #expect(partner, "\(number): \(element)")
      }
    }
  }

  @Test("Steps at random places have errors")
  func doubtful() {
    var generator = StepGenerator(seed: 4)
    generator.saysMembers = true
    var codes: Set<String> = []
    var (snapshot, width) = generator.snapshot()
    for number in 0..<900 {
      if number % 9 == 0 { (snapshot, width) = generator.snapshot() }
      let steps = generator.doubtfulSteps(for: snapshot, containerWidth: width)
      do throws(NaiveChangeErrors) {
        _ = try NaiveChange(parent: snapshot, steps: steps)
      } catch {
        for text in error.texts { codes.insert(String(text.split(separator: " ")[1])) }
      }
    }
    #expect(codes.isSuperset(of: NaiveStep.codes), "\(Set(NaiveStep.codes).subtracting(codes))")
    #expect(codes.contains("size-missing"))
  }
}
