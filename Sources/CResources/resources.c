// Every file that is built into the program, one line each: its path on the server, its media type, and its path in the
// repository.

#include "CResources.h"

#define YAML "application/yaml"
#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define JAVASCRIPT "text/javascript; charset=utf-8"
#define SVG "image/svg+xml"
#define JSON "application/json"
#define WASM "application/wasm"

// What a script makes. Where it has not run before the build, its paths answer that it has not: MISSING has a path, and
// the script.
#if __has_include("clients/typescript/layout.wasm")
#define MODULE(FILE, MISSING) FILE("/client/layout.wasm", WASM, "clients/typescript/layout.wasm")
#else
#define MODULE(FILE, MISSING) MISSING("/client/layout.wasm", "script/wasm")
#endif
// The file at a path is sent in brotli where the path with .br behind it is in the list, too.
#if __has_include("clients/typescript/layout.wasm.br")
#define MODULE_IN_BROTLI(FILE) FILE("/client/layout.wasm.br", WASM, "clients/typescript/layout.wasm.br")
#else
#define MODULE_IN_BROTLI(FILE)
#endif
// The same module in two files, whose names say what is in them.
#if __has_include("clients/typescript/module/files.h")
#include "clients/typescript/module/files.h"
#else
#define MODULE_PARTS(FILE, MISSING) MISSING("/client/module/files.js", "script/wasm")
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
  FILE("/playground/playground.css", CSS, "Sources/Resources/Playground/playground.css") \
  FILE("/playground/playground.js", JAVASCRIPT, "Sources/Resources/Playground/playground.js") \
  FILE("/playground/demo/demoSteps.js", JAVASCRIPT, "Sources/Resources/Playground/demo/demoSteps.js") \
  FILE("/playground/demo/DocumentPane.js", JAVASCRIPT, "Sources/Resources/Playground/demo/DocumentPane.js") \
  FILE("/playground/demo/FrameTimes.js", JAVASCRIPT, "Sources/Resources/Playground/demo/FrameTimes.js") \
  FILE("/playground/demo/ItemNumbers.js", JAVASCRIPT, "Sources/Resources/Playground/demo/ItemNumbers.js") \
  FILE("/playground/demo/LargeSnapshots.js", JAVASCRIPT, "Sources/Resources/Playground/demo/LargeSnapshots.js") \
  FILE("/playground/demo/PageFigures.js", JAVASCRIPT, "Sources/Resources/Playground/demo/PageFigures.js") \
  FILE("/playground/drawing/drawing.css", CSS, "Sources/Resources/Playground/drawing/drawing.css") \
  FILE("/playground/drawing/ElementPanel.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/ElementPanel.js") \
  FILE("/playground/drawing/HeightPaint.js", JAVASCRIPT, "Sources/Resources/Playground/drawing/HeightPaint.js") \
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
  FILE("/playground/editor/curlCommand.js", JAVASCRIPT, "Sources/Resources/Playground/editor/curlCommand.js") \
  FILE("/playground/editor/FaultList.js", JAVASCRIPT, "Sources/Resources/Playground/editor/FaultList.js") \
  FILE("/playground/editor/jsonPositions.js", JAVASCRIPT, "Sources/Resources/Playground/editor/jsonPositions.js") \
  FILE("/playground/editor/KeptText.js", JAVASCRIPT, "Sources/Resources/Playground/editor/KeptText.js") \
  FILE("/playground/editor/shareLink.js", JAVASCRIPT, "Sources/Resources/Playground/editor/shareLink.js") \
  FILE("/playground/editor/SnapshotEditor.js", JAVASCRIPT, "Sources/Resources/Playground/editor/SnapshotEditor.js") \
  FILE("/playground/editor/TextHistory.js", JAVASCRIPT, "Sources/Resources/Playground/editor/TextHistory.js") \
  FILE("/playground/editor/TextTools.js", JAVASCRIPT, "Sources/Resources/Playground/editor/TextTools.js") \
  FILE("/playground/page/copyText.js", JAVASCRIPT, "Sources/Resources/Playground/page/copyText.js") \
  FILE("/playground/page/keptTexts.js", JAVASCRIPT, "Sources/Resources/Playground/page/keptTexts.js") \
  FILE("/playground/page/numbers.js", JAVASCRIPT, "Sources/Resources/Playground/page/numbers.js") \
  FILE("/playground/page/RequestList.js", JAVASCRIPT, "Sources/Resources/Playground/page/RequestList.js") \
  FILE("/playground/page/Tabs.js", JAVASCRIPT, "Sources/Resources/Playground/page/Tabs.js") \
  FILE("/playground/photo/chance.js", JAVASCRIPT, "Sources/Resources/Playground/photo/chance.js") \
  FILE("/playground/photo/photo.js", JAVASCRIPT, "Sources/Resources/Playground/photo/photo.js") \
  FILE("/playground/photo/scenes.js", JAVASCRIPT, "Sources/Resources/Playground/photo/scenes.js") \
  FILE("/playground/column.json", JSON, "Sources/Resources/Examples/column.json") \
  FILE("/playground/feed.json", JSON, "Sources/Resources/Examples/feed.json") \
  FILE("/playground/flow.json", JSON, "Sources/Resources/Examples/flow.json") \
  FILE("/playground/mosaic.json", JSON, "Sources/Resources/Examples/mosaic.json") \
  FILE("/playground/waterfall.json", JSON, "Sources/Resources/Examples/waterfall.json") \
  FILE("/client/index.js", JAVASCRIPT, "clients/typescript/index.js") \
  FILE("/client/source/Answers.js", JAVASCRIPT, "clients/typescript/source/Answers.js") \
  FILE("/client/source/Axis.js", JAVASCRIPT, "clients/typescript/source/Axis.js") \
  FILE("/client/source/backoff.js", JAVASCRIPT, "clients/typescript/source/backoff.js") \
  FILE("/client/source/carriedSections.js", JAVASCRIPT, "clients/typescript/source/carriedSections.js") \
  FILE("/client/source/change.js", JAVASCRIPT, "clients/typescript/source/change.js") \
  FILE("/client/source/CheckedKeys.js", JAVASCRIPT, "clients/typescript/source/CheckedKeys.js") \
  FILE("/client/source/CheckedNumbers.js", JAVASCRIPT, "clients/typescript/source/CheckedNumbers.js") \
  FILE("/client/source/Clock.js", JAVASCRIPT, "clients/typescript/source/Clock.js") \
  FILE("/client/source/deferred.js", JAVASCRIPT, "clients/typescript/source/deferred.js") \
  FILE("/client/source/DocumentHandle.js", JAVASCRIPT, "clients/typescript/source/DocumentHandle.js") \
  FILE("/client/source/DocumentLog.js", JAVASCRIPT, "clients/typescript/source/DocumentLog.js") \
  FILE("/client/source/elementList.js", JAVASCRIPT, "clients/typescript/source/elementList.js") \
  FILE("/client/source/EventReader.js", JAVASCRIPT, "clients/typescript/source/EventReader.js") \
  FILE("/client/source/FarSections.js", JAVASCRIPT, "clients/typescript/source/FarSections.js") \
  FILE("/client/source/Feed.js", JAVASCRIPT, "clients/typescript/source/Feed.js") \
  FILE("/client/source/feedEdits.js", JAVASCRIPT, "clients/typescript/source/feedEdits.js") \
  FILE("/client/source/FeedEnds.js", JAVASCRIPT, "clients/typescript/source/FeedEnds.js") \
  FILE("/client/source/FeedMeasuring.js", JAVASCRIPT, "clients/typescript/source/FeedMeasuring.js") \
  FILE("/client/source/FeedNames.js", JAVASCRIPT, "clients/typescript/source/FeedNames.js") \
  FILE("/client/source/FeedNodes.js", JAVASCRIPT, "clients/typescript/source/FeedNodes.js") \
  FILE("/client/source/FeedPlace.js", JAVASCRIPT, "clients/typescript/source/FeedPlace.js") \
  FILE("/client/source/FeedScreen.js", JAVASCRIPT, "clients/typescript/source/FeedScreen.js") \
  FILE("/client/source/firstScreen.js", JAVASCRIPT, "clients/typescript/source/firstScreen.js") \
  FILE("/client/source/FeedTravel.js", JAVASCRIPT, "clients/typescript/source/FeedTravel.js") \
  FILE("/client/source/Follower.js", JAVASCRIPT, "clients/typescript/source/Follower.js") \
  FILE("/client/source/Following.js", JAVASCRIPT, "clients/typescript/source/Following.js") \
  FILE("/client/source/glide.js", JAVASCRIPT, "clients/typescript/source/glide.js") \
  FILE("/client/source/Held.js", JAVASCRIPT, "clients/typescript/source/Held.js") \
  FILE("/client/source/holdLayout.js", JAVASCRIPT, "clients/typescript/source/holdLayout.js") \
  FILE("/client/source/Horizon.js", JAVASCRIPT, "clients/typescript/source/Horizon.js") \
  FILE("/client/source/itemCount.js", JAVASCRIPT, "clients/typescript/source/itemCount.js") \
  FILE("/client/source/itemForms.js", JAVASCRIPT, "clients/typescript/source/itemForms.js") \
  FILE("/client/source/jsonText.js", JAVASCRIPT, "clients/typescript/source/jsonText.js") \
  FILE("/client/source/keptPages.js", JAVASCRIPT, "clients/typescript/source/keptPages.js") \
  FILE("/client/source/KeyedItems.js", JAVASCRIPT, "clients/typescript/source/KeyedItems.js") \
  FILE("/client/source/keyLists.js", JAVASCRIPT, "clients/typescript/source/keyLists.js") \
  FILE("/client/source/Layout.js", JAVASCRIPT, "clients/typescript/source/Layout.js") \
  FILE("/client/source/LayoutModule.js", JAVASCRIPT, "clients/typescript/source/LayoutModule.js") \
  FILE("/client/source/LayoutService.js", JAVASCRIPT, "clients/typescript/source/LayoutService.js") \
  FILE("/client/source/Leaving.js", JAVASCRIPT, "clients/typescript/source/Leaving.js") \
  FILE("/client/source/limits.js", JAVASCRIPT, "clients/typescript/source/limits.js") \
  FILE("/client/source/Lineage.js", JAVASCRIPT, "clients/typescript/source/Lineage.js") \
  FILE("/client/source/listId.js", JAVASCRIPT, "clients/typescript/source/listId.js") \
  FILE("/client/source/loadLater.js", JAVASCRIPT, "clients/typescript/source/loadLater.js") \
  FILE("/client/source/Loan.js", JAVASCRIPT, "clients/typescript/source/Loan.js") \
  FILE("/client/source/LocalLayout.js", JAVASCRIPT, "clients/typescript/source/LocalLayout.js") \
  FILE("/client/source/localProblem.js", JAVASCRIPT, "clients/typescript/source/localProblem.js") \
  FILE("/client/source/LocalService.js", JAVASCRIPT, "clients/typescript/source/LocalService.js") \
  FILE("/client/source/LocalSnapshot.js", JAVASCRIPT, "clients/typescript/source/LocalSnapshot.js") \
  FILE("/client/source/measuredNumbers.js", JAVASCRIPT, "clients/typescript/source/measuredNumbers.js") \
  FILE("/client/source/measurements.js", JAVASCRIPT, "clients/typescript/source/measurements.js") \
  FILE("/client/source/Measuring.js", JAVASCRIPT, "clients/typescript/source/Measuring.js") \
  FILE("/client/source/moduleAnswers.js", JAVASCRIPT, "clients/typescript/source/moduleAnswers.js") \
  FILE("/client/source/ModuleInstance.js", JAVASCRIPT, "clients/typescript/source/ModuleInstance.js") \
  FILE("/client/source/ModuleParts.js", JAVASCRIPT, "clients/typescript/source/ModuleParts.js") \
  FILE("/client/source/ModuleProblem.js", JAVASCRIPT, "clients/typescript/source/ModuleProblem.js") \
  FILE("/client/source/moduleSource.js", JAVASCRIPT, "clients/typescript/source/moduleSource.js") \
  FILE("/client/source/numbered.js", JAVASCRIPT, "clients/typescript/source/numbered.js") \
  FILE("/client/source/NumberWriter.js", JAVASCRIPT, "clients/typescript/source/NumberWriter.js") \
  FILE("/client/source/options.js", JAVASCRIPT, "clients/typescript/source/options.js") \
  FILE("/client/source/Page.js", JAVASCRIPT, "clients/typescript/source/Page.js") \
  FILE("/client/source/PageCache.js", JAVASCRIPT, "clients/typescript/source/PageCache.js") \
  FILE("/client/source/PageGrid.js", JAVASCRIPT, "clients/typescript/source/PageGrid.js") \
  FILE("/client/source/PageLoader.js", JAVASCRIPT, "clients/typescript/source/PageLoader.js") \
  FILE("/client/source/pageOrder.js", JAVASCRIPT, "clients/typescript/source/pageOrder.js") \
  FILE("/client/source/pageQuery.js", JAVASCRIPT, "clients/typescript/source/pageQuery.js") \
  FILE("/client/source/parameterFaults.js", JAVASCRIPT, "clients/typescript/source/parameterFaults.js") \
  FILE("/client/source/Pauses.js", JAVASCRIPT, "clients/typescript/source/Pauses.js") \
  FILE("/client/source/PinningRecords.js", JAVASCRIPT, "clients/typescript/source/PinningRecords.js") \
  FILE("/client/source/Problem.js", JAVASCRIPT, "clients/typescript/source/Problem.js") \
  FILE("/client/source/randomKey.js", JAVASCRIPT, "clients/typescript/source/randomKey.js") \
  FILE("/client/source/Recipe.js", JAVASCRIPT, "clients/typescript/source/Recipe.js") \
  FILE("/client/source/RecordQueue.js", JAVASCRIPT, "clients/typescript/source/RecordQueue.js") \
  FILE("/client/source/rects.js", JAVASCRIPT, "clients/typescript/source/rects.js") \
  FILE("/client/source/Renumbering.js", JAVASCRIPT, "clients/typescript/source/Renumbering.js") \
  FILE("/client/source/Restoration.js", JAVASCRIPT, "clients/typescript/source/Restoration.js") \
  FILE("/client/source/Scroller.js", JAVASCRIPT, "clients/typescript/source/Scroller.js") \
  FILE("/client/source/ScrollerProbe.js", JAVASCRIPT, "clients/typescript/source/ScrollerProbe.js") \
  FILE("/client/source/scrollOrigin.js", JAVASCRIPT, "clients/typescript/source/scrollOrigin.js") \
  FILE("/client/source/ScrollSpace.js", JAVASCRIPT, "clients/typescript/source/ScrollSpace.js") \
  FILE("/client/source/ScrollVelocity.js", JAVASCRIPT, "clients/typescript/source/ScrollVelocity.js") \
  FILE("/client/source/sectionsAfter.js", JAVASCRIPT, "clients/typescript/source/sectionsAfter.js") \
  FILE("/client/source/Seed.js", JAVASCRIPT, "clients/typescript/source/Seed.js") \
  FILE("/client/source/sharedModule.js", JAVASCRIPT, "clients/typescript/source/sharedModule.js") \
  FILE("/client/source/ShownPages.js", JAVASCRIPT, "clients/typescript/source/ShownPages.js") \
  FILE("/client/source/Snapshot.js", JAVASCRIPT, "clients/typescript/source/Snapshot.js") \
  FILE("/client/source/SnapshotNumbers.js", JAVASCRIPT, "clients/typescript/source/SnapshotNumbers.js") \
  FILE("/client/source/snapshotSteps.js", JAVASCRIPT, "clients/typescript/source/snapshotSteps.js") \
  FILE("/client/source/SpecialAttributes.js", JAVASCRIPT, "clients/typescript/source/SpecialAttributes.js") \
  FILE("/client/source/stackInput.js", JAVASCRIPT, "clients/typescript/source/stackInput.js") \
  FILE("/client/source/stepList.js", JAVASCRIPT, "clients/typescript/source/stepList.js") \
  FILE("/client/source/StepNumbers.js", JAVASCRIPT, "clients/typescript/source/StepNumbers.js") \
  FILE("/client/source/stepsBetween.js", JAVASCRIPT, "clients/typescript/source/stepsBetween.js") \
  FILE("/client/source/stillItem.js", JAVASCRIPT, "clients/typescript/source/stillItem.js") \
  FILE("/client/source/Telling.js", JAVASCRIPT, "clients/typescript/source/Telling.js") \
  FILE("/client/source/tolerance.js", JAVASCRIPT, "clients/typescript/source/tolerance.js") \
  FILE("/client/source/touchedSections.js", JAVASCRIPT, "clients/typescript/source/touchedSections.js") \
  FILE("/client/source/Transport.js", JAVASCRIPT, "clients/typescript/source/Transport.js") \
  FILE("/client/source/travel.js", JAVASCRIPT, "clients/typescript/source/travel.js") \
  FILE("/client/source/Turning.js", JAVASCRIPT, "clients/typescript/source/Turning.js") \
  FILE("/client/source/unsaid.js", JAVASCRIPT, "clients/typescript/source/unsaid.js") \
  FILE("/client/source/Viewport.js", JAVASCRIPT, "clients/typescript/source/Viewport.js") \
  FILE("/client/source/ViewportEvents.js", JAVASCRIPT, "clients/typescript/source/ViewportEvents.js") \
  FILE("/client/source/viewportSettings.js", JAVASCRIPT, "clients/typescript/source/viewportSettings.js") \
  FILE("/client/source/ViewportState.js", JAVASCRIPT, "clients/typescript/source/ViewportState.js") \
  FILE("/client/source/VisibleSections.js", JAVASCRIPT, "clients/typescript/source/VisibleSections.js") \
  FILE("/client/source/withFault.js", JAVASCRIPT, "clients/typescript/source/withFault.js")

// With this condition the compiler lists the files as dependencies, so that a changed file is embedded again.
#define IS_THERE(path, type, file) __has_include(file) &&
#define NEED_NOT_BE(path, script)
#if !(FILES(IS_THERE, NEED_NOT_BE) 1)
#error "a file of the list is missing"
#endif

#define ENTRY(path, type, file) \
  ".asciz \"" path "\"\n.asciz \"" type "\"\n.quad 2f - 1f\n1: .incbin \"" file "\"\n2:\n"
// Without a media type: its bytes are the name of the script.
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
