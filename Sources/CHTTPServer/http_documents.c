#include "CHTTPDocuments.h"

// #embed is C23; the compiler has it in C17, too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The compiler reads the files where they stand in the repository.
static const uint8_t openapi[] = {
#embed "../../openapi.yaml"
};
static const uint8_t index_page[] = {
#embed "../Playground/index.html"
};
static const uint8_t icon[] = {
#embed "../Playground/icon.svg"
};
static const uint8_t page_style[] = {
#embed "../Playground/page.css"
};
static const uint8_t feed_example[] = {
#embed "../layoutd/Examples/feed.json"
};

static const char html[] = "text/html; charset=utf-8";
static const char css[] = "text/css; charset=utf-8";
static const char svg[] = "image/svg+xml";
static const char json[] = "application/json";

// What stands at / and below /playground and /client can be switched off.
static const struct http_document documents[] = {
    {"/openapi.yaml", "application/yaml", openapi, sizeof openapi},
    {"/", html, index_page, sizeof index_page},
    {"/playground/icon.svg", svg, icon, sizeof icon},
    {"/playground/page.css", css, page_style, sizeof page_style},
    {"/playground/feed.json", json, feed_example, sizeof feed_example},
};

const struct http_document *http_documents(size_t *count) {
  *count = sizeof documents / sizeof documents[0];
  return documents;
}
