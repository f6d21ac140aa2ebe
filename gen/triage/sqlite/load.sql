-- SPDX-License-Identifier: MIT
-- Adds the lines of standard input: of `bobbin triage --reports` or `bobbin decode --json`.
CREATE TEMP TABLE lines (line TEXT);
.separator "\001" "\n"
.import /dev/stdin lines
INSERT OR IGNORE INTO reports
SELECT
    json_extract(line, '$.signature'),
    coalesce(json_extract(line, '$.device'), json_extract(line, '$.log'), ''),
    json_extract(line, '$.token'),
    json_extract(line, '$.time'),
    json_extract(line, '$.log'),
    json_extract(line, '$.log_line'),
    json_extract(line, '$.name'),
    coalesce(json_extract(line, '$.build_id'), ''),
    json_extract(line, '$.cause'),
    json_extract(line, '$.damaged')
FROM lines;
DROP TABLE lines;
