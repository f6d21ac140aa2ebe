/* SPDX-License-Identifier: MIT */
/* newlib's system calls: output to the UART, a heap, exit. */
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include "board.h"
#include "layout.h"

int _write(int file, const char *bytes, int size_bytes);
int _read(int file, char *bytes, int size_bytes);
int _close(int file);
int _fstat(int file, struct stat *status);
int _isatty(int file);
off_t _lseek(int file, off_t offset, int whence);
int _getpid(void);
int _kill(int process, int signal);
void *_sbrk(ptrdiff_t increment_bytes);
void _init(void);
void _fini(void);

/*
 * C++ code passes this handle when it registers destructors; NULL identifies the main program
 * (Itanium C++ ABI 3.3.6.3).
 */
extern void *const __dso_handle;
void *const __dso_handle = NULL;

int _write(int file, const char *bytes, int size_bytes)
{
    (void)file;
    for (int i = 0; i < size_bytes; i++)
        board_putc(bytes[i]);
    return size_bytes;
}

int _read(int file, char *bytes, int size_bytes)
{
    (void)file, (void)bytes, (void)size_bytes;
    return 0;
}

int _close(int file)
{
    (void)file;
    return 0;
}

int _fstat(int file, struct stat *status)
{
    (void)file;
    status->st_mode = S_IFCHR;
    return 0;
}

int _isatty(int file)
{
    (void)file;
    return 1;
}

off_t _lseek(int file, off_t offset, int whence)
{
    (void)file, (void)offset, (void)whence;
    return 0;
}

int _getpid(void)
{
    return 1;
}

int _kill(int process, int signal)
{
    (void)process, (void)signal;
    errno = EINVAL;
    return -1;
}

void *_sbrk(ptrdiff_t increment_bytes)
{
    static char *end = __heap_start;
    char *old = end;

    if (increment_bytes > __heap_end - end || increment_bytes < __heap_start - end) {
        errno = ENOMEM;
        return (void *)-1;
    }
    end += increment_bytes;
    return old;
}

void _exit(int status)
{
    board_exit(status);
}

/* Empty: crti.o and crtbegin.o are not linked; .init_array and .fini_array do the work. */
void _init(void)
{
}

void _fini(void)
{
}
