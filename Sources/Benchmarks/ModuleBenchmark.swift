import CReference
import ContentHash
import Glibc
import LayoutCore
import LayoutService

/// The native part of `script/benchmark module`. A line of the input is one round: the kind of list, its number of
/// items, the number of the round, how often the list is posted and laid out, and then, as `KIND:TIMES`, how often each
/// edit is made. The answer is a line of JSON, with nanoseconds of this thread.
enum ModuleBenchmark {
  /// The number of times that a page is answered in a round.
  private static let pagesPerRound = 200

  static func run() {
    var known: (name: [Substring], list: Posted)?
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count > 3, let kind = ModuleList.Kind(rawValue: String(words[0])),
        let count = Int(words[1]), let round = Int(words[2]), let turns = Int(words[3])
      else { preconditionFailure("a line is a round: \(line)") }
      if known?.name != Array(words[..<2]) {
        known = nil
        known = (Array(words[..<2]), Posted(ModuleList(kind, count: count)))
      }
      let list = known!.list
      var members = list.members(turns: turns)
      for word in words[4...] {
        let parts = word.split(separator: ":")
        guard parts.count == 2, let edit = ModuleList.Edit(rawValue: String(parts[0])),
          let times = Int(parts[1])
        else { preconditionFailure("an edit is KIND:TIMES: \(word)") }
        members.append("\"\(edit.rawValue)\":\(list.changed(edit, round: round, times: times))")
      }
      print("{\(members.joined(separator: ","))}")
      fflush(nil)
    }
  }

  /// A list with its names, laid out.
  private struct Posted {
    let list: ModuleList
    let named: IdentifiedSnapshot
    let layout: Layout

    init(_ list: ModuleList) {
      self.list = list
      named = Posted.named(list.snapshot())
      layout = Posted.layout(named.snapshot)
    }

    private static func named(
      _ snapshot: Snapshot,
      from origin: (parent: IdentifiedSnapshot, sections: OriginRuns<Int>)? = nil
    ) -> IdentifiedSnapshot {
      guard let named = IdentifiedSnapshot(snapshot, from: origin, unless: { false }) else {
        preconditionFailure("it is never late")
      }
      return named
    }

    private static func layout(_ snapshot: Snapshot, from earlier: Layout? = nil) -> Layout {
      let section = Subject(snapshot.sections[0]).prepare(earlier?.sectionLayout(0))
      do throws(LayoutError) {
        return try Layout(
          snapshot, containerWidth: Subject.containerWidth, sectionLayouts: [section])
      } catch {
        preconditionFailure("the snapshot can be laid out: \(error)")
      }
    }

    /// The times to post it, lay it out and answer its first page.
    func members(turns: Int) -> [String] {
      let post = nanoseconds(turns) { _ in keep(Double(Posted.named(list.snapshot()).id.words[0])) }
      let made = nanoseconds(turns) { _ in
        keep(Posted.layout(named.snapshot).contentSize.height)
      }
      let page = nanoseconds(pagesPerRound) { _ in
        keep(Double(EngineBenchmark.firstScreen(layout).count))
      }
      return [
        "\"post\":\(post)", "\"layout\":\(made)", "\"page\":\(page)",
        "\"id\":\"\(named.id.hexadecimal)\"", "\"height\":\(layout.contentSize.height)",
      ]
    }

    /// The times of an edit: for the change with its names, its layout, and what moves.
    func changed(_ edit: ModuleList.Edit, round: Int, times: Int) -> String {
      let steps = (0..<times).map { list.step(edit, round * times + $0) }
      var made: [(mapping: IndexMapping, named: IdentifiedSnapshot)] = []
      let change = nanoseconds(times) { made.append(changed(steps[$0])) }
      var layouts: [Layout] = []
      let laidOut = nanoseconds(times) {
        layouts.append(Posted.layout(made[$0].named.snapshot, from: layout))
      }
      let motion = nanoseconds(times) {
        let change = LayoutChange(before: layout, after: layouts[$0], mapping: made[$0].mapping)
        keep(Posted.moved(change))
      }
      return """
        {"change":\(change),"layout":\(laidOut),"motion":\(motion),\
        "id":"\(made[times - 1].named.id.hexadecimal)",\
        "height":\(layouts[times - 1].contentSize.height)}
        """
    }

    private func changed(_ given: GivenStep) -> (mapping: IndexMapping, named: IdentifiedSnapshot) {
      var meter = WorkMeter.unlimited
      var sections = NoSections()
      let change = SnapshotDraft(named.snapshot, sectionsMax: 1, naming: Subject.naming)
      do throws(StepFailure) {
        try change.apply(given, &sections, meter: &meter)
        let snapshot = try change.snapshot(
          itemsMax: 1 << 53, explicitItemsMax: 1 << 53, meter: &meter)
        let mapping = change.applied.mapping
        return (mapping, Posted.named(snapshot, from: (named, mapping.sections)))
      } catch {
        preconditionFailure("the step can be applied: \(error)")
      }
    }

    /// The new place of a screen in the middle, in points, after finding what differs.
    private static func moved(_ change: LayoutChange) -> Double {
      let bounds = Rect(
        x: 0, y: (change.before.contentSize.height / 2).rounded(.down),
        width: Subject.containerWidth, height: Subject.viewportHeight)
      var meter = WorkMeter.unlimited
      do throws(WalkInterrupted) {
        let stretch = try change.changedStretch(meter: &meter)
        let anchored = try change.anchoredBounds(
          bounds, inset: .zero, rule: .auto, meter: &meter)
        return (stretch?.after.end ?? 0) + anchored.bounds.y
      } catch {
        preconditionFailure("the meter grants every step")
      }
    }
  }

  /// The mean time of a turn, in nanoseconds.
  private static func nanoseconds(_ turns: Int, _ turn: (Int) -> Void) -> Double {
    let start = reference_thread_nanoseconds()
    for number in 0..<turns { turn(number) }
    return (reference_thread_nanoseconds() - start) / Double(turns)
  }
}
