#include "CHTTPDocuments.h"

// #embed is C23; the compiler has it in C17, too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The compiler reads the files where they stand in the repository.
static const uint8_t openapi[] = {
#embed "../../openapi.yaml"
};
static const uint8_t openapi_json[] = {
#embed "../../docs/reference/openapi.json"
};
static const uint8_t reference_page[] = {
#embed "../../docs/reference/index.html"
};
static const uint8_t reference_style[] = {
#embed "../../docs/reference/page.css"
};
static const uint8_t index_page[] = {
#embed "../Playground/index.html"
};
static const uint8_t copy_text_module[] = {
#embed "../Playground/copyText.js"
};
static const uint8_t curl_command_module[] = {
#embed "../Playground/curlCommand.js"
};
static const uint8_t demo_page[] = {
#embed "../Playground/demo.html"
};
static const uint8_t demo_module[] = {
#embed "../Playground/demo.js"
};
static const uint8_t drawing_style[] = {
#embed "../Playground/drawing.css"
};
static const uint8_t element_panel_module[] = {
#embed "../Playground/ElementPanel.js"
};
static const uint8_t fault_list_module[] = {
#embed "../Playground/FaultList.js"
};
static const uint8_t frame_times_module[] = {
#embed "../Playground/FrameTimes.js"
};
static const uint8_t icon_image[] = {
#embed "../Playground/icon.svg"
};
static const uint8_t ink_on_module[] = {
#embed "../Playground/inkOn.js"
};
static const uint8_t item_numbers_module[] = {
#embed "../Playground/ItemNumbers.js"
};
static const uint8_t json_positions_module[] = {
#embed "../Playground/jsonPositions.js"
};
static const uint8_t kept_text_module[] = {
#embed "../Playground/KeptText.js"
};
static const uint8_t large_snapshots_module[] = {
#embed "../Playground/LargeSnapshots.js"
};
static const uint8_t layout_pane_module[] = {
#embed "../Playground/LayoutPane.js"
};
static const uint8_t layout_view_module[] = {
#embed "../Playground/LayoutView.js"
};
static const uint8_t numbers_module[] = {
#embed "../Playground/numbers.js"
};
static const uint8_t overview_module[] = {
#embed "../Playground/Overview.js"
};
static const uint8_t page_style[] = {
#embed "../Playground/page.css"
};
static const uint8_t page_figures_module[] = {
#embed "../Playground/PageFigures.js"
};
static const uint8_t paint_module[] = {
#embed "../Playground/Paint.js"
};
static const uint8_t palette_style[] = {
#embed "../Playground/palette.css"
};
static const uint8_t panes_module[] = {
#embed "../Playground/Panes.js"
};
static const uint8_t photo_paint_module[] = {
#embed "../Playground/PhotoPaint.js"
};
static const uint8_t photos_style[] = {
#embed "../Playground/photos.css"
};
static const uint8_t playground_style[] = {
#embed "../Playground/playground.css"
};
static const uint8_t playground_module[] = {
#embed "../Playground/playground.js"
};
static const uint8_t request_list_module[] = {
#embed "../Playground/RequestList.js"
};
static const uint8_t section_list_module[] = {
#embed "../Playground/SectionList.js"
};
static const uint8_t section_rail_module[] = {
#embed "../Playground/SectionRail.js"
};
static const uint8_t selection_module[] = {
#embed "../Playground/Selection.js"
};
static const uint8_t share_link_module[] = {
#embed "../Playground/shareLink.js"
};
static const uint8_t snapshot_editor_module[] = {
#embed "../Playground/SnapshotEditor.js"
};
static const uint8_t tabs_module[] = {
#embed "../Playground/Tabs.js"
};
static const uint8_t tab_storage_module[] = {
#embed "../Playground/tabStorage.js"
};
static const uint8_t text_history_module[] = {
#embed "../Playground/TextHistory.js"
};
static const uint8_t text_tools_module[] = {
#embed "../Playground/TextTools.js"
};
static const uint8_t column_example[] = {
#embed "../layoutd/Examples/column.json"
};
static const uint8_t feed_example[] = {
#embed "../layoutd/Examples/feed.json"
};
static const uint8_t flow_example[] = {
#embed "../layoutd/Examples/flow.json"
};
static const uint8_t mosaic_example[] = {
#embed "../layoutd/Examples/mosaic.json"
};
static const uint8_t waterfall_example[] = {
#embed "../layoutd/Examples/waterfall.json"
};
static const uint8_t client[] = {
#embed "../../clients/typescript/index.js"
};
static const uint8_t client_answers[] = {
#embed "../../clients/typescript/source/Answers.js"
};
static const uint8_t client_axis[] = {
#embed "../../clients/typescript/source/Axis.js"
};
static const uint8_t client_clock[] = {
#embed "../../clients/typescript/source/Clock.js"
};
static const uint8_t client_element_list[] = {
#embed "../../clients/typescript/source/elementList.js"
};
static const uint8_t client_horizon[] = {
#embed "../../clients/typescript/source/Horizon.js"
};
static const uint8_t client_layout[] = {
#embed "../../clients/typescript/source/Layout.js"
};
static const uint8_t client_layout_service[] = {
#embed "../../clients/typescript/source/LayoutService.js"
};
static const uint8_t client_limits[] = {
#embed "../../clients/typescript/source/limits.js"
};
static const uint8_t client_options[] = {
#embed "../../clients/typescript/source/options.js"
};
static const uint8_t client_page[] = {
#embed "../../clients/typescript/source/Page.js"
};
static const uint8_t client_page_cache[] = {
#embed "../../clients/typescript/source/PageCache.js"
};
static const uint8_t client_page_grid[] = {
#embed "../../clients/typescript/source/PageGrid.js"
};
static const uint8_t client_page_loader[] = {
#embed "../../clients/typescript/source/PageLoader.js"
};
static const uint8_t client_page_query[] = {
#embed "../../clients/typescript/source/pageQuery.js"
};
static const uint8_t client_pinning_records[] = {
#embed "../../clients/typescript/source/PinningRecords.js"
};
static const uint8_t client_problem[] = {
#embed "../../clients/typescript/source/Problem.js"
};
static const uint8_t client_restoration[] = {
#embed "../../clients/typescript/source/Restoration.js"
};
static const uint8_t client_scroll_origin[] = {
#embed "../../clients/typescript/source/scrollOrigin.js"
};
static const uint8_t client_scroll_space[] = {
#embed "../../clients/typescript/source/ScrollSpace.js"
};
static const uint8_t client_scroll_velocity[] = {
#embed "../../clients/typescript/source/ScrollVelocity.js"
};
static const uint8_t client_seed[] = {
#embed "../../clients/typescript/source/Seed.js"
};
static const uint8_t client_shown_pages[] = {
#embed "../../clients/typescript/source/ShownPages.js"
};
static const uint8_t client_snapshot[] = {
#embed "../../clients/typescript/source/Snapshot.js"
};
static const uint8_t client_special_attributes[] = {
#embed "../../clients/typescript/source/SpecialAttributes.js"
};
static const uint8_t client_transport[] = {
#embed "../../clients/typescript/source/Transport.js"
};
static const uint8_t client_viewport[] = {
#embed "../../clients/typescript/source/Viewport.js"
};
static const uint8_t client_viewport_state[] = {
#embed "../../clients/typescript/source/ViewportState.js"
};
static const uint8_t client_visible_sections[] = {
#embed "../../clients/typescript/source/VisibleSections.js"
};

