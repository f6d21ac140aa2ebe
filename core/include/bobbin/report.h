/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * Grammar 2.0 of crash reports, for the writer in port and the reader in gen. A report is a
 * sequence of text lines in a log that may contain other lines, too:
 *
 *   %bobbin TOKEN.SEQ TYPE FIELD FIELD ... *CRC
 *
 *   TOKEN  6 digits of the report; after them 4 digits of the device, if the firmware names one.
 *          Digits are base32hex (RFC 4648, section 7) in lower case: 0-9, a-v
 *   SEQ    decimal; 0 for the first line of a report, one more for each next line
 *   TYPE   a word of the list below; readers skip types that they do not know
 *   CRC    8 hexadecimal digits: CRC-32 of the line from '%' to the character before " *"
 *
 * A line has at most REPORT_LINE_MAX characters from '%' to the last digit of the CRC, and ends
 * with CR LF. Readers ignore text before '%', for example a time stamp, and text after the CRC. One
 * space separates fields. Numbers are hexadecimal without 0x and without leading zeros, unless the
 * list says decimal; readers accept leading zeros. Text for people is the last field and starts
 * after " : ". "-" stands for an unknown value.
 *
 * TOKEN tells reports apart: no two of its lines with the same SEQ differ. The digits of the report
 * are a hash of the device, all registers of the crash, the time, and the number of reports since
 * the start. The digits of the device are a hash of its name alone. A capture (CAPTURE.md) and a
 * binary record (RECORD.md) in a log each have a TOKEN and a SEQ of their own.
 *
 * A line that ends with " +CRC" instead of " *CRC" is continued: the text of the next line of the
 * token, which has the type ">", follows directly. Its text starts after "> ".
 *
 *   report 2.0 NAME device=DEVICE   first line: version of this grammar, name of the product. A
 *                          firmware without a name of its device leaves device= out
 *   cause WORD PC : TEXT   WORD: bobbin_cause_name; TEXT: "data abort: permission fault, ..."
 *   status dfsr=H dfar=H   raw fault registers; ifsr= and ifar= for a prefetch abort
 *   regs rN W W ...        consecutive registers from rN, as many as fit on the line. After r15
 *                          comes cpsr; a line may also start with cpsr instead of rN
 *   dregs dN D D ...       consecutive registers of d8-d15, 64 bits each
 *   image HEX              build id, two digits for each byte
 *   table WORD             state of the unwind table: bobbin_table_error_name
 *   frame N PC SP KIND TRUST        N decimal from 0, innermost first; KIND, TRUST:
 *                          bobbin_kind_name, bobbin_trust_name
 *   exception N WORD PC CPSR        from frame N on, the trace is of the code that an exception
 *                          interrupted; WORD: bobbin_vector_word; PC and CPSR: of that code
 *   exception N rM W W ... registers r0-r14 of that code, as on regs lines
 *   skip N                 N (decimal) good frames were left out here, to save time
 *   stop WORD VALUE FRAMES why the trace ended; FRAMES decimal, with the skipped ones
 *   running id=H cpu=N low=H high=H : NAME    the task that was running when the report began
 *   cpu N WORD pc=H sp=H cpsr=H : TEXT    another processor; WORD: REPORT_CPU_...; TEXT: its
 *                          fault, if it has one
 *   task N WORD id=H low=H high=H used=H cpu=N : NAME    N decimal from 0; WORD: unknown,
 *                          running, ready, blocked, suspended or ended
 *   other-regs, other-frame, other-exception, other-skip, other-stop    like the types without
 *                          other-; of the task or processor of the last task or cpu line
 *   tasks WORD count=N     after the last task; WORD: end, damaged or cut; N decimal
 *   stack ADDRESS W W ...  words of memory from ADDRESS, as many as fit on the line
 *   note : TEXT
 *   end LINES              last line; LINES decimal, includes this line
 *   omitted N              N (decimal) lines from this number on are not in the record that these
 *                          lines come from; the next line has the number after them
 *   p OFFSET BASE64        part of a capture (core/format/CAPTURE.md, section 7)
 *   record OFFSET BASE64   part of a binary record (core/format/RECORD.md)
 *
 * Exception lines come before the frame lines of frames N and later. In running and task lines the
 * stack is from LOW to HIGH - 1; USED is the number of its bytes that were ever used, if the stack
 * is painted; what is not known is left out. A task line has cpu= only if the task runs; such a
 * task has no other-... lines: its trace is that of its processor.
 *
 * Grammar 1.0 to 1.2. Readers still read it. Its lines have no TOKEN and up to 200 characters:
 *
 *   %bobbin SEQ TYPE FIELD ... *CRC
 *
 * No line is continued. Unknown registers and an unknown sp are left out. These lines differ:
 *
 *   report 1.2 NAME
 *   image build-id=HEX table=WORD       instead of image and table
 *   cause WORD pc=H : TEXT
 *   regs r0=H r1=H ... cpsr=H           dregs d8=H ...
 *   frame N pc=H sp=H KIND TRUST
 *   exception N WORD pc=H cpsr=H        exception N r0=H r1=H ...
 *   stop WORD value=H frames=N
 *   end lines=N
 *   profile NAME OFFSET BASE64          instead of p; NAME: the CRC in the header of the capture
 */
