// All files embedded in the program, one line each: its path on the server, its media type, and its path in the
// repository.

#include "CResources.h"

#define YAML "application/yaml"
#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define JAVASCRIPT "text/javascript; charset=utf-8"
#define SVG "image/svg+xml"
#define WEBP "image/webp"
#define JSON "application/json"
#define WASM "application/wasm"

// Files made by a script. If it had not run before the build, requests for their paths are answered with that: MISSING
// has a path, and the script.
#if __has_include("clients/typescript/layout.wasm")
#define MODULE(FILE, MISSING) FILE("/client/layout.wasm", WASM, "clients/typescript/layout.wasm")
#else
#define MODULE(FILE, MISSING) MISSING("/client/layout.wasm", "script/wasm")
#endif
// A file is sent in brotli if the list also has its path with .br appended.
#if __has_include("clients/typescript/layout.wasm.br")
#define MODULE_IN_BROTLI(FILE) FILE("/client/layout.wasm.br", WASM, "clients/typescript/layout.wasm.br")
#else
#define MODULE_IN_BROTLI(FILE)
#endif
// The same module in two files, whose names depend on their contents.
#if __has_include("clients/typescript/module/files.h")
#include "clients/typescript/module/files.h"
#else
#define MODULE_PARTS(FILE, MISSING) MISSING("/client/module/files.js", "script/wasm")
#endif
// The bundles of the client.
#if __has_include("clients/typescript/bundles/files.h")
#include "clients/typescript/bundles/files.h"
#else
#define BUNDLES(FILE, MISSING) \
  MISSING("/client/index.js", "script/bundles") \
  MISSING("/client/core.js", "script/bundles") \
  MISSING("/client/feed.js", "script/bundles") \
  MISSING("/client/element.js", "script/bundles") \
  MISSING("/client/module.js", "script/bundles") \
  MISSING("/client/react.js", "script/bundles")
#endif
#if __has_include("docs/reference/guide.html") && __has_include("docs/reference/index.html") && \
  __has_include("docs/reference/openapi.json")
#define REFERENCE(FILE, MISSING) \
  FILE("/openapi.json", JSON, "docs/reference/openapi.json") \
  FILE("/docs", HTML, "docs/reference/index.html") \
  FILE("/docs/guide", HTML, "docs/reference/guide.html")
#else
#define REFERENCE(FILE, MISSING) \
  MISSING("/openapi.json", "script/describe") \
  MISSING("/docs", "script/describe") \
  MISSING("/docs/guide", "script/describe")
#endif

