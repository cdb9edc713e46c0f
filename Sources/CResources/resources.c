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
  MISSING("/client/service.js", "script/bundles") \
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

// The client's tables.
#if __has_include("clients/typescript/source/steps/tables.js")
#define TABLES(FILE, MISSING) FILE("/client/source/steps/tables.js", JAVASCRIPT, "clients/typescript/source/steps/tables.js")
#else
#define TABLES(FILE, MISSING) MISSING("/client/source/steps/tables.js", "script/describe")
#endif

// The files at / and below /playground and /client can be switched off.
#define FILES(FILE, MISSING) \
  MODULE(FILE, MISSING) \
  MODULE_IN_BROTLI(FILE) \
  MODULE_PARTS(FILE, MISSING) \
  BUNDLES(FILE, MISSING) \
  REFERENCE(FILE, MISSING) \
  TABLES(FILE, MISSING) \
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
  FILE("/playground/editor/KeptText.js", JAVASCRIPT, "Sources/Resources/Playground/editor/KeptText.js") \
  FILE("/playground/editor/shareLink.js", JAVASCRIPT, "Sources/Resources/Playground/editor/shareLink.js") \
  FILE("/playground/editor/SnapshotEditor.js", JAVASCRIPT, "Sources/Resources/Playground/editor/SnapshotEditor.js") \
  FILE("/playground/editor/TextHistory.js", JAVASCRIPT, "Sources/Resources/Playground/editor/TextHistory.js") \
  FILE("/playground/editor/TextTools.js", JAVASCRIPT, "Sources/Resources/Playground/editor/TextTools.js") \
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
  FILE("/playground/mosaic.json", JSON, "Sources/Resources/Examples/mosaic.json") \
  FILE("/playground/photos.json", JSON, "Sources/Resources/Examples/photos.json") \
  FILE("/playground/product.json", JSON, "Sources/Resources/Examples/product.json") \
  FILE("/playground/waterfall.json", JSON, "Sources/Resources/Examples/waterfall.json") \
  FILE("/client/index.js", JAVASCRIPT, "clients/typescript/index.js") \
  FILE("/client/source/steps/carriedSections.js", JAVASCRIPT, "clients/typescript/source/steps/carriedSections.js") \
  FILE("/client/source/steps/CheckedKeys.js", JAVASCRIPT, "clients/typescript/source/steps/CheckedKeys.js") \
  FILE("/client/source/steps/equalEnds.js", JAVASCRIPT, "clients/typescript/source/steps/equalEnds.js") \
  FILE("/client/source/steps/filler.js", JAVASCRIPT, "clients/typescript/source/steps/filler.js") \
  FILE("/client/source/steps/effects.js", JAVASCRIPT, "clients/typescript/source/steps/effects.js") \
  FILE("/client/source/steps/frames.js", JAVASCRIPT, "clients/typescript/source/steps/frames.js") \
  FILE("/client/source/steps/itemCount.js", JAVASCRIPT, "clients/typescript/source/steps/itemCount.js") \
  FILE("/client/source/steps/itemForms.js", JAVASCRIPT, "clients/typescript/source/steps/itemForms.js") \
  FILE("/client/source/steps/KeyedItems.js", JAVASCRIPT, "clients/typescript/source/steps/KeyedItems.js") \
  FILE("/client/source/steps/keyLists.js", JAVASCRIPT, "clients/typescript/source/steps/keyLists.js") \
  FILE("/client/source/steps/memberValues.js", JAVASCRIPT, "clients/typescript/source/steps/memberValues.js") \
  FILE("/client/source/steps/numbered.js", JAVASCRIPT, "clients/typescript/source/steps/numbered.js") \
  FILE("/client/source/steps/options.js", JAVASCRIPT, "clients/typescript/source/steps/options.js") \
  FILE("/client/source/steps/partitionPoint.js", JAVASCRIPT, "clients/typescript/source/steps/partitionPoint.js") \
  FILE("/client/source/steps/sectionsAfter.js", JAVASCRIPT, "clients/typescript/source/steps/sectionsAfter.js") \
  FILE("/client/source/steps/snapshotSteps.js", JAVASCRIPT, "clients/typescript/source/steps/snapshotSteps.js") \
  FILE("/client/source/steps/stepsBetween.js", JAVASCRIPT, "clients/typescript/source/steps/stepsBetween.js") \
  FILE("/client/source/steps/stepEntries.js", JAVASCRIPT, "clients/typescript/source/steps/stepEntries.js") \
  FILE("/client/source/steps/touchedSections.js", JAVASCRIPT, "clients/typescript/source/steps/touchedSections.js") \
  FILE("/client/source/tree/movedItems.js", JAVASCRIPT, "clients/typescript/source/tree/movedItems.js") \
  FILE("/client/source/tree/SourceNode.js", JAVASCRIPT, "clients/typescript/source/tree/SourceNode.js") \
  FILE("/client/source/tree/SourceTree.js", JAVASCRIPT, "clients/typescript/source/tree/SourceTree.js") \
  FILE("/client/source/tree/treeKeys.js", JAVASCRIPT, "clients/typescript/source/tree/treeKeys.js") \
  FILE("/client/source/tree/treeNodes.js", JAVASCRIPT, "clients/typescript/source/tree/treeNodes.js") \
  FILE("/client/source/service/AnsweredSource.js", JAVASCRIPT, "clients/typescript/source/service/AnsweredSource.js") \
  FILE("/client/source/service/Answers.js", JAVASCRIPT, "clients/typescript/source/service/Answers.js") \
  FILE("/client/source/service/backoff.js", JAVASCRIPT, "clients/typescript/source/service/backoff.js") \
  FILE("/client/source/service/Clock.js", JAVASCRIPT, "clients/typescript/source/service/Clock.js") \
  FILE("/client/source/service/deferred.js", JAVASCRIPT, "clients/typescript/source/service/deferred.js") \
  FILE("/client/source/service/limits.js", JAVASCRIPT, "clients/typescript/source/service/limits.js") \
  FILE("/client/source/service/Lineage.js", JAVASCRIPT, "clients/typescript/source/service/Lineage.js") \
  FILE("/client/source/service/localProblem.js", JAVASCRIPT, "clients/typescript/source/service/localProblem.js") \
  FILE("/client/source/service/parameterFaults.js", JAVASCRIPT, "clients/typescript/source/service/parameterFaults.js") \
  FILE("/client/source/service/Problem.js", JAVASCRIPT, "clients/typescript/source/service/Problem.js") \
  FILE("/client/source/service/problemOf.js", JAVASCRIPT, "clients/typescript/source/service/problemOf.js") \
  FILE("/client/source/service/Restoration.js", JAVASCRIPT, "clients/typescript/source/service/Restoration.js") \
  FILE("/client/source/service/Snapshot.js", JAVASCRIPT, "clients/typescript/source/service/Snapshot.js") \
  FILE("/client/source/service/stepList.js", JAVASCRIPT, "clients/typescript/source/service/stepList.js") \
  FILE("/client/source/service/Transport.js", JAVASCRIPT, "clients/typescript/source/service/Transport.js") \
  FILE("/client/source/service/unsaid.js", JAVASCRIPT, "clients/typescript/source/service/unsaid.js") \
  FILE("/client/source/service/withFault.js", JAVASCRIPT, "clients/typescript/source/service/withFault.js") \
  FILE("/client/source/documents/DocumentHandle.js", JAVASCRIPT, "clients/typescript/source/documents/DocumentHandle.js") \
  FILE("/client/source/documents/DocumentLog.js", JAVASCRIPT, "clients/typescript/source/documents/DocumentLog.js") \
  FILE("/client/source/documents/EventReader.js", JAVASCRIPT, "clients/typescript/source/documents/EventReader.js") \
  FILE("/client/source/documents/Follower.js", JAVASCRIPT, "clients/typescript/source/documents/Follower.js") \
  FILE("/client/source/documents/Following.js", JAVASCRIPT, "clients/typescript/source/documents/Following.js") \
  FILE("/client/source/documents/listId.js", JAVASCRIPT, "clients/typescript/source/documents/listId.js") \
  FILE("/client/source/documents/Pauses.js", JAVASCRIPT, "clients/typescript/source/documents/Pauses.js") \
  FILE("/client/source/documents/randomKey.js", JAVASCRIPT, "clients/typescript/source/documents/randomKey.js") \
  FILE("/client/source/documents/RecordQueue.js", JAVASCRIPT, "clients/typescript/source/documents/RecordQueue.js") \
  FILE("/client/source/viewport/pages/Axis.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/Axis.js") \
  FILE("/client/source/viewport/pages/elementList.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/elementList.js") \
  FILE("/client/source/viewport/pages/Page.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/Page.js") \
  FILE("/client/source/viewport/pages/PageCache.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/PageCache.js") \
  FILE("/client/source/viewport/pages/PageGrid.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/PageGrid.js") \
  FILE("/client/source/viewport/pages/PageLoader.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/PageLoader.js") \
  FILE("/client/source/viewport/pages/pageOrder.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/pageOrder.js") \
  FILE("/client/source/viewport/pages/pageQuery.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/pageQuery.js") \
  FILE("/client/source/viewport/pages/PinningRecords.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/PinningRecords.js") \
  FILE("/client/source/viewport/pages/InitialElements.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/InitialElements.js") \
  FILE("/client/source/viewport/pages/ShownPages.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/ShownPages.js") \
  FILE("/client/source/viewport/pages/SpecialAttributes.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/SpecialAttributes.js") \
  FILE("/client/source/viewport/pages/tolerance.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/tolerance.js") \
  FILE("/client/source/viewport/pages/VisibleSections.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/VisibleSections.js") \
  FILE("/client/source/viewport/scrolling/PagesHere.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/PagesHere.js") \
  FILE("/client/source/viewport/scrolling/glide.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/glide.js") \
  FILE("/client/source/viewport/scrolling/neighbors.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/neighbors.js") \
  FILE("/client/source/viewport/scrolling/Previews.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/Previews.js") \
  FILE("/client/source/viewport/scrolling/questions.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/questions.js") \
  FILE("/client/source/viewport/scrolling/reordering.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/reordering.js") \
  FILE("/client/source/viewport/scrolling/remote.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/remote.js") \
  FILE("/client/source/viewport/scrolling/targets.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/targets.js") \
  FILE("/client/source/viewport/scrolling/windows.js", JAVASCRIPT, "clients/typescript/source/viewport/scrolling/windows.js") \
  FILE("/client/source/viewport/change.js", JAVASCRIPT, "clients/typescript/source/viewport/change.js") \
  FILE("/client/source/viewport/ChangeQueue.js", JAVASCRIPT, "clients/typescript/source/viewport/ChangeQueue.js") \
  FILE("/client/source/viewport/pages/cssTransform.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/cssTransform.js") \
  FILE("/client/source/viewport/effects/CellEffect.js", JAVASCRIPT, "clients/typescript/source/viewport/effects/CellEffect.js") \
  FILE("/client/source/viewport/effects/loadEffects.js", JAVASCRIPT, "clients/typescript/source/viewport/effects/loadEffects.js") \
  FILE("/client/source/viewport/effects/matrices.js", JAVASCRIPT, "clients/typescript/source/viewport/effects/matrices.js") \
  FILE("/client/source/viewport/effects/ShownEffects.js", JAVASCRIPT, "clients/typescript/source/viewport/effects/ShownEffects.js") \
  FILE("/client/source/viewport/firstScreen.js", JAVASCRIPT, "clients/typescript/source/viewport/firstScreen.js") \
  FILE("/client/source/viewport/PrefetchRange.js", JAVASCRIPT, "clients/typescript/source/viewport/PrefetchRange.js") \
  FILE("/client/source/viewport/keptPages.js", JAVASCRIPT, "clients/typescript/source/viewport/keptPages.js") \
  FILE("/client/source/viewport/Layout.js", JAVASCRIPT, "clients/typescript/source/viewport/Layout.js") \
  FILE("/client/source/viewport/LayoutService.js", JAVASCRIPT, "clients/typescript/source/viewport/LayoutService.js") \
  FILE("/client/source/viewport/Margins.js", JAVASCRIPT, "clients/typescript/source/viewport/Margins.js") \
  FILE("/client/source/viewport/Leaving.js", JAVASCRIPT, "clients/typescript/source/viewport/Leaving.js") \
  FILE("/client/source/viewport/rects.js", JAVASCRIPT, "clients/typescript/source/viewport/rects.js") \
  FILE("/client/source/viewport/Renumbering.js", JAVASCRIPT, "clients/typescript/source/viewport/Renumbering.js") \
  FILE("/client/source/viewport/ScrollQuestions.js", JAVASCRIPT, "clients/typescript/source/viewport/ScrollQuestions.js") \
  FILE("/client/source/viewport/ScrollRoom.js", JAVASCRIPT, "clients/typescript/source/viewport/ScrollRoom.js") \
  FILE("/client/source/viewport/ScrollSpace.js", JAVASCRIPT, "clients/typescript/source/viewport/ScrollSpace.js") \
  FILE("/client/source/viewport/effects/ScrolledElements.js", JAVASCRIPT, "clients/typescript/source/viewport/effects/ScrolledElements.js") \
  FILE("/client/source/viewport/pages/soughtPages.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/soughtPages.js") \
  FILE("/client/source/viewport/ScrollVelocity.js", JAVASCRIPT, "clients/typescript/source/viewport/ScrollVelocity.js") \
  FILE("/client/source/viewport/stillItem.js", JAVASCRIPT, "clients/typescript/source/viewport/stillItem.js") \
  FILE("/client/source/viewport/Viewport.js", JAVASCRIPT, "clients/typescript/source/viewport/Viewport.js") \
  FILE("/client/source/viewport/ViewportEvents.js", JAVASCRIPT, "clients/typescript/source/viewport/ViewportEvents.js") \
  FILE("/client/source/viewport/viewportSettings.js", JAVASCRIPT, "clients/typescript/source/viewport/viewportSettings.js") \
  FILE("/client/source/viewport/ViewportState.js", JAVASCRIPT, "clients/typescript/source/viewport/ViewportState.js") \
  FILE("/client/source/module/wasm/CheckedNumbers.js", JAVASCRIPT, "clients/typescript/source/module/wasm/CheckedNumbers.js") \
  FILE("/client/source/module/wasm/DistinctValues.js", JAVASCRIPT, "clients/typescript/source/module/wasm/DistinctValues.js") \
  FILE("/client/source/module/wasm/ItemNumbers.js", JAVASCRIPT, "clients/typescript/source/module/wasm/ItemNumbers.js") \
  FILE("/client/source/module/wasm/LayoutModule.js", JAVASCRIPT, "clients/typescript/source/module/wasm/LayoutModule.js") \
  FILE("/client/source/module/wasm/measuredNumbers.js", JAVASCRIPT, "clients/typescript/source/module/wasm/measuredNumbers.js") \
  FILE("/client/source/module/wasm/moduleAnswers.js", JAVASCRIPT, "clients/typescript/source/module/wasm/moduleAnswers.js") \
  FILE("/client/source/module/wasm/ModuleInstance.js", JAVASCRIPT, "clients/typescript/source/module/wasm/ModuleInstance.js") \
  FILE("/client/source/module/wasm/ModuleParts.js", JAVASCRIPT, "clients/typescript/source/module/wasm/ModuleParts.js") \
  FILE("/client/source/module/wasm/ModuleProblem.js", JAVASCRIPT, "clients/typescript/source/module/wasm/ModuleProblem.js") \
  FILE("/client/source/module/wasm/moduleSource.js", JAVASCRIPT, "clients/typescript/source/module/wasm/moduleSource.js") \
  FILE("/client/source/module/wasm/NumberWriter.js", JAVASCRIPT, "clients/typescript/source/module/wasm/NumberWriter.js") \
  FILE("/client/source/module/wasm/scrolling.js", JAVASCRIPT, "clients/typescript/source/module/wasm/scrolling.js") \
  FILE("/client/source/module/wasm/SnapshotNumbers.js", JAVASCRIPT, "clients/typescript/source/module/wasm/SnapshotNumbers.js") \
  FILE("/client/source/module/wasm/StepNumbers.js", JAVASCRIPT, "clients/typescript/source/module/wasm/StepNumbers.js") \
  FILE("/client/source/module/wasm/StepReader.js", JAVASCRIPT, "clients/typescript/source/module/wasm/StepReader.js") \
  FILE("/client/source/module/wasm/Vocabulary.js", JAVASCRIPT, "clients/typescript/source/module/wasm/Vocabulary.js") \
  FILE("/client/source/module/sources/ResolvedSource.js", JAVASCRIPT, "clients/typescript/source/module/sources/ResolvedSource.js") \
  FILE("/client/source/module/sources/SourceNumbers.js", JAVASCRIPT, "clients/typescript/source/module/sources/SourceNumbers.js") \
  FILE("/client/source/module/sources/treeCalls.js", JAVASCRIPT, "clients/typescript/source/module/sources/treeCalls.js") \
  FILE("/client/source/module/advice.js", JAVASCRIPT, "clients/typescript/source/module/advice.js") \
  FILE("/client/source/module/FarSections.js", JAVASCRIPT, "clients/typescript/source/module/FarSections.js") \
  FILE("/client/source/module/foreignWords.js", JAVASCRIPT, "clients/typescript/source/module/foreignWords.js") \
  FILE("/client/source/module/ModuleHandle.js", JAVASCRIPT, "clients/typescript/source/module/ModuleHandle.js") \
  FILE("/client/source/module/localCopy.js", JAVASCRIPT, "clients/typescript/source/module/localCopy.js") \
  FILE("/client/source/module/jsonText.js", JAVASCRIPT, "clients/typescript/source/module/jsonText.js") \
  FILE("/client/source/module/keyAdvice.js", JAVASCRIPT, "clients/typescript/source/module/keyAdvice.js") \
  FILE("/client/source/module/LocalLayout.js", JAVASCRIPT, "clients/typescript/source/module/LocalLayout.js") \
  FILE("/client/source/module/LocalScrolling.js", JAVASCRIPT, "clients/typescript/source/module/LocalScrolling.js") \
  FILE("/client/source/module/LocalService.js", JAVASCRIPT, "clients/typescript/source/module/LocalService.js") \
  FILE("/client/source/module/LocalSnapshot.js", JAVASCRIPT, "clients/typescript/source/module/LocalSnapshot.js") \
  FILE("/client/source/module/measurements.js", JAVASCRIPT, "clients/typescript/source/module/measurements.js") \
  FILE("/client/source/module/Measuring.js", JAVASCRIPT, "clients/typescript/source/module/Measuring.js") \
  FILE("/client/source/module/NodeMeasuring.js", JAVASCRIPT, "clients/typescript/source/module/NodeMeasuring.js") \
  FILE("/client/source/module/PlacedLayout.js", JAVASCRIPT, "clients/typescript/source/module/PlacedLayout.js") \
  FILE("/client/source/module/StepHistory.js", JAVASCRIPT, "clients/typescript/source/module/StepHistory.js") \
  FILE("/client/source/module/refusing.js", JAVASCRIPT, "clients/typescript/source/module/refusing.js") \
  FILE("/client/source/module/sharedModule.js", JAVASCRIPT, "clients/typescript/source/module/sharedModule.js") \
  FILE("/client/source/module/stackInput.js", JAVASCRIPT, "clients/typescript/source/module/stackInput.js") \
  FILE("/client/source/module/UploadQueue.js", JAVASCRIPT, "clients/typescript/source/module/UploadQueue.js") \
  FILE("/client/source/feed/items/checkNames.js", JAVASCRIPT, "clients/typescript/source/feed/items/checkNames.js") \
  FILE("/client/source/feed/items/foreignNames.js", JAVASCRIPT, "clients/typescript/source/feed/items/foreignNames.js") \
  FILE("/client/source/feed/items/ItemList.js", JAVASCRIPT, "clients/typescript/source/feed/items/ItemList.js") \
  FILE("/client/source/feed/items/ItemSizes.js", JAVASCRIPT, "clients/typescript/source/feed/items/ItemSizes.js") \
  FILE("/client/source/feed/items/localService.js", JAVASCRIPT, "clients/typescript/source/feed/items/localService.js") \
  FILE("/client/source/feed/items/NamedItems.js", JAVASCRIPT, "clients/typescript/source/feed/items/NamedItems.js") \
  FILE("/client/source/feed/items/places.js", JAVASCRIPT, "clients/typescript/source/feed/items/places.js") \
  FILE("/client/source/feed/features/arrowKeys.js", JAVASCRIPT, "clients/typescript/source/feed/features/arrowKeys.js") \
  FILE("/client/source/feed/features/crossfading.js", JAVASCRIPT, "clients/typescript/source/feed/features/crossfading.js") \
  FILE("/client/source/feed/features/filling.js", JAVASCRIPT, "clients/typescript/source/feed/features/filling.js") \
  FILE("/client/source/feed/features/FocusedCell.js", JAVASCRIPT, "clients/typescript/source/feed/features/FocusedCell.js") \
  FILE("/client/source/feed/features/ownKeys.js", JAVASCRIPT, "clients/typescript/source/feed/features/ownKeys.js") \
  FILE("/client/source/feed/features/visible.js", JAVASCRIPT, "clients/typescript/source/feed/features/visible.js") \
  FILE("/client/source/feed/features/prefetching.js", JAVASCRIPT, "clients/typescript/source/feed/features/prefetching.js") \
  FILE("/client/source/feed/features/snapping.js", JAVASCRIPT, "clients/typescript/source/feed/features/snapping.js") \
  FILE("/client/source/feed/features/Drag.js", JAVASCRIPT, "clients/typescript/source/feed/features/Drag.js") \
  FILE("/client/source/feed/features/dragging.js", JAVASCRIPT, "clients/typescript/source/feed/features/dragging.js") \
  FILE("/client/source/feed/features/KeyDrags.js", JAVASCRIPT, "clients/typescript/source/feed/features/KeyDrags.js") \
  FILE("/client/source/feed/features/PointerDrags.js", JAVASCRIPT, "clients/typescript/source/feed/features/PointerDrags.js") \
  FILE("/client/source/feed/features/Settling.js", JAVASCRIPT, "clients/typescript/source/feed/features/Settling.js") \
  FILE("/client/source/feed/features/LiveRegion.js", JAVASCRIPT, "clients/typescript/source/feed/features/LiveRegion.js") \
  FILE("/client/source/feed/items/unmeasured.js", JAVASCRIPT, "clients/typescript/source/feed/items/unmeasured.js") \
  FILE("/client/source/feed/carriedNames.js", JAVASCRIPT, "clients/typescript/source/feed/carriedNames.js") \
  FILE("/client/source/viewport/pages/elementStyle.js", JAVASCRIPT, "clients/typescript/source/viewport/pages/elementStyle.js") \
  FILE("/client/source/feed/Feed.js", JAVASCRIPT, "clients/typescript/source/feed/Feed.js") \
  FILE("/client/source/feed/feedEdits.js", JAVASCRIPT, "clients/typescript/source/feed/feedEdits.js") \
  FILE("/client/source/feed/FeedEnds.js", JAVASCRIPT, "clients/typescript/source/feed/FeedEnds.js") \
  FILE("/client/source/feed/FeedFeatures.js", JAVASCRIPT, "clients/typescript/source/feed/FeedFeatures.js") \
  FILE("/client/source/feed/FeedNames.js", JAVASCRIPT, "clients/typescript/source/feed/FeedNames.js") \
  FILE("/client/source/feed/FeedNodes.js", JAVASCRIPT, "clients/typescript/source/feed/FeedNodes.js") \
  FILE("/client/source/feed/feedOptions.js", JAVASCRIPT, "clients/typescript/source/feed/feedOptions.js") \
  FILE("/client/source/feed/FeedPlace.js", JAVASCRIPT, "clients/typescript/source/feed/FeedPlace.js") \
  FILE("/client/source/feed/FeedScreen.js", JAVASCRIPT, "clients/typescript/source/feed/FeedScreen.js") \
  FILE("/client/source/feed/FeedTravel.js", JAVASCRIPT, "clients/typescript/source/feed/FeedTravel.js") \
  FILE("/client/source/feed/features.js", JAVASCRIPT, "clients/typescript/source/feed/features.js") \
  FILE("/client/source/feed/loadLater.js", JAVASCRIPT, "clients/typescript/source/feed/loadLater.js") \
  FILE("/client/source/feed/SavedStyles.js", JAVASCRIPT, "clients/typescript/source/feed/SavedStyles.js") \
  FILE("/client/source/feed/MadeNodes.js", JAVASCRIPT, "clients/typescript/source/feed/MadeNodes.js") \
  FILE("/client/source/feed/Scroller.js", JAVASCRIPT, "clients/typescript/source/feed/Scroller.js") \
  FILE("/client/source/feed/ScrollerProbe.js", JAVASCRIPT, "clients/typescript/source/feed/ScrollerProbe.js") \
  FILE("/client/source/feed/travel.js", JAVASCRIPT, "clients/typescript/source/feed/travel.js") \
  FILE("/client/source/feed/Relayout.js", JAVASCRIPT, "clients/typescript/source/feed/Relayout.js") \
  FILE("/client/source/feed/warnings.js", JAVASCRIPT, "clients/typescript/source/feed/warnings.js") \
  FILE("/client/source/element/attributes.js", JAVASCRIPT, "clients/typescript/source/element/attributes.js") \
  FILE("/client/source/element/define.js", JAVASCRIPT, "clients/typescript/source/element/define.js") \
  FILE("/client/source/element/LayoutdFeed.js", JAVASCRIPT, "clients/typescript/source/element/LayoutdFeed.js") \
  FILE("/client/source/element/RenderedNodes.js", JAVASCRIPT, "clients/typescript/source/element/RenderedNodes.js") \
  FILE("/client/source/react/Feed.js", JAVASCRIPT, "clients/typescript/source/react/Feed.js") \
  FILE("/client/source/react/FeedContent.js", JAVASCRIPT, "clients/typescript/source/react/FeedContent.js") \
  FILE("/client/source/react/FeedStore.js", JAVASCRIPT, "clients/typescript/source/react/FeedStore.js") \
  FILE("/client/source/react/firstScreen.js", JAVASCRIPT, "clients/typescript/source/react/firstScreen.js") \
  FILE("/client/source/react/index.js", JAVASCRIPT, "clients/typescript/source/react/index.js") \
  FILE("/client/source/react/LayoutStore.js", JAVASCRIPT, "clients/typescript/source/react/LayoutStore.js") \
  FILE("/client/source/react/useFeed.js", JAVASCRIPT, "clients/typescript/source/react/useFeed.js") \
  FILE("/client/source/react/useLayout.js", JAVASCRIPT, "clients/typescript/source/react/useLayout.js")

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
