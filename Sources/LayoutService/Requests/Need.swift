import ContentHash
import LayoutCore
import LayoutStore
import LayoutWire

/// A need of a call: something that it requires for its answer. Only `Service.get` gets it. What scroll requests do not need
/// is indirect, so that a need is cheap to copy.
enum Need: Sendable {
  /// The snapshot with an id, from memory or from the store.
  case snapshot(Digest)
  /// The parsed body: a snapshot.
  case body
  /// The parsed body: the new state of a document.
  case documentBody
  /// The result of the body's steps on a snapshot; if it is nil, only their form is checked.
  indirect case steps(of: IdentifiedSnapshot?)
  /// The layout that the answer is about.
  case layout(containerWidth: Double)
  /// The layout before it, for calls that compare two.
  indirect case earlierLayout(IdentifiedSnapshot, containerWidth: Double)
  /// The first screens at several container widths.
  indirect case screens([Double], of: IdentifiedSnapshot)
  /// The layout while an item is dragged, for the target under the finger.
  indirect case preview(of: IdentifiedSnapshot)
  /// Data about documents from the store.
  indirect case documents(DocumentReading)
  /// A record after that revision of the document's log; the request waits for it for the time of its parameters.
  case record(after: Int)
  /// What the store must do before the request is answered: only durable writes are acknowledged
  /// (docs/rules.md#store).
  indirect case write(NeededWrite)
  /// Answers the request with the events after that revision of a document.
  case stream(after: Int)
}

/// A write that a call needs.
enum NeededWrite: Sendable {
  /// Keeps the posted snapshot; then the answer is this.
  case keep(Answer)
  /// Deletes the layout of an id, from memory, too.
  case forget(Digest)
  /// Gives the document the layout of the body; the call answers to the outcome.
  case put(DocumentWrite.Condition)
  /// Deletes the document; the call answers to the outcome.
  case delete(DocumentWrite.Condition)
  /// Applies the body's steps to the document; if they are applied, the answer is this, else the call answers to the
  /// outcome.
  case change(Answer)
}

/// The outcome of asking a call: an answer, or a need.
enum CallOutcome: Sendable {
  case answer(Answer)
  case needs(Need)
}

/// Everything that a request has got so far. It is lent to calls.
struct CallInputs: ~Copyable, Sendable {
  /// The snapshot that the answer is about: that of the path's id, that of the body, or the result of the steps.
  var named: IdentifiedSnapshot?
  /// The snapshots of further ids; nil for an id that neither memory nor the store has.
  var sought: [(id: Digest, named: IdentifiedSnapshot?)] = []
  /// The content of the body.
  var posted: BodyContent?
  /// The layout that the answer is about.
  var layout: Layout?
  /// The layout before it: before a change, at the beginning of a transition, or of one of several screens.
  var earlierLayout: Layout?
  /// A layout that another request has computed, or failed to compute, until this request takes it.
  var awaited: Result<Layout, LayoutInterrupted>?
  /// The finished first screens.
  var screens = Screens()
  /// The previews of an item that is dragged; the answer is about the last one.
  var previews: [ReorderPreview] = []
  /// The data about documents, and the value of `Subscribers.notices` before it was read.
  var documents: (read: DocumentsRead, notices: Int)?
  /// The outcome of a write to a document.
  var written: DocumentOutcome?
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

  /// The outcome of a write to a document.
  enum DocumentOutcome: Sendable {
    /// Includes whether the document outlives the process.
    case write(WriteOutcome, isDurable: Bool)
    case change(ChangeOutcome)
  }

  /// The snapshot and the layout, for a call that needs both.
  @inline(never) var prepared: (named: IdentifiedSnapshot, layout: Layout) {
    guard let named, let layout else { preconditionFailure("the call needs a layout") }
    return (named, layout)
  }