// The files at / and below /playground and /client can be switched off.
#define FILES(FILE, MISSING) \
  MODULE(FILE, MISSING) \
  MODULE_IN_BROTLI(FILE) \
  MODULE_PARTS(FILE, MISSING) \
  BUNDLES(FILE, MISSING) \
  REFERENCE(FILE, MISSING) \
  FILE("/openapi.yaml", YAML, "openapi.yaml") \
  FILE("/docs/page.css", CSS, "script/describing/page.css") \
  FILE("/", HTML, "Sources/Resources/Playground/index.html") \
  FILE("/playground/demo.html", HTML, "Sources/Resources/Playground/demo.html") \
  FILE("/playground/demo.js", JAVASCRIPT, "Sources/Resources/Playground/demo.js") \
  FILE("/playground/document.html", HTML, "Sources/Resources/Playground/document.html") \
  FILE("/playground/document.js", JAVASCRIPT, "Sources/Resources/Playground/document.js") \
  FILE("/playground/icon.svg", SVG, "Sources/Resources/Playground/icon.svg") \
  FILE("/playground/page.css", CSS, "Sources/Resources/Playground/page.css") \
  FILE("/playground/palette.css", CSS, "Sources/Resources/Playground/palette.css") \
  FILE("/playground/phones.css", CSS, "Sources/Resources/Playground/phones.css") \
  FILE("/playground/playground.css", CSS, "Sources/Resources/Playground/playground.css") \
  FILE("/playground/playground.js", JAVASCRIPT, "Sources/Resources/Playground/playground.js") \
  FILE("/playground/demo/Albums.js", JAVASCRIPT, "Sources/Resources/Playground/demo/Albums.js") \
  FILE("/playground/demo/chat.js", JAVASCRIPT, "Sources/Resources/Playground/demo/chat.js") \
  FILE("/playground/demo/Conversation.js", JAVASCRIPT, "Sources/Resources/Playground/demo/Conversation.js") \
  FILE("/playground/demo/demoSteps.js", JAVASCRIPT, "Sources/Resources/Playground/demo/demoSteps.js") \
  FILE("/playground/demo/DocumentPane.js", JAVASCRIPT, "Sources/Resources/Playground/demo/DocumentPane.js") \
  FILE("/playground/demo/examples.css", CSS, "Sources/Resources/Playground/demo/examples.css") \
  FILE("/playground/demo/FrameTimes.js", JAVASCRIPT, "Sources/Resources/Playground/demo/FrameTimes.js") \
  FILE("/playground/demo/inTurn.js", JAVASCRIPT, "Sources/Resources/Playground/demo/inTurn.js") \
  FILE("/playground/demo/ItemNumbers.js", JAVASCRIPT, "Sources/Resources/Playground/demo/ItemNumbers.js") \
  FILE("/playground/demo/LargeSnapshots.js", JAVASCRIPT, "Sources/Resources/Playground/demo/LargeSnapshots.js") \
  FILE("/playground/demo/PageFigures.js", JAVASCRIPT, "Sources/Resources/Playground/demo/PageFigures.js") \
  FILE("/playground/demo/photos.js", JAVASCRIPT, "Sources/Resources/Playground/demo/photos.js") \
  FILE("/playground/demo/ProductData.js", JAVASCRIPT, "Sources/Resources/Playground/demo/ProductData.js") \
  FILE("/playground/demo/product.js", JAVASCRIPT, "Sources/Resources/Playground/demo/product.js") \
  FILE("/playground/demo/ProductLoading.js", JAVASCRIPT, "Sources/Resources/Playground/demo/ProductLoading.js") \
  FILE("/playground/demo/shapes.js", JAVASCRIPT, "Sources/Resources/Playground/demo/shapes.js") \
  FILE("/playground/demo/Slides.js", JAVASCRIPT, "Sources/Resources/Playground/demo/Slides.js") \
  FILE("/playground/demo/TodoList.js", JAVASCRIPT, "Sources/Resources/Playground/demo/TodoList.js") \
  FILE("/playground/demo/TodoPaint.js", JAVASCRIPT, "Sources/Resources/Playground/demo/TodoPaint.js") \
  FILE("/playground/demo/wall.js", JAVASCRIPT, "Sources/Resources/Playground/demo/wall.js") \
  FILE("/playground/drawing/drawing.css", CSS, "Sources/Resources/Playground/drawing/drawing.css") \
  FILE("/playground/drawing/ElementPanel.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/ElementPanel.js") \
  FILE("/playground/drawing/inkOn.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/inkOn.js") \
  FILE("/playground/drawing/LayoutPane.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/LayoutPane.js") \
  FILE("/playground/drawing/LayoutView.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/LayoutView.js") \
  FILE("/playground/drawing/Overview.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/Overview.js") \
  FILE("/playground/drawing/Paint.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/Paint.js") \
  FILE("/playground/drawing/Panes.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/Panes.js") \
  FILE("/playground/drawing/PhotoPaint.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/PhotoPaint.js") \
  FILE("/playground/drawing/photos.css", CSS, "Sources/Resources/Playground/drawing/photos.css") \
  FILE("/playground/drawing/SectionList.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/SectionList.js") \
  FILE("/playground/drawing/SectionRail.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/SectionRail.js") \
  FILE("/playground/drawing/Selection.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/Selection.js") \
  FILE("/playground/drawing/WallPaint.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/WallPaint.js") \
  FILE("/playground/editor/CodeLines.js", JAVASCRIPT, "Sources/Resources/Playground/editor/CodeLines.js") \
  FILE("/playground/editor/curlCommand.js", JAVASCRIPT, "Sources/Resources/Playground/editor/curlCommand.js") \
  FILE("/playground/editor/FaultList.js", JAVASCRIPT, "Sources/Resources/Playground/editor/FaultList.js") \
  FILE("/playground/editor/FoldedLists.js", JAVASCRIPT, "Sources/Resources/Playground/editor/FoldedLists.js") \
  FILE("/playground/editor/jsonPositions.js", JAVASCRIPT, "Sources/Resources/Playground/editor/jsonPositions.js") \
  FILE("/playground/editor/jsonTokens.js", JAVASCRIPT, "Sources/Resources/Playground/editor/jsonTokens.js") \
  FILE("/playground/editor/jsonText.js", JAVASCRIPT, "Sources/Resources/Playground/editor/jsonText.js") \
  FILE("/playground/editor/KeptText.js", JAVASCRIPT, "Sources/Resources/Playground/editor/KeptText.js") \
  FILE("/playground/editor/shareLink.js", JAVASCRIPT, "Sources/Resources/Playground/editor/shareLink.js") \
  FILE("/playground/editor/SnapshotEditor.js", JAVASCRIPT, "Sources/Resources/Playground/editor/SnapshotEditor.js") \
  FILE("/playground/editor/TextHistory.js", JAVASCRIPT, "Sources/Resources/Playground/editor/TextHistory.js") \
  FILE("/playground/editor/TextTools.js", JAVASCRIPT, "Sources/Resources/Playground/editor/TextTools.js") \
  FILE("/playground/metrics/groupParts.js", JAVASCRIPT, "Sources/Resources/Playground/metrics/groupParts.js") \
  FILE("/playground/metrics/GroupPanel.js", JAVASCRIPT, "Sources/Resources/Playground/metrics/GroupPanel.js") \
  FILE("/playground/metrics/metricPlaces.js", JAVASCRIPT, "Sources/Resources/Playground/metrics/metricPlaces.js") \
  FILE("/playground/metrics/RowHeight.js", JAVASCRIPT, "Sources/Resources/Playground/metrics/RowHeight.js") \
  FILE("/playground/page/copyText.js", JAVASCRIPT, "Sources/Resources/Playground/page/copyText.js") \
  FILE("/playground/page/frame.js", JAVASCRIPT, "Sources/Resources/Playground/page/frame.js") \
  FILE("/playground/page/keptTexts.js", JAVASCRIPT, "Sources/Resources/Playground/page/keptTexts.js") \
  FILE("/playground/page/made.js", JAVASCRIPT, "Sources/Resources/Playground/page/made.js") \
  FILE("/playground/page/numbers.js", JAVASCRIPT, "Sources/Resources/Playground/page/numbers.js") \
  FILE("/playground/page/root.js", JAVASCRIPT, "Sources/Resources/Playground/page/root.js") \
  FILE("/playground/page/RequestList.js", JAVASCRIPT, "Sources/Resources/Playground/page/RequestList.js") \
  FILE("/playground/photo/chance.js", JAVASCRIPT, "Sources/Resources/Playground/photo/chance.js") \
  FILE("/playground/photo/photo.js", JAVASCRIPT, "Sources/Resources/Playground/photo/photo.js") \
  FILE("/playground/photo/aurora.webp", WEBP, "Sources/Resources/Playground/photo/aurora.webp") \
  FILE("/playground/photo/city.webp", WEBP, "Sources/Resources/Playground/photo/city.webp") \
  FILE("/playground/photo/coast.webp", WEBP, "Sources/Resources/Playground/photo/coast.webp") \
  FILE("/playground/photo/coffee.webp", WEBP, "Sources/Resources/Playground/photo/coffee.webp") \
  FILE("/playground/photo/dahlia.webp", WEBP, "Sources/Resources/Playground/photo/dahlia.webp") \
  FILE("/playground/photo/daisy.webp", WEBP, "Sources/Resources/Playground/photo/daisy.webp") \
  FILE("/playground/photo/dunes.webp", WEBP, "Sources/Resources/Playground/photo/dunes.webp") \
  FILE("/playground/photo/lake.webp", WEBP, "Sources/Resources/Playground/photo/lake.webp") \
  FILE("/playground/photo/lights.webp", WEBP, "Sources/Resources/Playground/photo/lights.webp") \
  FILE("/playground/photo/meadow.webp", WEBP, "Sources/Resources/Playground/photo/meadow.webp") \
  FILE("/playground/photo/peaks.webp", WEBP, "Sources/Resources/Playground/photo/peaks.webp") \
  FILE("/playground/photo/sunset.webp", WEBP, "Sources/Resources/Playground/photo/sunset.webp") \
  FILE("/playground/sources/memberEdit.js", JAVASCRIPT, "Sources/Resources/Playground/sources/memberEdit.js") \
  FILE("/playground/sources/sourceNodes.js", JAVASCRIPT, "Sources/Resources/Playground/sources/sourceNodes.js") \
  FILE("/playground/sources/SourcePanel.js", JAVASCRIPT, "Sources/Resources/Playground/sources/SourcePanel.js") \
  FILE("/playground/column.json", JSON, "Sources/Resources/Examples/column.json") \
  FILE("/playground/feed.json", JSON, "Sources/Resources/Examples/feed.json") \
  FILE("/playground/flow.json", JSON, "Sources/Resources/Examples/flow.json") \
  FILE("/playground/groups.json", JSON, "Sources/Resources/Examples/groups.json") \
  FILE("/playground/justified.json", JSON, "Sources/Resources/Examples/justified.json") \
  FILE("/playground/mosaic.json", JSON, "Sources/Resources/Examples/mosaic.json") \
  FILE("/playground/photos.json", JSON, "Sources/Resources/Examples/photos.json") \
  FILE("/playground/product.json", JSON, "Sources/Resources/Examples/product.json") \
  FILE("/playground/spans.json", JSON, "Sources/Resources/Examples/spans.json") \
  FILE("/playground/waterfall.json", JSON, "Sources/Resources/Examples/waterfall.json") \

