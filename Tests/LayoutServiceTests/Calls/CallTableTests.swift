import HTTPServer
import LayoutCore
import LayoutWire
import Testing

@testable import LayoutService

@Suite("The table of calls")
struct CallTableTests {
  let service = Service(limits: ServiceLimits(), metrics: ServiceMetrics(), log: { _ in })

  /// Calls that have a path.
  static let numbers = Call.all.indices.filter { !Call.all[$0].methods.isEmpty }

  /// Paths that lead to a call.
  private func paths(_ number: Int) -> [String] {
    let call = Call.all[number]
    let id = String(repeating: "0", count: 64)
    let path =
      call.files ?? call.path.replacing("{id}", with: id).replacing("{name}", with: "bad-json")
    if call.path.contains("{item}") {
      return [path.replacing("{section}", with: "1").replacing("{item}", with: "2")]
    }
    guard let category = call.elements else { return [path] }
    return Element.Kind.allCases.filter { $0.category == category }.map { kind in
      switch kind {
      case .cell: "\(path)/1/2"
      case .globalHeader: "\(path)/\(kind.name)/2"
      default: "\(path)/\(kind.name)/1/2"
      }
    }
  }

  @Test(
    "A call is reached by its path with each of its methods, and with no other", arguments: numbers)
  func reached(number: Int) {
    let call = Call.all[number]
    for path in paths(number) {
      let taken = Call.all.filter { $0.path == call.path }.flatMap(\.methods)
      for method in Method.allCases {
        let headers = [("Content-Type", "application/json")]
        let body: [UInt8]? = [.post, .put].contains(method) ? [] : nil
        let request = Request(method, path, headers: headers, body: body)
        let work = service.admitted(request, through: .main)
        #expect(work.question.target.route.template == call.path, "\(path)")
        if call.methods.contains(method) {
          #expect(work.head.refusal == nil && work.head.call == number, "\(method) \(path)")
        } else if !taken.contains(method) {
          #expect(work.head.refusal?.name == .methodNotAllowed, "\(method) \(path)")
          #expect(work.head.refusal?.allow == taken.map(\.name).joined(separator: ", "))
        }
      }
    }
  }

  @Test("A call takes the parameters of its row, and no others", arguments: numbers)
  func parameters(number: Int) {
    let call = Call.all[number]
    for path in paths(number) {
      for name in QueryParameters.Name.allCases {
        let request = Request(call.methods[0], "\(path)?\(name.text)=")
        let work = service.admitted(request, through: .main)
        let refusal = work.head.parameterProblem ?? work.head.refusal
        let isUnknown = refusal?.issues.first?.code == .unknownKey
        let isTaken = !call.readsQuery || call.parameters.contains(name)
        #expect(isUnknown != isTaken, "\(path) \(name)")
      }
    }
  }

  @Test("No two paths have one entity tag")
  func tags() {
    let all = Self.numbers.filter { Call.all[$0].lifetime.hasTagOfQuestion }.flatMap(paths)
    let tags = all.map { path in
      EntityTags(service.admitted(Request(.get, path), through: .main).question)
        .text(.identity)
    }
    #expect(Set(tags).count == all.count)
    #expect(all.count > Element.Kind.allCases.count)
  }

  @Test("A call that needs a key is refused without one, on every path", arguments: numbers)
  func keys(number: Int) throws {
    let keys = try APIKeys(file: Array("\(String(repeating: "a", count: 64)) test read".utf8))
    let closed = Service(
      limits: ServiceLimits(), metrics: ServiceMetrics(), keys: APIKeyRing(keys), log: { _ in })
    for path in paths(number) {
      let work = closed.admitted(Request(Call.all[number].methods[0], path), through: .main)
      #expect((work.head.refusal?.name == .unauthorized) == Call.all[number].needsKey, "\(path)")
    }
  }
}
