import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// What a call needs before it can answer, as a value. `Service.get` is the only place that gets it.
enum Need: Sendable {
  /// The snapshot of an id, from memory or from the store.
  case snapshot(Digest)
  /// The body, parsed: a snapshot, or what a document is put to.
  case body
  /// What the steps of the body make of a snapshot; without one, only whether their form is right.
  case steps(of: NamedSnapshot?)
  /// The layout that the answer is about.
  case layout(NamedSnapshot, containerWidth: Double)
  /// The layout before it, for calls that compare two.
  case earlierLayout(NamedSnapshot, containerWidth: Double)
  /// The first screens at several container widths.
  case screens([Double], of: NamedSnapshot)
  /// The layout while an item is dragged, for the target under the finger.
  case preview(of: NamedSnapshot)
  /// What the store has of documents.
  case documents(DocumentReading)
  /// A record after that revision of the document's log, for as long as the request is willing to wait.
  case record(after: Int)
  /// The document is put to what the body says, and the request is answered with the outcome.
  case put(DocumentWrite.Condition)
  /// The store writes this, and the request is answered with the outcome.
  case write(StoreWrite)
  /// The request is answered with the events after that revision of a document.
  case stream(after: Int)
}

/// What a call does with what has been got: it answers, or it needs more.
enum CallOutcome: Sendable {
  case answer(Answer)
  case needs(Need)
}

/// What a request has got so far. An answer is a function of the question, of this and of an allowance.
struct Got: Sendable {
  /// The snapshot that the answer is about: that of the path's id, that of the body, or the one that steps have made.
  var named: NamedSnapshot?
  /// The snapshots of further ids; nil for an id that neither memory nor the store has.
  var sought: [(id: Digest, named: NamedSnapshot?)] = []
  /// What the body says.
  var posted: BodyContent?
  /// The layout that the answer is about.
  var layout: Layout?
  /// The layout before it: before a change, at the beginning of a transition, or of one of several screens.
  var earlierLayout: Layout?
  /// A layout that another request has computed, or failed to compute, until it is taken.
  var awaited: Result<Layout, LayoutStop>?
  /// The first screens that are ready.
  var screens = Screens()
  /// The previews of an item that is dragged; the answer is about the last one.
  var previews: [ReorderPreview] = []
  /// What the store has of documents, and `Watchers.notices` from before it was read.
  var documents: DocumentsRead?
  var notices = 0
  /// Whether the store has to keep the whole snapshot, since it lacks what its row refers to.
  var isKeptWhole = false

  /// What a body says.
  enum BodyContent: Sendable {
    /// A snapshot, with the tag that the body is recognised by. What there is to warn of is read from the body, so a body
    /// with warnings has no tag, and is read again when it comes again.
    case snapshot(BodyTag?, [SnapshotWarning])
    /// What a document is put to, and where the snapshot's text is in the body; nil where there is none, or it is not
    /// known.
    case put(Digest, text: Range<Int>?, [SnapshotWarning])
    case change(PostedChange)
  }

  /// The snapshot and the layout, of a call that needs both.
  var prepared: (named: NamedSnapshot, layout: Layout) {
    guard let named, let layout else { preconditionFailure("the call needs a layout") }
    return (named, layout)
  }

  /// The snapshot of an id: nil while it has not been got, a nil inside where there is none.
  func snapshot(_ id: Digest) -> NamedSnapshot?? {
    sought.first { $0.id == id }?.named
  }

  /// The warnings of the body.
  var warnings: [SnapshotWarning] {
    switch posted {
    case .snapshot(_, let warnings), .put(_, _, let warnings): warnings
    case .change, nil: []
    }
  }

  /// What a document is put to, and where the snapshot's text is in the body.
  var put: (layout: Digest, text: Range<Int>?)? {
    if case .put(let layout, let text, _)? = posted { (layout, text) } else { nil }
  }

  /// The steps of the body.
  var postedChange: PostedChange? { if case .change(let change)? = posted { change } else { nil } }

  /// What the steps of the body have made.
  var change: Change? {
    if case .success(let change)? = postedChange?.outcome { change } else { nil }
  }

  /// The revision that the answer's layout has as a document's; nil where it is none's.
  var revision: Int? {
    guard let change = postedChange, let head = change.head else { return nil }
    return head.revision + (change.saysNothing ? 0 : 1)
  }

  /// What the store is to be asked before a change of a document is refused, or found to say nothing: whether it has been
  /// applied before. Nil where it has been asked, or the change has no key. The write of a change asks by itself.
  func unsoughtKey(of name: DocumentName?) -> DocumentReading? {
    guard let name, case .state(.some, key: nil)? = documents, let key = postedChange?.head?.key
    else { return nil }
    return .state(name, key: key)
  }
}

/// Why a request cannot be answered on its thread. In each case it has changed nothing.
enum Interruption: Error {
  /// The request is refused.
  case problem(Problem)
  /// It does not belong on a network thread, and begins again on a compute thread.
  case tooHeavy
  /// It takes at least so many bytes of memory, more than is reserved for it, and begins again when they are.
  case lacksMemory(Int)

  /// Runs a part of the work that a problem alone can end.
  static func checked<Value>(_ check: () throws(Problem) -> Value) throws(Interruption) -> Value {
    do throws(Problem) {
      return try check()
    } catch {
      throw .problem(error)
    }
  }
}