  /// The snapshot with an id; nil if it has not been got yet, a nested nil if there is none.
  func snapshot(_ id: Digest) -> IdentifiedSnapshot?? {
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

  /// The state of the document that is changed.
  var documentState: DocumentState? {
    if case .state(let state, _)? = documents?.read { state } else { nil }
  }

  /// The question to the store whether a change of a document has been applied earlier, before the change is refused or
  /// found to change nothing. nil if the store has been asked, or the change has no key. Writing a change includes this
  /// question.
  func unsoughtKey(of name: DocumentName?) -> DocumentReading? {
    guard let name, case .state(.some, key: nil)? = documents?.read,
      let key = postedChange?.head?.key
    else { return nil }
    return .state(name, key: key)
  }
}

/// The finished first screens of a snapshot at several container widths, each as JSON
/// (docs/parameters.md#parameter-widths).
struct Screens: Sendable {
  /// The default length of a screen in the direction of scrolling, in points.
  static let usualLength = 1000.0

  var json: [[UInt8]] = []
  /// Their warnings.
  var warnings: [SnapshotWarning] = []
  /// The number of their elements, without special ones.
  var elementCount = 0
  /// The number of their special elements.
  var specialCount = 0
  /// The number of their sections and pinning elements.
  var recordCount = 0
  var effectCount = 0
  /// Whether a limit cut one of them short.
  var isCut = false
}

/// A change of a snapshot that is being answered.
struct Change: Sendable {
  let parent: IdentifiedSnapshot
  let result: IdentifiedSnapshot
  let steps: ChangedSnapshot
}

/// The steps of a body, and their result. A parsed body is large, so it is not kept while the request waits.
struct PostedChange: Sendable {
  /// The members of a change of a document beside its steps.
  let head: DocumentChangeHead?
  /// Whether the steps change nothing.
  let saysNothing: Bool
  /// The first version of the rules that has all keys and words of the steps (docs/rules.md#additions).
  let textVersion: UInt8
  /// What the store keeps in place of the body of a change of a layout; nil for the body as it is.
  let keptBody: [UInt8]?
  /// What the answer says of the tree `to`; nil if steps were given.
  let source: ResolvedSource?
  /// Their result, or the reason why they cannot be applied; nil if they have not been applied.
  var outcome: Result<Change, Problem>?

  /// The revision of the document that has the answer's layout; nil if the change is not of a document.
  var revision: Int? { head.map { $0.revision + (saysNothing ? 0 : 1) } }
}

/// The answer to a request, before it gets its HTTP headers.
struct Answer: Sendable {
  /// The time for which caches may store an answer (docs/rules.md#caching).
  enum Lifetime: Sendable {
    /// It never changes.
    case forever
    /// It never changes, but will not be requested again.
    case oneScrollPosition
    /// Until another release is installed, which only the server knows.
    case release
    /// Until its document changes, which only the server knows.
    case revision
    /// It must not be cached.
    case none
  }

  /// What few answers have.
  struct Details: Sendable {
    /// The media type of the body; nil for JSON.
    var mediaType: String?
    /// The same body in brotli, if there is one.
    var brotli: [UInt8]?
    /// The policy for a browser that shows the body as a page: what it may load and run.
    var contentSecurityPolicy: StaticString?
    /// The path of the new resource, or that the answer redirects to.
    var location: String?
    /// What the answer warns of, to be counted by code.
    var warnings: [SnapshotWarning] = []
    /// The revision of the document that it is about: its entity tag.
    var revision: Int?
  }

  private indirect enum DetailsBox: Sendable {
    case details(Details)
  }

  var body: [UInt8] = []
  var status = AnswerStatus.ok
  /// The limit that cut it short.
  var limit: Limit?
  /// The details are behind a reference, so that an answer is cheap to copy.
  private var box: DetailsBox?

  init(
    status: AnswerStatus = .ok, body: [UInt8] = [], limit: Limit? = nil, _ details: Details? = nil
  ) {
    (self.status, self.body, self.limit) = (status, body, limit)
    self.details = details
  }

  /// nil if it has none.
  var details: Details? {
    get { if case .details(let details)? = box { details } else { nil } }
    set { box = newValue.map { .details($0) } }
  }
}
