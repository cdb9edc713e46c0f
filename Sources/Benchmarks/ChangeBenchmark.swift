import CReference
import LayoutCore
import LayoutService

/// Rows 16 to 18, 20 and 44 of docs/performance.md: layouts made from earlier ones, against one pass in C over the items
/// after the change; and queries of such layouts, against queries of layouts made from scratch.
enum ChangeBenchmark {
  private static let changesPerRound = 10

  /// A flow whose items are inserted, deleted or resized in the middle.
  static func flow(_ plan: Plan) {
    let changes = Changes(.flow, plan)
    inMiddle(changes, plan, row: "16", target: 0.01) {
      reference_flow(
        Subject.inset.left, Subject.inset.top, Subject.available, Subject.spacing,
        Subject.spacing)
    }
    plan.compare(
      Comparison(
        row: "16", what: "\(changes.name), one resize in the middle, named", unit: "µs", target: 10),
      per: 1000 * changesPerRound,
      layoutd: { round in
        for change in 0..<changesPerRound {
          keep(Double(changes.tree(.resize, round * changesPerRound + change).itemCount))
        }
      })
    reference_clear()
  }

  /// Rows of photos that are inserted, deleted or resized in the middle.
  static func justified(_ plan: Plan) {
    inMiddle(Changes(.justified, plan), plan, row: "44", target: 0.02, reference: Subject.justified)
    reference_clear()
  }

  /// A list with a change in the middle, of each kind, against a pass over the items after it.
  private static func inMiddle(
    _ changes: Changes, _ plan: Plan, row: String, target: Double,
    reference: @escaping () -> Double
  ) {
    changes.subject.copyToReference(from: changes.middle)
    for kind in Changes.Kind.allCases {
      let versions = changes.versions(kind, plan)
      plan.compare(
        Comparison(
          row: row, what: "\(changes.name), one \(kind.rawValue) in the middle", unit: "µs",
          target: target),
        per: 1000 * changesPerRound,
        layoutd: { round in
          for version in versions[round] { keep(Double(version.prepare(changes.layout).byteCount)) }
        },
        reference: { _ in
          for _ in 0..<changesPerRound { keep(reference()) }
        })
    }
  }

  /// A column of three items a row: one item is inserted in the middle, and another one into the result.
  static func column(_ plan: Plan) {
    let changes = Changes(.column, plan)
    changes.subject.copyToReference(from: changes.middle)
    let first = changes.versions(.insertion, plan)
    func compare(_ what: String, _ target: Double, _ lay: @escaping (Int) -> Void) {
      plan.compare(
        Comparison(row: "17", what: "\(changes.name), \(what)", unit: "µs", target: target),
        per: 1000 * changesPerRound, layoutd: lay,
        reference: { _ in
          for _ in 0..<changesPerRound {
            keep(reference_rows(Subject.inset.top, 3, Subject.spacing))
          }
        })
    }
    compare("one insertion in the middle", 1) { round in
      for version in first[round] { keep(Double(version.prepare(changes.layout).byteCount)) }
    }
    // When the fourth item is inserted, the rows after it have started once with each of three items.
    var (before, layout) = (changes.subject, changes.layout)
    for step in 0..<3 {
      before = Subject(before, tree: Changes.insertion(step, in: before.tree, at: changes.middle))
      layout = before.prepare(layout)
    }
    let later = (0...plan.rounds).map { round in
      (0..<changesPerRound).map { change in
        Subject(
          before,
          tree: Changes.insertion(
            round * changesPerRound + change, in: before.tree, at: changes.middle))
      }
    }
    compare("a fourth insertion", 0.05) { round in
      for version in later[round] { keep(Double(version.prepare(layout).byteCount)) }
    }
    reference_clear()
  }