static const char yaml[] = "application/yaml";
static const char html[] = "text/html; charset=utf-8";
static const char css[] = "text/css; charset=utf-8";
static const char javascript[] = "text/javascript; charset=utf-8";
static const char svg[] = "image/svg+xml";
static const char json[] = "application/json";

// What stands at / and below /playground and /client can be switched off.
static const struct http_document documents[] = {
    {"/openapi.yaml", yaml, openapi, sizeof openapi},
    {"/openapi.json", json, openapi_json, sizeof openapi_json},
    {"/docs", html, reference_page, sizeof reference_page},
    {"/docs/page.css", css, reference_style, sizeof reference_style},
    {"/", html, index_page, sizeof index_page},
    {"/playground/copyText.js", javascript, copy_text_module, sizeof copy_text_module},
    {"/playground/curlCommand.js", javascript, curl_command_module, sizeof curl_command_module},
    {"/playground/demo.html", html, demo_page, sizeof demo_page},
    {"/playground/demo.js", javascript, demo_module, sizeof demo_module},
    {"/playground/drawing.css", css, drawing_style, sizeof drawing_style},
    {"/playground/ElementPanel.js", javascript, element_panel_module, sizeof element_panel_module},
    {"/playground/FaultList.js", javascript, fault_list_module, sizeof fault_list_module},
    {"/playground/FrameTimes.js", javascript, frame_times_module, sizeof frame_times_module},
    {"/playground/icon.svg", svg, icon_image, sizeof icon_image},
    {"/playground/inkOn.js", javascript, ink_on_module, sizeof ink_on_module},
    {"/playground/ItemNumbers.js", javascript, item_numbers_module, sizeof item_numbers_module},
    {"/playground/jsonPositions.js", javascript, json_positions_module, sizeof json_positions_module},
    {"/playground/KeptText.js", javascript, kept_text_module, sizeof kept_text_module},
    {"/playground/LargeSnapshots.js", javascript, large_snapshots_module, sizeof large_snapshots_module},
    {"/playground/LayoutPane.js", javascript, layout_pane_module, sizeof layout_pane_module},
    {"/playground/LayoutView.js", javascript, layout_view_module, sizeof layout_view_module},
    {"/playground/numbers.js", javascript, numbers_module, sizeof numbers_module},
    {"/playground/Overview.js", javascript, overview_module, sizeof overview_module},
    {"/playground/page.css", css, page_style, sizeof page_style},
    {"/playground/PageFigures.js", javascript, page_figures_module, sizeof page_figures_module},
    {"/playground/Paint.js", javascript, paint_module, sizeof paint_module},
    {"/playground/palette.css", css, palette_style, sizeof palette_style},
    {"/playground/Panes.js", javascript, panes_module, sizeof panes_module},
    {"/playground/PhotoPaint.js", javascript, photo_paint_module, sizeof photo_paint_module},
    {"/playground/photos.css", css, photos_style, sizeof photos_style},
    {"/playground/playground.css", css, playground_style, sizeof playground_style},
    {"/playground/playground.js", javascript, playground_module, sizeof playground_module},
    {"/playground/RequestList.js", javascript, request_list_module, sizeof request_list_module},
    {"/playground/SectionList.js", javascript, section_list_module, sizeof section_list_module},
    {"/playground/SectionRail.js", javascript, section_rail_module, sizeof section_rail_module},
    {"/playground/Selection.js", javascript, selection_module, sizeof selection_module},
    {"/playground/shareLink.js", javascript, share_link_module, sizeof share_link_module},
    {"/playground/SnapshotEditor.js", javascript, snapshot_editor_module, sizeof snapshot_editor_module},
    {"/playground/Tabs.js", javascript, tabs_module, sizeof tabs_module},
    {"/playground/tabStorage.js", javascript, tab_storage_module, sizeof tab_storage_module},
    {"/playground/TextHistory.js", javascript, text_history_module, sizeof text_history_module},
    {"/playground/TextTools.js", javascript, text_tools_module, sizeof text_tools_module},
    {"/playground/column.json", json, column_example, sizeof column_example},
    {"/playground/feed.json", json, feed_example, sizeof feed_example},
    {"/playground/flow.json", json, flow_example, sizeof flow_example},
    {"/playground/mosaic.json", json, mosaic_example, sizeof mosaic_example},
    {"/playground/waterfall.json", json, waterfall_example, sizeof waterfall_example},
    {"/client/index.js", javascript, client, sizeof client},
    {"/client/source/Answers.js", javascript, client_answers, sizeof client_answers},
    {"/client/source/Axis.js", javascript, client_axis, sizeof client_axis},
    {"/client/source/Clock.js", javascript, client_clock, sizeof client_clock},
    {"/client/source/elementList.js", javascript, client_element_list, sizeof client_element_list},
    {"/client/source/Horizon.js", javascript, client_horizon, sizeof client_horizon},
    {"/client/source/Layout.js", javascript, client_layout, sizeof client_layout},
    {"/client/source/LayoutService.js", javascript, client_layout_service, sizeof client_layout_service},
    {"/client/source/limits.js", javascript, client_limits, sizeof client_limits},
    {"/client/source/options.js", javascript, client_options, sizeof client_options},
    {"/client/source/Page.js", javascript, client_page, sizeof client_page},
    {"/client/source/PageCache.js", javascript, client_page_cache, sizeof client_page_cache},
    {"/client/source/PageGrid.js", javascript, client_page_grid, sizeof client_page_grid},
    {"/client/source/PageLoader.js", javascript, client_page_loader, sizeof client_page_loader},
    {"/client/source/pageQuery.js", javascript, client_page_query, sizeof client_page_query},
    {"/client/source/PinningRecords.js", javascript, client_pinning_records, sizeof client_pinning_records},
    {"/client/source/Problem.js", javascript, client_problem, sizeof client_problem},
    {"/client/source/Restoration.js", javascript, client_restoration, sizeof client_restoration},
    {"/client/source/scrollOrigin.js", javascript, client_scroll_origin, sizeof client_scroll_origin},
    {"/client/source/ScrollSpace.js", javascript, client_scroll_space, sizeof client_scroll_space},
    {"/client/source/ScrollVelocity.js", javascript, client_scroll_velocity, sizeof client_scroll_velocity},
    {"/client/source/Seed.js", javascript, client_seed, sizeof client_seed},
    {"/client/source/ShownPages.js", javascript, client_shown_pages, sizeof client_shown_pages},
    {"/client/source/Snapshot.js", javascript, client_snapshot, sizeof client_snapshot},
    {"/client/source/SpecialAttributes.js", javascript, client_special_attributes, sizeof client_special_attributes},
    {"/client/source/Transport.js", javascript, client_transport, sizeof client_transport},
    {"/client/source/Viewport.js", javascript, client_viewport, sizeof client_viewport},
    {"/client/source/ViewportState.js", javascript, client_viewport_state, sizeof client_viewport_state},
    {"/client/source/VisibleSections.js", javascript, client_visible_sections, sizeof client_visible_sections},
};

const struct http_document *http_documents(size_t *count) {
  *count = sizeof documents / sizeof documents[0];
  return documents;
}

// Set by the manifest.
#ifndef LAYOUTD_COMMIT
#define LAYOUTD_COMMIT ""
#endif

const char *http_build_commit(void) { return LAYOUTD_COMMIT; }
