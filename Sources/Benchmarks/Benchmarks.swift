import Glibc
import LayoutCore

/// Measures the engines and the rectangle query in this process, each against its reference, and prints one JSON object
/// for each line of the table.
@main
enum Benchmarks {
  static func main() {
    let plan = plan(CommandLine.arguments.dropFirst())
    if plan.includes("7") { EngineBenchmark.flow(plan) }
    if plan.includes("8") { EngineBenchmark.waterfall(plan) }
    if plan.includes("9") { QueryBenchmark.run(plan) }
    if plan.includes("10") { EngineBenchmark.newWidth(plan) }
    if plan.includes("11") { MemoryBenchmark.run(plan) }
    if plan.includes("16") { ChangeBenchmark.flow(plan) }
    if plan.includes("17") { ChangeBenchmark.column(plan) }
    if plan.includes("18") { ChangeBenchmark.waterfall(plan) }
    if plan.includes("20") { ChangeBenchmark.queries(plan) }
    if ["25", "26", "27"].contains(where: plan.includes) { ScrollBenchmark.run(plan) }
    if plan.includes("28") { ScrollBenchmark.reorder(plan) }
    if plan.includes("36") { MemoryBenchmark.content(plan) }
    if plan.includes("39") { QueryBenchmark.turned(plan) }
    if plan.includes("40") { EngineBenchmark.fixed(plan) }
    if plan.includes("43") { EngineBenchmark.justified(plan) }
    if plan.includes("44") { ChangeBenchmark.justified(plan) }
    if plan.includes("45") { EngineBenchmark.spans(plan) }
    if plan.includes("46") { EngineBenchmark.tolerance(plan) }
    if plan.includes("48") { EngineBenchmark.groups(plan) }
  }

  /// The rows named by the arguments. Ends the process if they name anything else.
  private static func plan(_ arguments: some Sequence<String>) -> Plan {
    var plan = Plan()
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick":
        plan.isQuick = true
      case "--only":
        plan.rows = Set((arguments.next() ?? "").split(separator: ",").map(String.init))
      case "--what":
        plan.text = arguments.next() ?? ""
      case "--beside-module":
        ModuleBenchmark.run()
        exit(0)
      case "--lay-out":
        layOut(arguments.next(), items: arguments.next(), times: arguments.next())
        exit(0)
      default:
        endAsMisused()
      }
    }
    return plan
  }

  /// Lays out a list repeatedly, for script/budget to count the instructions.
  private static func layOut(_ engine: String?, items: String?, times: String?) {
    guard let setup = Subject.Setup.all.first(where: { $0.name == engine }),
      let count = items.flatMap(Int.init), let turns = times.flatMap(Int.init)
    else { endAsMisused() }
    let subject = Subject(setup, count: count)
    for _ in 0..<turns { keep(Double(subject.prepare().byteCount)) }
  }

  private static func endAsMisused() -> Never {
    print("usage: Benchmarks [--quick] [--only ROW,…] [--what TEXT]")
    print("       Benchmarks --beside-module | --lay-out ENGINE ITEMS TIMES")
    print("rows: 7 to 11, 16 to 18, 20, 25 to 28, 36, 39, 40, 43 to 46, 48")
    exit(64)
  }
}
