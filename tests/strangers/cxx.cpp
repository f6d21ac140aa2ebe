/* SPDX-License-Identifier: MIT */
/* yaml-cpp, fmt and the whole of libstdc++ in one image. Calls yaml-cpp and fmt once. */
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "program.h"

static void stranger_round(uint32_t round)
{
    YAML::Node node = YAML::Load("{stack: [main, reset_handler], depth: 2}");

    CHECK(node["depth"].as<uint32_t>() == node["stack"].size());
    CHECK(fmt::format("{:>4}|{:.2f}", node["stack"][0].as<std::string>(), 2.5) == "main|2.50");
    try {
        YAML::Load("[unclosed");
    } catch (const YAML::ParserException &error) {
        round++;
    }
    CHECK(round == 1);
}

extern const struct program program = {"cxx", stranger_round, 1};
