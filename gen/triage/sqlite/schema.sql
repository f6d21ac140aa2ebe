-- SPDX-License-Identifier: MIT
-- The reports of a fleet. A repeated report has the same token, device, build and signature.
CREATE TABLE reports (
    signature TEXT NOT NULL,
    device TEXT NOT NULL,
    token TEXT,               -- NULL: the report has none, and is never a repeated one
    time TEXT,                -- ISO 8601, UTC
    log TEXT,
    log_line INTEGER,
    name TEXT,
    build_id TEXT NOT NULL,   -- '': unknown
    cause TEXT,
    damaged INTEGER NOT NULL,
    UNIQUE (token, device, build_id, signature)
);
