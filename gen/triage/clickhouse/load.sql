-- SPDX-License-Identifier: MIT
-- Adds the lines of standard input: of `bobbin triage --reports`, or of `bobbin decode --json`,
-- which have more fields. So the client needs --input_format_skip_unknown_fields=1.
INSERT INTO reports FORMAT JSONEachRow