/* clang-format on */
#ifndef BOBBIN_REPORT_H
#define BOBBIN_REPORT_H

#ifdef __cplusplus
extern "C" {
#endif

#define REPORT_MARK          "%bobbin "
#define REPORT_VERSION       "2.0"
#define REPORT_VERSION_MAJOR 2
#define REPORT_LINE_MAX      78  /* characters from '%' to the last digit of the CRC */
#define REPORT_LINE_MAX_1    200 /* the same in version 1 */

#define REPORT_TOKEN_DIGITS        6
#define REPORT_TOKEN_DEVICE_DIGITS 4
#define REPORT_TOKEN_MAX           (REPORT_TOKEN_DIGITS + REPORT_TOKEN_DEVICE_DIGITS)

#define REPORT_CONTINUES '+' /* before the CRC of a line that is continued; else '*' */

#define REPORT_TYPE_REPORT    "report"
#define REPORT_TYPE_IMAGE     "image"
#define REPORT_TYPE_TABLE     "table"
#define REPORT_TYPE_CAUSE     "cause"
#define REPORT_TYPE_STATUS    "status"
#define REPORT_TYPE_REGS      "regs"
#define REPORT_TYPE_DREGS     "dregs"
#define REPORT_TYPE_FRAME     "frame"
#define REPORT_TYPE_SKIP      "skip"
#define REPORT_TYPE_STOP      "stop"
#define REPORT_TYPE_STACK     "stack"
#define REPORT_TYPE_NOTE      "note"
#define REPORT_TYPE_END       "end"
#define REPORT_TYPE_RUNNING   "running"
#define REPORT_TYPE_TASK      "task"
#define REPORT_TYPE_TASKS     "tasks"
#define REPORT_TYPE_CPU       "cpu"
#define REPORT_CPU_STOPPED    "stopped" /* the processor that reports stopped it */
#define REPORT_CPU_FAULTED    "faulted" /* it has a fault of its own: TEXT */
#define REPORT_CPU_SILENT     "silent"  /* it did not stop; pc, sp and cpsr are left out */
#define REPORT_OTHER          "other-"  /* before the types regs, frame, exception, skip, stop */
#define REPORT_TYPE_EXCEPTION "exception"
#define REPORT_TYPE_MORE      ">" /* continues the line before */
#define REPORT_TYPE_RECORD    "record"
#define REPORT_TYPE_OMITTED   "omitted"

/* Why a report was written: set by the port, named in the report, explained by `bobbin decode`. */
enum bobbin_cause {
    BOBBIN_CAUSE_USER, /* the firmware called bobbin_fault */
    BOBBIN_CAUSE_UNDEFINED,
    BOBBIN_CAUSE_PREFETCH_ABORT,
    BOBBIN_CAUSE_DATA_ABORT,
    BOBBIN_CAUSE_NULL_CALL, /* a call through a null pointer reached the reset vector */
    BOBBIN_CAUSE_ASSERT,
    BOBBIN_CAUSE_ABORT,
    BOBBIN_CAUSE_STACK_PROTECTOR,
    BOBBIN_CAUSES,
};

/* "user", "undefined", "prefetch-abort", ...; "?" for an unknown value, never NULL. */
const char *bobbin_cause_name(unsigned cause);

/*
 * "undefined", "svc", "irq", ... for an enum bobbin_vector; "?" for an unknown value. The function
 * is in core/cross.
 */
const char *bobbin_vector_word(unsigned vector);

/* The word for an enum bobbin_table_error: "ok", "empty", ...; "?" for an unknown value. */
const char *bobbin_table_error_name(unsigned error);

#ifdef __cplusplus
}
#endif

#endif
