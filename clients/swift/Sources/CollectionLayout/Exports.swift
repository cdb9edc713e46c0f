// Callers of this module also need the types of its inputs and answers.
@_exported public import LayoutTypes

// The core has types with the same names. Within this module, the names mean the types of `LayoutTypes`. These aliases
// are not public, so that an app finds each name only once, even if it also imports `LayoutClient`.
typealias AnchorRule = LayoutTypes.AnchorRule
typealias ElementCategory = LayoutTypes.ElementCategory
typealias Engine = LayoutTypes.Engine
typealias ItemPath = LayoutTypes.ItemPath
typealias Neighbors = LayoutTypes.Neighbors
typealias ReorderAnswer = LayoutTypes.ReorderAnswer
typealias ScrollDirection = LayoutTypes.ScrollDirection
typealias ScrollWindow = LayoutTypes.ScrollWindow
typealias SourceState = LayoutTypes.SourceState
typealias Step = LayoutTypes.Step
typealias TargetBounds = LayoutTypes.TargetBounds
