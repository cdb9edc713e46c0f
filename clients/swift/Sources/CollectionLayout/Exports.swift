// Whoever lays out also needs the words to say what.
@_exported public import LayoutTypes

// The core has words of its own for some of them; within this module these are meant. They are not public, so that an
// app finds each word once, also where it imports `LayoutClient` beside this module.
typealias AnchorRule = LayoutTypes.AnchorRule
typealias EdgeInsets = LayoutTypes.EdgeInsets
typealias ElementCategory = LayoutTypes.ElementCategory
typealias Engine = LayoutTypes.Engine
typealias ItemPath = LayoutTypes.ItemPath
typealias LayoutDirection = LayoutTypes.LayoutDirection
typealias Neighbors = LayoutTypes.Neighbors
typealias Point = LayoutTypes.Point
typealias Rect = LayoutTypes.Rect
typealias ReorderAnswer = LayoutTypes.ReorderAnswer
typealias ScrollDirection = LayoutTypes.ScrollDirection
typealias ScrollWindow = LayoutTypes.ScrollWindow
typealias Size = LayoutTypes.Size
typealias Step = LayoutTypes.Step
typealias TargetBounds = LayoutTypes.TargetBounds
typealias Transition = LayoutTypes.Transition
