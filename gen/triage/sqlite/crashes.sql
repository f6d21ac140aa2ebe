-- SPDX-License-Identifier: MIT
-- What `bobbin triage` prints. The example is the first report without damage.
SELECT
    signature,
    count,
    devices,
    builds,
    first,
    last,
    log || ':' || log_line AS example
FROM (
    SELECT
        signature,
        count(*) AS count,
        count(DISTINCT device) AS devices,
        count(DISTINCT build_id) AS builds,
        min(time) AS first,
        max(time) AS last
    FROM reports
    GROUP BY signature
)
JOIN (
    -- SQLite takes the other columns from the row that has the minimum
    SELECT signature, log, log_line, min(damaged * 1000000000000 + rowid)
    FROM reports
    GROUP BY signature
) USING (signature)
ORDER BY count DESC, signature;
