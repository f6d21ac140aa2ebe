/* SPDX-License-Identifier: MIT */
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "cxx.h"

namespace
{

struct reading {
    uint32_t key;
    std::string name;
};

std::vector<reading> make_readings(uint32_t seed, uint32_t count)
{
    std::vector<reading> readings;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = mix(&seed) % 1000;
        readings.push_back({key, "sensor " + std::to_string(key) + " of a cold store"});
    }
    return readings;
}

APART void sort_readings(uint32_t seed)
{
    std::vector<reading> readings = make_readings(seed, 40);
    auto by_key = [](const reading &a, const reading &b) { return a.key < b.key; };

    std::sort(readings.begin(), readings.end(), by_key);
    CHECK(std::is_sorted(readings.begin(), readings.end(), by_key));
    std::partial_sort(readings.begin(), readings.begin() + 5, readings.end(),
                      [](const reading &a, const reading &b) { return a.name < b.name; });
    CHECK(readings.front().name <= readings.back().name);
    std::nth_element(readings.begin(), readings.begin() + 7, readings.end(), by_key);
    CHECK(readings[7].key <= readings[39].key);
}

APART uint32_t count_words(const std::string &text)
{
    std::map<std::string, uint32_t> words;
    std::string word;

    for (char letter : text + " ") {
        if (letter != ' ') {
            word += letter;
            continue;
        }
        words[word]++;
        word.clear();
    }
    return std::accumulate(words.begin(), words.end(), 0u,
                           [](uint32_t sum, const auto &entry) { return sum * 10 + entry.second; });
}

APART void change_map(uint32_t seed)
{
    std::multimap<uint32_t, uint32_t> numbers;

    for (uint32_t i = 0; i < 50; i++)
        numbers.emplace(mix(&seed) % 20, i);
    for (uint32_t i = 0; i < 20; i += 2)
        numbers.erase(i);
    CHECK(std::all_of(numbers.begin(), numbers.end(), [](const auto &n) { return n.first % 2; }));
}

APART void edit_string()
{
    std::string text = "rows, rules, ranges";

    text.replace(text.find("rules"), 5, "a rule that is longer than before");
    text.insert(0, "<").append(">");
    text.erase(1, 6);
    CHECK(text == "<a rule that is longer than before, ranges>");
    CHECK(text.substr(3, 4) == "rule");
    CHECK(std::stoi("42") + std::stod("0.5") == 42.5);
}

} // namespace

void cxx_contain(uint32_t round)
{
    sort_readings(round + 1);
    CHECK(count_words("to be or not to be that is") == 211112);
    change_map(round + 7);
    edit_string();
}
