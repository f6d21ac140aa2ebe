/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * The grammar of a crash report, for the writer in port and the reader in gen. A report is a
 * sequence of text lines in a log that may contain other lines, too:
 *
 *   %bobbin SEQ TYPE FIELD FIELD ... *CRC
 *
 *   SEQ   decimal; 0 for the first line of a report, one more for each next line
 *   TYPE  a word of the list below; readers skip types that they do not know
 *   CRC   8 hexadecimal digits: CRC-32 of the line from '%' to the character before " *"
 *
 * A line ends with CR LF. Readers ignore text before '%' on the line, for example a time stamp. One
 * space separates fields. Numbers are hexadecimal without 0x, unless the list says otherwise. Text
 * for people is the last field and starts after " : ".
 *
 *   report 1.2 NAME              first line: version of this grammar, name of the product
 *   image build-id=HEX table=WORD   "-" without a build id; WORD: bobbin_table_error_name
 *   cause WORD pc=H : TEXT       WORD: bobbin_cause_name; TEXT: "data abort: permission fault, ..."
 *   status dfsr=H dfar=H         raw fault registers; ifsr= and ifar= for a prefetch abort
 *   regs r0=H r1=H ...           several lines: r0-r15, cpsr; unknown registers are left out
 *   dregs d8=H ...               16 digits each
 *   frame N pc=H sp=H KIND TRUST    N decimal from 0, innermost first; KIND, TRUST:
 *                                bobbin_kind_name, bobbin_trust_name; an unknown sp is left out
 *   exception N WORD pc=H cpsr=H    from frame N on, the trace is of the code that an exception
 *                                interrupted; WORD: bobbin_vector_word; pc and cpsr: of that code
 *   exception N r0=H ...         several lines: r0-r14 of that code; unknown ones are left out
 *   skip N                       N (decimal) good frames were left out here, to save time
 *   stop WORD value=H frames=N   why the trace ended; frames decimal, with the skipped ones
 *   running id=H cpu=N low=H high=H : NAME    the task that was running when the report began
 *   cpu N WORD pc=H sp=H cpsr=H : TEXT    another processor; WORD: REPORT_CPU_...; TEXT: its
 *                                fault, if it has one
 *   task N WORD id=H low=H high=H used=H cpu=N : NAME    N decimal from 0; WORD: unknown, running,
 *                                ready, blocked, suspended or ended
 *   other-regs r0=H ...          like regs; of the task or processor of the last task or cpu line
 *   other-frame, other-exception, other-skip, other-stop    like frame, exception, skip and stop
 *   tasks WORD count=N           after the last task; WORD: end, damaged or cut; N decimal
 *   stack ADDRESS W W W ...      up to 8 words of memory from ADDRESS; "-" for an unreadable one
 *   note : TEXT
 *   end lines=N                  last line; N decimal, includes this line
 *
 * Exception lines exist since version 1.1. They come before the frame lines of frames N and later,
 * and have at most 78 characters if N has at most three digits.
 *
 * Running, cpu, task, tasks and other-... lines exist since version 1.2. In running and task lines
 * the stack is from LOW to HIGH - 1; USED is the number of its bytes that were ever used, if the
 * stack is painted; what is not known is left out. A task line has cpu= only if the task runs; such
 * a task has no other-... lines: its trace is that of its processor.
 *
 * Type reserved for later, with the same outer form: sample.
 */
/* clang-format on */
#ifndef BOBBIN_REPORT_H
#define BOBBIN_REPORT_H

#ifdef __cplusplus
extern "C" {
#endif

#define REPORT_MARK          "%bobbin "
#define REPORT_VERSION       "1.2"
#define REPORT_VERSION_MAJOR 1
#define REPORT_LINE_MAX      200 /* characters from '%' to the last digit of the CRC */
#define REPORT_STACK_WORDS   8   /* words on a stack line */

#define REPORT_TYPE_REPORT    "report"
#define REPORT_TYPE_IMAGE     "image"
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
#define REPORT_TYPE_SAMPLE    "sample"

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
