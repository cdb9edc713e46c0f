import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// A need of a call: something that it requires for its answer. Only `Service.get` gets it. What scroll requests do not need
/// is indirect, so that a need is cheap to copy.
enum Need: Sendable {
  /// The snapshot with an id, from memory or from the store.
  case snapshot(Digest)
  /// The parsed body: a snapshot, or the new state of a document.
  case body
  /// The result of the body's steps on a snapshot; if it is nil, only their form is checked.
  indirect case steps(of: NamedSnapshot?)
  /// The layout that the answer is about.
  case layout(containerWidth: Double)
  /// The layout before it, for calls that compare two.
  indirect case earlierLayout(NamedSnapshot, containerWidth: Double)
  /// The first screens at several container widths.
  indirect case screens([Double], of: NamedSnapshot)
  /// The layout while an item is dragged, for the target under the finger.
  indirect case preview(of: NamedSnapshot)
  /// Data about documents from the store.
  indirect case documents(DocumentReading)
  /// A record after that revision of the document's log; the request waits for it for the time of its parameters.
  case record(after: Int)
  /// Replaces the document, and answers the request with the outcome.
  indirect case put(DocumentWrite.Condition)
  /// Writes to the store, and answers the request with the outcome.
  indirect case write(StoreWrite)
  /// Answers the request with the events after that revision of a document.
  case stream(after: Int)
}

/// The outcome of asking a call: an answer, or a need.
enum CallOutcome: Sendable {
  case answer(Answer)
  case needs(Need)
}

/// Everything that a request has got so far. An answer is a function of the question, this and an allowance.
struct Got: Sendable {
  /// The snapshot that the answer is about: that of the path's id, that of the body, or the result of the steps.
  var named: NamedSnapshot?
  /// The snapshots of further ids; nil for an id that neither memory nor the store has.
  var sought: [(id: Digest, named: NamedSnapshot?)] = []
  /// The content of the body.
  var posted: BodyContent?
  /// The layout that the answer is about.
  var layout: Layout?
  /// The layout before it: before a change, at the beginning of a transition, or of one of several screens.
  var earlierLayout: Layout?
  /// A layout that another request has computed, or failed to compute, until this request takes it.
  var awaited: Result<Layout, LayoutStop>?
  /// The finished first screens.
  var screens = Screens()
  /// The previews of an item that is dragged; the answer is about the last one.
  var previews: [ReorderPreview] = []
  /// The data about documents, and the value of `Watchers.notices` before it was read.
  var documents: DocumentsRead?
  var notices = 0
  /// Whether the store must have the whole snapshot, since it lacks rows that its row refers to.
  var isKeptWhole = false

  /// The content of a body.
  enum BodyContent: Sendable {
    /// A snapshot, with the tag that identifies the body, and whether the store keeps the body. A body with warnings, or
    /// one that is not kept, has no tag: to find the warnings and what the answer says of the source, it is decoded again
    /// if it comes again.
    case snapshot(BodyTag?, [SnapshotWarning], ResolvedSource?, isTextKept: Bool)
    /// The new layout of a document, and the range of the snapshot's text in the body; nil if there is none, or it is
    /// unknown or not kept.
    indirect case put(Digest, text: Range<Int>?, [SnapshotWarning])
    indirect case change(PostedChange)
  }

  /// The snapshot and the layout, for a call that needs both.
  var prepared: (named: NamedSnapshot, layout: Layout) {
    guard let named, let layout else { preconditionFailure("the call needs a layout") }
    return (named, layout)
  }

  /// The snapshot with an id; nil if it has not been got yet, a nested nil if there is none.
  func snapshot(_ id: Digest) -> NamedSnapshot?? {
    sought.first { $0.id == id }.map(\.named)
  }

  /// The warnings of the body.
  var warnings: [SnapshotWarning] {
    switch posted {
    case .snapshot(_, let warnings, _, _), .put(_, _, let warnings): warnings
    case .change, nil: []
    }
  }

  /// The source of the posted snapshot, or that to which a change goes.
  var source: ResolvedSource? {
    switch posted {
    case .snapshot(_, _, let source, _): source
    case .change(let change): change.source
    case .put, nil: nil
    }
  }

  /// Whether the store keeps the body of a posted snapshot, and not the text of the snapshot.
  var isTextKept: Bool {
    if case .snapshot(_, _, _, let isTextKept)? = posted { isTextKept } else { true }
  }

  /// The new layout of a document, and the range of the snapshot's text in the body.
  var put: (layout: Digest, text: Range<Int>?)? {
    if case .put(let layout, let text, _)? = posted { (layout, text) } else { nil }
  }

  /// The steps of the body.
  var postedChange: PostedChange? { if case .change(let change)? = posted { change } else { nil } }

  /// The result of the body's steps.
  var change: Change? {
    if case .success(let change)? = postedChange?.outcome { change } else { nil }
  }

  /// The revision of the document that has the answer's layout; nil if the answer is not about a document.
  var revision: Int? {
    guard let change = postedChange, let head = change.head else { return nil }
    return head.revision + (change.saysNothing ? 0 : 1)
  }

  /// The question to the store whether a change of a document has been applied earlier, before the change is refused or
  /// found to change nothing. nil if the store has been asked, or the change has no key. Writing a change includes this
  /// question.
  func unsoughtKey(of name: DocumentName?) -> DocumentReading? {
    guard let name, case .state(.some, key: nil)? = documents, let key = postedChange?.head?.key
    else { return nil }
    return .state(name, key: key)
  }
}

/// The reason why a request cannot be answered on its thread. In each case it has changed nothing.
enum Interruption: Error {
  /// The request is refused.
  case problem(Problem)
  /// The work is too much for a network thread, and starts again on a compute thread.
  case tooHeavy
  /// The work needs at least this many bytes of memory, more than is reserved for it, and starts again when they are.
  case lacksMemory(Int)

  /// Runs a part of the work that can only fail with a problem.
  static func checked<Value>(_ check: () throws(Problem) -> Value) throws(Interruption) -> Value {
    do throws(Problem) {
      return try check()
    } catch {
      throw .problem(error)
    }
  }
}
