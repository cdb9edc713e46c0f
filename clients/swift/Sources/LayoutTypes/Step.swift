/// A step of a change (docs/rules.md#steps): a set of operations without an order.
///
/// Indices in `insert`, `insertSections` and every `to` are those after the step, all others are those before it.
public struct Step: Hashable, Codable, Sendable {
  /// Items to delete.
  public var delete: [ItemRange]?
  /// Items to insert.
  public var insert: [Insertion]?
  /// Items to move.
  public var move: [Move]?
  /// New sizes of items that are otherwise unchanged.
  public var resize: [Resize]?
  /// Members of items that stay what they are.
  public var adjust: [Adjustment]?
  /// Items to replace by others at the same places.
  public var reload: [Reload]?
  /// Sections to delete.
  public var deleteSections: [SectionDeletion]?
  /// Sections to insert.
  public var insertSections: [SectionInsertion]?
  /// Sections to move.
  public var moveSections: [SectionMove]?
  /// Sections to replace by others at the same places.
  public var reloadSections: [SectionReload]?
  /// Changes of sections, apart from their items.
  public var setSections: [SectionSetting]?
  /// Changes of the snapshot.
  public var set: Setting?

  /// Creates a step that changes nothing.
  public init() {}

  /// Creates a step with the operations that a function sets: `Step { $0.delete = [.init(section: 0, item: 2)] }`.
  public init(_ set: (inout Step) -> Void) {
    set(&self)
  }
}

/// The place of an item.
public struct ItemPath: Hashable, Codable, Sendable {
  /// Starts at 0.
  public var section: Int
  /// The item's number in the section, starting at 0.
  public var item: Int

  /// Creates a path.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

/// The side from which sections come, or to which they go.
public enum Slide: String, CaseIterable, Codable, Sendable {
  case left, right
}

extension Step {
  /// Neighbouring items of a section.
  public struct ItemRange: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The first item's number in the section, starting at 0.
    public var item: Int
    /// Nil means 1.
    public var count: Int?

    /// Creates a range.
    public init(section: Int, item: Int, count: Int? = nil) {
      self.section = section
      self.item = item
      self.count = count
    }
  }

  /// Items to insert, beginning at a place.
  public struct Insertion: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The first item's number in the section, starting at 0.
    public var item: Int
    /// Their number and sizes. Every extent that the engine reads is required, because metrics do not apply.
    public var items: ItemsInput