// This condition makes the compiler list the files as dependencies, so that a changed file is embedded again.
#define IS_THERE(path, type, file) __has_include(file) &&
#define NEED_NOT_BE(path, script)
#if !(FILES(IS_THERE, NEED_NOT_BE) 1)
#error "a file of the list is missing"
#endif

#define ENTRY(path, type, file) \
  ".asciz \"" path "\"\n.asciz \"" type "\"\n.quad 2f - 1f\n1: .incbin \"" file "\"\n2:\n"
// Without a media type; its bytes are the name of the script.
#define MISSING_ENTRY(path, script) \
  ".asciz \"" path "\"\n.asciz \"\"\n.quad 2f - 1f\n1: .ascii \"" script "\"\n2:\n"
__asm__(".pushsection .rodata\n"
        "resources_begin:\n" FILES(ENTRY, MISSING_ENTRY) "resources_limit:\n"
        ".popsection\n");

extern const uint8_t resources_begin[], resources_limit[];

const uint8_t *resources(size_t *bytes) {
  *bytes = (size_t)(resources_limit - resources_begin);
  return resources_begin;
}

// Set by the manifest.
#ifndef LAYOUTD_COMMIT
#define LAYOUTD_COMMIT ""
#endif

const char *resources_commit(void) { return LAYOUTD_COMMIT; }
