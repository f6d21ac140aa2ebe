/* SPDX-License-Identifier: MIT */
/* Reads the variant `document`. Only the host does. */
#ifndef GEN_CHROME2_CHROME2_DOCUMENT_READER_H
#define GEN_CHROME2_CHROME2_DOCUMENT_READER_H

#include "core/foreign/foreign.h"

extern const struct bobbin_foreign chrome2_document_reader;

#endif
