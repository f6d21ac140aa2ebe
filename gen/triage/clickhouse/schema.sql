-- SPDX-License-Identifier: MIT
-- The reports of a fleet. Repeated ones stay in the table; crashes.sql counts them once.
CREATE TABLE reports (
    signature String,
    device Nullable(String),
    token Nullable(String),
    time Nullable(String),
    log Nullable(String),
    log_line UInt64,
    name Nullable(String),
    build_id Nullable(String),
    cause Nullable(String),
    damaged UInt8
) ENGINE = MergeTree ORDER BY signature
