// Whoever lays out also needs the words to say what.
@_exported public import LayoutTypes

// The core has words of its own for some of them; within this module these are meant. They are not public, so that an
// app finds each word once, also where it imports `LayoutClient` beside this module.
typealias AnchorRule = LayoutTypes.AnchorRule
typealias EdgeInsets = LayoutTypes.EdgeInsets
typealias ElementCategory = LayoutTypes.ElementCategory
typealias Engine = LayoutTypes.Engine
typealias LayoutDirection = LayoutTypes.LayoutDirection
typealias Point = LayoutTypes.Point
typealias Rect = LayoutTypes.Rect
typealias ScrollDirection = LayoutTypes.ScrollDirection
typealias Size = LayoutTypes.Size
typealias Step = LayoutTypes.Step
typealias Transition = LayoutTypes.Transition
