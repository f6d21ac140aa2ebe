-- SPDX-License-Identifier: MIT
-- What `bobbin triage` prints. The inner query has each report once: a repeated report has the same
-- token, device, build and signature. A report without a token is never a repeated one.
SELECT
    signature,
    count() AS count,
    uniqExact(reporter) AS devices,
    uniqExact(build) AS builds,
    min(arrived) AS first,
    max(arrived) AS last,
    argMin(place, (damage, arrived, line)) AS example
FROM (
    SELECT
        signature,
        ifNull(device, ifNull(log, '')) AS reporter,
        ifNull(build_id, '') AS build,
        ifNull(token, concat(ifNull(log, ''), ':', toString(log_line))) AS identity,
        min(ifNull(time, '')) AS arrived,
        min(damaged) AS damage,
        min(log_line) AS line,
        argMin(concat(ifNull(log, ''), ':', toString(log_line)), log_line) AS place
    FROM reports
    GROUP BY signature, reporter, build, identity
)
GROUP BY signature
ORDER BY count DESC, signature
