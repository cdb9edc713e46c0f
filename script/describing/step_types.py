"""TypeScript's types of steps, elements and sections, from the schemas of openapi.yaml."""

# The members of an entry of `adjust` that say which items it is about.
PLACES = {"section", "item", "at", "count"}


def declare_steps(place, schemas, declare, with_global_headers):
    """What can be posted to change a layout of either scroll direction."""
    def interface(name, schema, **changed):
        declare(schema.get("description", ""), f"export interface {name} {{", *place.lines(schema | changed), "}")

    interface("ItemPath", schemas["ItemPath"])
    size = schemas["ItemSize"]
    members = {name: member for name, member in size["properties"].items() if name not in place.attributes(size) | {"count"}}
    declare("A size of an item, and its other members. A `resize` takes sizes alone.", "export interface ItemSize extends ItemMembers {",
            *place.lines({"properties": members}), "}")
    lists = schemas["ItemColumns"]
    declare(schemas["GivenItems"]["description"], "export type StepItems =",
            *(f"  | {form}" for form in ("number", "readonly (ItemSize & { count?: number })[]", "(ItemSize & { count: number })")),
            "  | ItemMemberLists & {", *(f"  {line}" for line in place.lines(lists, place.attributes(lists))), "  };")
    resizes = [line for each in schemas["StepResize"]["oneOf"]
               for line in ["  | {", *(f"  {line}" for line in place.lines(place.resolved(each))), "  }"]]
    declare("", "export type ItemResize =", *resizes[:-1], resizes[-1] + ";")
    adjust = schemas["StepAdjust"]
    declare(adjust["description"], "export interface StepAdjust {", *(
        f"  {name}{'' if is_needed else '?'}: {place.type(member)}{'' if name in PLACES else ' | null'};"
        for name, member, is_needed in place.members(adjust)), "}")
    interface("StepSetSections", schemas["StepSetSections"])
    interface("StepSet", with_global_headers(schemas["StepSet"]))
    interface("Step", schemas["ChangeStep"])


def declare_elements(place, schemas, declare):
    """What is answered of elements and sections, also by services that are older or newer."""
    def interface(name, description, schema, required, **changed):
        properties = {key: member | changed.get(key, {}) for key, member in schema["properties"].items()}
        lines = place.lines(schema | {"properties": properties, "required": required})
        declare(description, f"export interface {name} {{", *(line.replace("readonly ", "") for line in lines), "}")

    interface("Element", "An element as the service answers it.", schemas["Element"], ["category", "frame"])
    section = schemas["LayoutSection"]
    interface("Section", "A section as the service answers it.", section, [name for name in section["required"] if name != "digest"],
              engine={"x-extensible-enum": None})