    /// Creates an insertion.
    public init(section: Int, item: Int, items: ItemsInput) {
      self.section = section
      self.item = item
      self.items = items
    }
  }

  /// Items to move.
  public struct Move: Hashable, Codable, Sendable {
    /// Before the step.
    public var from: ItemPath
    /// After the step.
    public var to: ItemPath
    /// Nil means 1.
    public var count: Int?

    /// Creates a move.
    public init(from: ItemPath, to: ItemPath, count: Int? = nil) {
      self.from = from
      self.to = to
      self.count = count
    }
  }

  /// Members of neighbouring or single items, which stay what they are. Members that are nil stay.
  public struct Adjustment: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The first item's number in the section, starting at 0.
    public var item: Int?
    /// Single items, in any order, each only once. Replaces `item` and `count`.
    public var at: [Int]?
    /// Nil means 1.
    public var count: Int?
    /// How many neighbouring columns each item stands over, `waterfall`.
    public var span: ItemsInput.Values<ItemSpan>?
    /// The leftmost column of each item, `waterfall`.
    public var columnIndex: ItemsInput.Values<Int>?
    /// The distance from the left edge of the items, `fixed`.
    public var x: ItemsInput.Values<Double>?
    /// The distance from the top of the items, `fixed`.
    public var y: ItemsInput.Values<Double>?
    /// The opacity of the cell, from 0 to 1.
    public var alpha: ItemsInput.Values<Double>?
    /// The greater one of overlapping elements is above.
    public var zIndex: ItemsInput.Values<Int>?
    /// Whether the cell is not shown.
    public var hidden: ItemsInput.Values<Bool>?
    /// A matrix of the plane. Not beside `transform3D`.
    public var transform: ItemsInput.Values<[Double]>?
    /// A matrix of space. Not beside `transform`.
    public var transform3D: ItemsInput.Values<[Double]>?
    /// Repeated on the cell and never read, at most 256 bytes.
    public var data: ItemsInput.Values<String>?
    /// Repeated on the cell, instead of that of the metrics.
    public var backgroundColor: ItemsInput.Values<String>?
    /// Repeated on the cell, instead of that of the metrics.
    public var selectedBackgroundColor: ItemsInput.Values<String>?

    /// Creates an adjustment of neighbouring items.
    public init(section: Int, item: Int, count: Int? = nil) {
      self.section = section
      self.item = item
      self.count = count
    }

    /// Creates an adjustment of single items.
    public init(section: Int, at: [Int]) {
      self.section = section
      self.at = at
    }
  }

  /// New sizes: of neighbouring items, of single items, or the mean for items that have not been measured.
  public struct Resize: Hashable, Codable, Sendable {
    /// The estimated marks of a resize.
    public enum Estimate: Hashable, Sendable {
      case marks(ItemsInput.Marks)
      /// Items that have not been measured get the mean of those that have.
      case mean
    }

    /// Starts at 0.
    public var section: Int
    /// The first item's number in the section, starting at 0.
    public var item: Int?
    /// Their number and sizes.
    public var items: ItemsInput?
    /// Single items, in any order, each only once. Replaces `item` and `items`.
    public var at: [Int]?
    /// One for each item of `at`.
    public var widths: [Double]?
    /// One for each item of `at`.
    public var heights: [Double]?
    /// For the items of `at` or, with the mean, for all items that have not been measured.
    public var estimated: Estimate?

    /// Resizes neighbouring items, beginning at an item.
    public init(section: Int, item: Int, items: ItemsInput) {
      self.section = section
      self.item = item
      self.items = items
    }

    /// Resizes single items.
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

    /// Sets the size of all items of a section that have not been measured to the mean.
    public init(meanInSection section: Int) {
      self.section = section
      estimated = .mean
    }
  }

  /// Items to replace by others.
  public struct Reload: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The first item's number in the section, starting at 0.
    public var item: Int
    /// The number of neighbours; nil means 1.
    public var count: Int?
    /// Nil keeps the sizes.
    public var items: ItemsInput?

    /// Creates a reload.
    public init(section: Int, item: Int, count: Int? = nil, items: ItemsInput? = nil) {
      self.section = section
      self.item = item
      self.count = count
      self.items = items
    }
  }

  /// Sections to delete.
  public struct SectionDeletion: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The number of neighbours; nil means 1.
    public var count: Int?
    /// The side to which they go, or from which they come; nil means that they fade.
    public var slide: Slide?

    /// Creates a deletion.
    public init(section: Int, count: Int? = nil, slide: Slide? = nil) {
      self.section = section
      self.count = count
      self.slide = slide
    }
  }

  /// Sections to insert.
  public struct SectionInsertion: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The new sections, each with its items.
    public var sections: [SectionInput]
    /// The side to which they go, or from which they come; nil means that they fade.
    public var slide: Slide?

    /// Creates an insertion.
    public init(section: Int, sections: [SectionInput], slide: Slide? = nil) {
      self.section = section
      self.sections = sections
      self.slide = slide
    }
  }

  /// Sections to move.
  public struct SectionMove: Hashable, Codable, Sendable {
    /// Before the step.
    public var from: Int
    /// After the step.
    public var to: Int
    /// The number of neighbours; nil means 1.
    public var count: Int?

    /// Creates a move.
    public init(from: Int, to: Int, count: Int? = nil) {
      self.from = from
      self.to = to
      self.count = count
    }
  }

  /// A section to replace by another one.
  public struct SectionReload: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The new section.
    public var value: SectionInput

    /// Creates a reload.
    public init(section: Int, value: SectionInput) {
      self.section = section
      self.value = value
    }
  }

  /// Changes of sections, apart from their items. Values that are nil do not change.
  public struct SectionSetting: Hashable, Codable, Sendable {
    /// Starts at 0.
    public var section: Int
    /// The number of neighbours; nil means 1.
    public var count: Int?
    /// Nil keeps the engine.
    public var engine: Engine?
    /// The metrics to change; the others stay.
    public var metrics: MetricsInput?
    /// All of them; nil keeps the present ones.
    public var headers: [SupplementaryInput]?
    /// Nil keeps the present one; `.some(nil)` takes it away.
    public var placeholder: PlaceholderInput??
    /// All of them; nil keeps the present ones.
    public var footers: [SupplementaryInput]?

    /// Creates a setting.
    public init(
      section: Int, count: Int? = nil, engine: Engine? = nil, metrics: MetricsInput? = nil,
      headers: [SupplementaryInput]? = nil, placeholder: PlaceholderInput?? = nil,
      footers: [SupplementaryInput]? = nil
    ) {
      self.section = section
      self.count = count
      self.engine = engine
      self.metrics = metrics
      self.headers = headers
      self.placeholder = placeholder
      self.footers = footers
    }
  }

  /// Changes of the snapshot.
  public struct Setting: Hashable, Codable, Sendable {
    /// All of them; nil keeps the present ones.
    public var globalHeaders: [SupplementaryInput]?
    /// The colour of their background. `inherited` keeps the present one, `none` removes it.
    public var globalHeaderBackgroundColor: ColorInput
    /// In points; nil keeps the present one.
    public var minimumContentLength: Double?

    /// Creates a setting.
    public init(
      globalHeaders: [SupplementaryInput]? = nil,
      globalHeaderBackgroundColor: ColorInput = .inherited, minimumContentLength: Double? = nil
    ) {
      self.globalHeaders = globalHeaders
      self.globalHeaderBackgroundColor = globalHeaderBackgroundColor
      self.minimumContentLength = minimumContentLength
    }
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