  /// A waterfall with a resize of one item in the middle.
  static func waterfall(_ plan: Plan) {
    let changes = Changes(.waterfall, plan)
    changes.subject.copyToReference(from: changes.middle)
    let versions = changes.versions(.resize, plan)
    plan.compare(
      Comparison(
        row: "18", what: "\(changes.name), one resize in the middle", unit: "µs", target: 1.2),
      per: 1000 * changesPerRound,
      layoutd: { round in
        for version in versions[round] { keep(Double(version.prepare(changes.layout).byteCount)) }
      },
      reference: { _ in
        for _ in 0..<changesPerRound {
          keep(reference_waterfall(Subject.inset.top, Subject.columnWidth, Subject.spacing))
        }
      })
    reference_clear()
  }

  /// Windows of a layout after 100 changes at random places, against one of the same content made from scratch.
  static func queries(_ plan: Plan) {
    for setup in [Subject.Setup.flow, .column, .waterfall] {
      let changes = Changes(setup, plan)
      var random = SeededGenerator(seed: 5)
      var (subject, layout) = (changes.subject, changes.layout)
      for step in 0..<100 {
        let item = Int.random(in: 0..<subject.section.items.count, using: &random)
        subject = Subject(
          subject,
          tree: step % 2 == 0
            ? Changes.insertion(step, in: subject.tree, at: item)
            : Changes.resize(step, in: subject.tree, item))
        layout = subject.prepare(layout)
      }
      let changed = QueryBenchmark.Query(subject, layout)
      let scratch = QueryBenchmark.Query(subject, subject.prepare())
      plan.compare(
        Comparison(
          row: "20", what: "\(changes.name), after 100 changes, against from scratch",
          unit: "ns/query", target: 1.15),
        per: QueryBenchmark.windowsPerRound, layoutd: changed.run, reference: scratch.run)
    }
  }

  /// A list, and different changes of it.
  private struct Changes {
    enum Kind: String, CaseIterable {
      case insertion, deletion, resize
    }

    let subject: Subject
    let layout: SectionLayout
    let middle: Int
    let name: String

    init(_ setup: Subject.Setup, _ plan: Plan) {
      let count = plan.isQuick ? 100_000 : 1_000_000
      subject = Subject(setup, count: count)
      layout = subject.prepare()
      middle = count / 2
      name = "\(setup.name), \(count) items"
    }

    /// The changed lists for each round.
    func versions(_ kind: Kind, _ plan: Plan) -> [[Subject]] {
      (0...plan.rounds).map { round in
        (0..<changesPerRound).map { change in
          Subject(subject, tree: tree(kind, round * changesPerRound + change))
        }
      }
    }

    /// The content after a change of an item in the middle. Each number gives a different change.
    func tree(_ kind: Kind, _ number: Int) -> ContentTree {
      let item = middle + number * 17
      return switch kind {
      case .insertion: Changes.insertion(number, in: subject.tree, at: item)
      case .deletion: Changes.spliced(subject.tree, .delete(item..<item + 1))
      case .resize: Changes.resize(number, in: subject.tree, item)
      }
    }

    static func insertion(_ number: Int, in tree: ContentTree, at item: Int) -> ContentTree {
      spliced(tree, .insert([run(number, of: tree)], at: item))
    }

    static func resize(_ number: Int, in tree: ContentTree, _ item: Int) -> ContentTree {
      let replacement = ContentEdit.Replacement.runs([run(number, of: tree)])
      return spliced(tree, ContentEdit(items: item..<item + 1, replacement: replacement))
    }

    /// An item with another size than all others; without a width if they have none.
    private static func run(_ number: Int, of tree: ContentTree) -> ItemRun {
      let width = tree[0].width > 0 ? 100.25 + Double(number % 50) : tree[0].width
      return ItemRun(count: 1, width: width, height: 60.25 + Double(number % 20))
    }

    private static func spliced(_ tree: ContentTree, _ edit: ContentEdit) -> ContentTree {
      var meter = WorkMeter.unlimited
      do throws(WalkInterrupted) {
        return try tree.spliced([edit], naming: Subject.naming, meter: &meter)
      } catch {
        preconditionFailure("the meter grants every step")
      }
    }
  }
}
