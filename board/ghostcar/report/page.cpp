// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/page.h"

#include "board/ghostcar/report/page_style.h"
#include "board/ghostcar/report/text.h"

namespace ghostcar::board {

std::string html_section(std::string_view heading, const std::string& content) {
    return "<section><h2>" + escaped(heading) + "</h2>\n" + content + "</section>\n";
}

std::string html_page(const std::string& title, const std::string& content,
                      const std::string& version) {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<title>" +
           escaped(title) + "</title>\n<style>" + std::string(page_style) +
           "</style></head>\n<body><main>\n" + content + "<footer>Written by ghostcar " +
           escaped(version) + ".</footer>\n</main><script>" + std::string(page_script) +
           "</script></body></html>\n";
}

}  // namespace ghostcar::board
