/// A step of a change (docs/rules.md#steps): a set, in which order means nothing.
///
/// Indices of `insert`, `insertSections` and of every `to` are those after the step, all others those before it.
public struct Step: Hashable, Codable, Sendable {
  /// Items that go.
  public var delete: [ItemRange]?
  /// Items that come.
  public var insert: [Insertion]?
  /// Items that go to another place.
  public var move: [Move]?
  /// New sizes for items that stay what they are.
  public var resize: [Resize]?
  /// Other items at the same places.
  public var reload: [Reload]?
  /// Sections that go.
  public var deleteSections: [SectionDeletion]?
  /// Sections that come.
  public var insertSections: [SectionInsertion]?
  /// Sections that go to another place.
  public var moveSections: [SectionMove]?
  /// Other sections at the same places.
  public var reloadSections: [SectionReload]?
  /// What sections have from now on beside their items.
  public var setSections: [SectionSetting]?
  /// What the snapshot has from now on.
  public var set: Setting?

  /// Does nothing.
  public init() {}

  /// Does what a function sets: `Step { $0.delete = [.init(section: 0, item: 2)] }`.
  public init(_ set: (inout Step) -> Void) {
    set(&self)
  }
}

/// Where an item is.
public struct ItemPath: Hashable, Codable, Sendable {
  /// Counted from 0.
  public var section: Int
  /// The first one, counted from 0 within the section.
  public var item: Int

  /// Makes a path.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

/// How sections come and go.
public enum Slide: String, CaseIterable, Codable, Sendable {
  case left, right
}

extension Step {
  /// Neighbouring items of a section.
  public struct ItemRange: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// The first one, counted from 0 within the section.
    public var item: Int
    /// 1 where it is nil.
    public var count: Int?

    /// Makes a range.
    public init(section: Int, item: Int, count: Int? = nil) {
      self.section = section
      self.item = item
      self.count = count
    }
  }

  /// Items that come, from a place on.
  public struct Insertion: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// The first one, counted from 0 within the section.
    public var item: Int
    /// Their number and sizes: every extent that the engine reads, since none comes from metrics.
    public var items: ItemsInput

    /// Makes an insertion.
    public init(section: Int, item: Int, items: ItemsInput) {
      self.section = section
      self.item = item
      self.items = items
    }
  }

  /// Items that go to another place.
  public struct Move: Hashable, Codable, Sendable {
    /// Before the step.
    public var from: ItemPath
    /// After the step.
    public var to: ItemPath
    /// 1 where it is nil.
    public var count: Int?

    /// Makes a move.
    public init(from: ItemPath, to: ItemPath, count: Int? = nil) {
      self.from = from
      self.to = to
      self.count = count
    }
  }

  /// Sizes of items that stay: of neighbours, of single ones, or the mean for those that have not been measured.
  public struct Resize: Hashable, Codable, Sendable {
    /// What is said of an estimate.
    public enum Estimate: Hashable, Sendable {
      case marks(ItemsInput.Marks)
      /// Items that have not been measured get the mean of those that have.
      case mean
    }

    /// Counted from 0.
    public var section: Int
    /// The first one, counted from 0 within the section.
    public var item: Int?
    /// Their number and sizes.
    public var items: ItemsInput?
    /// Single items, in any order, each once; in place of `item` and `items`.
    public var at: [Int]?
    /// For each of `at`.
    public var widths: [Double]?
    /// For each of `at`.
    public var heights: [Double]?
    /// For the items of `at`, or for all that have not been measured.
    public var estimated: Estimate?

    /// Gives sizes to neighbours, from an item on.
    public init(section: Int, item: Int, items: ItemsInput) {
      self.section = section
      self.item = item
      self.items = items
    }

    /// Gives sizes to single items.
    public init(
      section: Int, at: [Int], widths: [Double]? = nil, heights: [Double]? = nil,
      estimated: ItemsInput.Marks? = nil
    ) {
      self.section = section
      self.at = at
      self.widths = widths
      self.heights = heights
      self.estimated = estimated.map { .marks($0) }
    }

    /// Gives the mean to the items of a section that have not been measured.
    public init(meanInSection section: Int) {
      self.section = section
      estimated = .mean
    }
  }

  /// Items that others take the place of.
  public struct Reload: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// The first one, counted from 0 within the section.
    public var item: Int
    /// How many neighbours; 1 where it is nil.
    public var count: Int?
    /// Sizes stay where it is nil.
    public var items: ItemsInput?

    /// Makes a reload.
    public init(section: Int, item: Int, count: Int? = nil, items: ItemsInput? = nil) {
      self.section = section
      self.item = item
      self.count = count
      self.items = items
    }
  }

  /// Sections that go.
  public struct SectionDeletion: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// How many neighbours; 1 where it is nil.
    public var count: Int?
    /// To which side they go, or from which they come; they fade where it is nil.
    public var slide: Slide?

    /// Makes a deletion.
    public init(section: Int, count: Int? = nil, slide: Slide? = nil) {
      self.section = section
      self.count = count
      self.slide = slide
    }
  }

  /// Sections that come.
  public struct SectionInsertion: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// Each with its items.
    public var sections: [SectionInput]
    /// To which side they go, or from which they come; they fade where it is nil.
    public var slide: Slide?

    /// Makes an insertion.
    public init(section: Int, sections: [SectionInput], slide: Slide? = nil) {
      self.section = section
      self.sections = sections
      self.slide = slide
    }
  }

  /// Sections that go to another place.
  public struct SectionMove: Hashable, Codable, Sendable {
    /// Before the step.
    public var from: Int
    /// After the step.
    public var to: Int
    /// How many neighbours; 1 where it is nil.
    public var count: Int?

    /// Makes a move.
    public init(from: Int, to: Int, count: Int? = nil) {
      self.from = from
      self.to = to
      self.count = count
    }
  }

  /// A section that another one takes the place of.
  public struct SectionReload: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// What takes its place.
    public var value: SectionInput

    /// Makes a reload.
    public init(section: Int, value: SectionInput) {
      self.section = section
      self.value = value
    }
  }

  /// What sections have from now on beside their items; what is nil stays.
  public struct SectionSetting: Hashable, Codable, Sendable {
    /// Counted from 0.
    public var section: Int
    /// How many neighbours; 1 where it is nil.
    public var count: Int?
    /// Stays where it is nil.
    public var engine: Engine?
    /// Those that are given; the others stay.
    public var metrics: MetricsInput?
    /// All of them; they stay where it is nil.
    public var headers: [SupplementaryInput]?
    /// All of them; they stay where it is nil.
    public var footers: [SupplementaryInput]?

    /// Makes a setting.
    public init(
      section: Int, count: Int? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
      headers: [SupplementaryInput]? = nil, footers: [SupplementaryInput]? = nil
    ) {
      self.section = section
      self.count = count
      self.engine = engine
      self.metrics = metrics
      self.headers = headers
      self.footers = footers
    }
  }

  /// What the snapshot has from now on.
  public struct Setting: Hashable, Codable, Sendable {
    /// All of them; they stay where it is nil.
    public var globalHeaders: [SupplementaryInput]?

    /// Makes a setting.
    public init(globalHeaders: [SupplementaryInput]? = nil) { self.globalHeaders = globalHeaders }
  }
}

extension Step.Resize.Estimate: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let word = try? container.decode(String.self) {
      guard word == "mean" else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(word) is not mean")
      }
      self = .mean
    } else {
      self = .marks(try ItemsInput.Marks(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .marks(let marks): try marks.encode(to: encoder)
    case .mean:
      var container = encoder.singleValueContainer()
      try container.encode("mean")
    }
  }
}
