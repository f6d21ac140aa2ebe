/* SPDX-License-Identifier: MIT */
/*
 * The bits of a record: a crash report in binary form, for memory that a reset leaves alone.
 * RECORD.md specifies them. core/record writes and reads records; gen/record finds them in files.
 */
#ifndef BOBBIN_RECORD_FORMAT_H
#define BOBBIN_RECORD_FORMAT_H

#define RECORD_MAGIC     0x63655262u /* "bRec" */
#define RECORD_VERSION   1
#define RECORD_BYTES_MAX 1024 /* a whole record */

/* Offsets in the header. All numbers are little-endian. */
enum {
    RECORD_AT_MAGIC = 0,        /* 4 bytes */
    RECORD_AT_VERSION = 4,      /* 1 byte */
    RECORD_AT_HEADER_BYTES = 5, /* 1 byte: RECORD_HEADER_BYTES */
    RECORD_AT_CRASH_BOOTS = 6,  /* 2 bytes */
    RECORD_AT_SEQUENCE = 8,     /* 4 bytes */
    RECORD_AT_BOOTS = 12,       /* 4 bytes */
    RECORD_AT_CRASHES = 16,     /* 4 bytes */
    RECORD_AT_SINCE_ALIVE = 20, /* 2 bytes; then 2 bytes 0 */
    RECORD_AT_END = 24,         /* two ends of RECORD_END_BYTES */
    RECORD_HEADER_BYTES = 40,

    RECORD_CHECKED_BYTES = RECORD_AT_END, /* of the header, the CRC covers these bytes */

    /* Offsets in an end. */
    RECORD_END_LENGTH = 0, /* 2 bytes: of the record, with its header; then 2 bytes 0 */
    RECORD_END_CRC = 4,    /* 4 bytes */
    RECORD_END_BYTES = 8,
};

/* Tokens of the body. A token that is not the first of its line comes after a space. */
enum {
    RECORD_LINE_LAST = 0x00,      /* the line ends with '*' */
    RECORD_LINE_CONTINUED = 0x01, /* the line ends with '+' */
    RECORD_LEFT_OUT = 0x02,       /* before a line: N lines were left out; then N as a varint */
    RECORD_TEXT = 0x03,           /* then a byte with the length, then so many bytes */
    RECORD_DIGITS = 0x04,         /* then a byte with the number of digits, then two a byte */
    RECORD_NUMBER = 0x10,         /* + 4 * base + bytes - 1, then the bytes */
    RECORD_NUMBER_END = 0x1c,
    RECORD_NEAR = 0x20, /* + difference to the column + RECORD_NEAR_BIAS */
    RECORD_NEAR_END = 0x40,
    RECORD_NEAR_BIAS = 16,
    RECORD_WORD = 0x40, /* + number of a word of record_words.c */
};

/* In a text: + number of a phrase of record_words.c. Smaller bytes are characters. */
#define RECORD_PHRASE 0x80u

/* What a number is a difference to. */
enum {
    RECORD_BASE_ZERO,   /* nothing: the bytes are the number itself */
    RECORD_BASE_COLUMN, /* the number in this place of the last line of the same class */
    RECORD_BASE_LAST,   /* the number before it in this line; 0 if there is none */
};

/* Numbers of a line that have a column; those after them use the other two bases. */
#define RECORD_COLUMNS 8

/* Classes of lines, by their first word: lines of one class resemble each other. */
enum {
    RECORD_CLASS_OTHER,
    RECORD_CLASS_FRAME, /* frame, other-frame */
    RECORD_CLASS_REGS,  /* regs, other-regs, dregs */
    RECORD_CLASS_TASK,  /* task */
    RECORD_CLASSES,
};

/* Bytes of the record in each of its lines in base64. */
#define RECORD_LINE_BYTES 24

/* Characters of a line from '%' to the last digit of its CRC, and of its device and report. */
#define RECORD_LINE_MAX  200
#define RECORD_TOKEN_MAX 15

#endif
