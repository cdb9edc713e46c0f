// Callers of this module also need the types of its inputs and answers.
@_exported public import LayoutTypes
