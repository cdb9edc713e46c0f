"""The page at /docs: all of openapi.yaml for people, as HTML without scripts that loads only its style."""

import re

from .prose import blocks, code, escaped, inline, readable
from .types import link, name_of, told, type_of

HEAD = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>layoutd {title}</title>
<link rel="stylesheet" href="{root}docs/page.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar">
<p><strong>layoutd</strong> {version}</p>
<nav aria-label="Pages">
<a href="{root}./">Playground</a>
<a href="{root}docs/guide"{guide}>Guide</a>
<a href="{root}docs"{docs}>Reference</a>{contents}
<a class="wide" href="{root}openapi.yaml">openapi.yaml</a>
<a class="wide" href="{root}openapi.json">openapi.json</a>
</nav>
</header>
"""
METHODS = ("get", "post", "put", "delete")


class Page:
    """Makes the page. Its parts are lists of lines."""

    def __init__(self, document):
        self.document = document
        self.components = document["components"]
        names = document["paths"]["/problems/{name}"]["parameters"][0]["schema"]["enum"]
        self.problem = re.compile(f"<code>({'|'.join(names)})</code>")
        self.operations = [
            (path, method, item[method], self.parameters(item, item[method]))
            for path, item in document["paths"].items() for method in METHODS if method in item]

    def parameters(self, item, operation):
        """The parameters: of the path, then of the query, then header lines."""
        given = [self.follow(parameter) for parameter in item.get("parameters", []) + operation.get("parameters", [])]
        return sorted(given, key=lambda parameter: ["path", "query", "header"].index(parameter["in"]))

    def html(self):
        parts = [
            HEAD.format(
                title="reference", version=escaped(self.document["info"]["version"]), docs=' aria-current="page"', guide="",
                root="", contents='\n<a class="narrow" href="#contents">Contents</a>',
            ).rstrip(), '<div class="columns">',
            *self.contents(), '<main id="content">', *self.about(), *self.calls(), *self.answers(), *self.headers(),
            *self.schemas(), "</main>", "</div>", "</body>", "</html>"]
        return "\n".join(self.linked(part) for part in parts) + "\n"

    def linked(self, line):
        """A line where the names of problems lead to the pages that explain them."""
        return self.problem.sub(r'<a href="problems/\1"><code>\1</code></a>', line)

    def follow(self, thing):
        while "$ref" in thing:
            thing = self.components[thing["$ref"].split("/")[2]][name_of(thing["$ref"])]
        return thing

    def contents(self):
        yield '<nav class="contents" id="contents" aria-label="Contents">'
        yield "<ul>"
        yield '<li><a href="#about">About</a></li>'
        for tag in self.document["tags"]:
            yield f'<li><a href="#{tag["name"]}">{escaped(tag["name"].capitalize())}</a>'
            yield "<ul>"
            for path, method, operation, _ in self.tagged(tag):
                yield (f'<li><a href="#{operation["operationId"]}"><span class="method">{method.upper()}</span> '
                       f"{breakable(path)}</a></li>")
            yield "</ul></li>"
        yield '<li><a href="#answers">Answers of many calls</a></li>'
        yield '<li><a href="#headers">Header lines of answers</a></li>'
        yield '<li><a href="#schemas">Schemas</a>'
        yield "<ul>"
        yield from (f"<li>{link('schema', name)}</li>" for name in self.components["schemas"])
        yield "</ul></li>"
        yield "</ul>"
        yield "</nav>"

    def tagged(self, tag):
        return [operation for operation in self.operations if tag["name"] in operation[2]["tags"]]

    def about(self):
        info = self.document["info"]
        yield '<section id="about">'
        yield "<h1>layoutd reference</h1>"
        yield f"<p>{inline(info['summary'])}</p>"
        yield from blocks(info["description"])
        yield "<h2>Keys</h2>"
        for scheme in self.components["securitySchemes"].values():
            yield from blocks(scheme["description"])
        yield "</section>"

    def calls(self):
        for tag in self.document["tags"]:
            yield f'<section id="{tag["name"]}">'
            yield f"<h2>{escaped(tag['name'].capitalize())}</h2>"
            yield from blocks(tag["description"])
            for operation in self.tagged(tag):
                yield from self.call(*operation)
            yield "</section>"

    def call(self, path, method, operation, parameters):
        yield f'<article id="{operation["operationId"]}">'
        yield f"<h3>{inline(operation['summary'])}</h3>"
        yield f'<p class="call"><span class="method">{method.upper()}</span> <code>{breakable(path)}</code></p>'
        yield from blocks(operation.get("description"))
        if operation.get("security") == []:
            yield "<p>Needs no key.</p>"
        yield "<h4>Parameters</h4>"
        yield from table(("Name", "Where", "Type", "What it means"), [
            self.parameter(parameter) for parameter in parameters])
        if "requestBody" in operation:
            yield "<h4>Body</h4>"
            yield from blocks(operation["requestBody"]["description"])
            for media, content in operation["requestBody"]["content"].items():
                yield from self.content(media, content)
        yield "<h4>Answers</h4>"
        yield "<dl>"
        for status, response in operation["responses"].items():
            yield f"<dt>{status}</dt>"
            if "$ref" in response:
                name = name_of(response["$ref"])
                yield f'<dd>{link("answer", name)}: {inline(self.follow(response)["description"])}</dd>'
            else:
                yield "<dd>"
                yield from self.response(response)
                yield "</dd>"
        yield "</dl>"
        yield "</article>"

    def parameter(self, parameter):
        schema = parameter["schema"]
        examples = [parameter["example"]] if "example" in parameter else [
            example["value"] for example in parameter.get("examples", {}).values()]
        shown = ", ".join(f"<code>{escaped(str(value).lower() if value is True else value)}</code>" for value in examples)
        needed = "" if not parameter.get("required") else ", needed"
        return (
            f"<code>{escaped(parameter['name'])}</code>", parameter["in"] + needed, type_of(schema),
            " ".join(part for part in (
                inline(parameter.get("description", "")), told(schema),
                f"Such as {shown}." if shown else "") if part))

    def response(self, response):
        yield f"<p>{inline(response['description'])}</p>"
        names = [name_of(header["$ref"]) if "$ref" in header else None for header in response.get("headers", {}).values()]
        if names:
            lines = [f'<a href="#header-{component}">{escaped(name)}</a>'
                     for name, component in zip(response["headers"], names)]
            yield f"<p>Header lines: {', '.join(lines)}.</p>"
        for media, content in response.get("content", {}).items():
            yield from self.content(media, content)

    def content(self, media, content):
        yield f"<p><code>{escaped(media)}</code>: {type_of(content['schema'])}. {told(content['schema'])}</p>"
        for name, example in content.get("examples", {}).items():
            yield "<details>"
            yield f"<summary>Example: {inline(example.get('summary', name))}</summary>"
            yield from self.example(example)
            yield "</details>"

    def example(self, example):
        if "x-request" in example:
            yield code(request_of(example["x-request"]))
        value = example["value"]
        yield code(value if isinstance(value, str) else readable(value))

    def answers(self):
        yield '<section id="answers">'
        yield "<h2>Answers of many calls</h2>"
        for name, response in self.components["responses"].items():
            yield f'<article id="answer-{name}">'
            yield f"<h3>{escaped(name)}</h3>"
            yield from self.response(response)
            yield "</article>"
        yield "</section>"

    def headers(self):
        yield '<section id="headers">'
        yield "<h2>Header lines of answers</h2>"
        yield from table(("Name here", "Value", "What it means"), [
            (f"<code>{escaped(name)}</code>", type_of(header["schema"]),
             told({**header["schema"], "description": header["description"]}))
            for name, header in self.components["headers"].items()],
            [f"header-{name}" for name in self.components["headers"]])
        yield "</section>"

    def schemas(self):
        yield '<section id="schemas">'
        yield "<h2>Schemas</h2>"
        for name, schema in self.components["schemas"].items():
            yield f'<article id="schema-{name}">'
            yield f"<h3>{escaped(name)}</h3>"
            yield from blocks(schema.get("description"))
            bounds = told({key: value for key, value in schema.items() if key != "description"})
            if "properties" not in schema:
                yield f"<p>{capitalized(type_of(schema))}. {bounds}</p>"
            else:
                yield from [f"<p>{bounds}</p>"] if bounds else []
                yield from table(("Member", "Type", "What it means"), [
                    (f"<code>{escaped(member)}</code>" + (", needed" if member in schema.get("required", []) else ""),
                     type_of(part), told(part)) for member, part in schema["properties"].items()])
            yield "</article>"
        yield "</section>"


def request_of(request):
    """The request of an example, as it is sent or in short."""
    if "raw" in request:
        return request["raw"].replace("\r\n", "\n")
    lines = [f"{request['method']} {request['target']}"]
    lines += [f"{name}: {value}" for name, value in request.get("headers", {}).items()]
    if "key" in request:
        lines.append({"none": "(without a key)", "unknown": "(with a key that is not in force)"}.get(
            request["key"], f"(with a key that may {request['key']})"))
    if "bodyExample" in request:
        lines.append(f"(the body of the request example {request['bodyExample']})")
    if "targetPadding" in request or "headPadding" in request:
        lines.append(f"(and {request.get('targetPadding', request.get('headPadding'))} bytes more)")
    if "afterSignal" in request:
        lines.append(f"(after {request['afterSignal']})")
    return "\n".join(lines) + (f"\n\n{request['body']}" if request.get("body") else "")


def table(titles, rows, ids=None):
    yield '<div class="table" tabindex="0">'
    yield "<table>"
    yield f"<thead><tr>{''.join(f'<th scope=col>{title}</th>' for title in titles)}</tr></thead>"
    yield "<tbody>"
    for number, (first, *others) in enumerate(rows):
        own = f' id="{ids[number]}"' if ids else ""
        yield f"<tr{own}><th scope=row>{first}</th>{''.join(f'<td>{cell}</td>' for cell in others)}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def breakable(path):
    """A path that may go on in the next line after each slash."""
    return escaped(path).replace("/", "/<wbr>")


def capitalized(text):
    return text[0].upper() + text[1:]
