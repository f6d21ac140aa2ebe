/* SPDX-License-Identifier: MIT */
/* Opens a serial port and sets its speed. */
#include "run/serial_port.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/memory.h"

#define BAUD_DEFAULT "115200"

static const struct {
    const char *baud;
    speed_t speed;
} speeds[] = {
    {"1200", B1200},       {"2400", B2400},       {"4800", B4800},       {"9600", B9600},
    {"19200", B19200},     {"38400", B38400},     {"57600", B57600},     {"115200", B115200},
    {"230400", B230400},   {"460800", B460800},   {"500000", B500000},   {"576000", B576000},
    {"921600", B921600},   {"1000000", B1000000}, {"1500000", B1500000}, {"2000000", B2000000},
    {"3000000", B3000000}, {"4000000", B4000000},
};

/* Returns B0 if the speed is not in the list. */
static speed_t find_speed(const char *baud)
{
    for (size_t i = 0; i < sizeof(speeds) / sizeof(speeds[0]); i++)
        if (strcmp(speeds[i].baud, baud) == 0)
            return speeds[i].speed;
    return B0;
}

static bool set_up(int port, speed_t speed)
{
    struct termios settings;

    if (tcgetattr(port, &settings) != 0)
        return false;
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    cfsetspeed(&settings, speed);
    return tcsetattr(port, TCSANOW, &settings) == 0;
}

static int open_port(const char *device, const char *baud)
{
    speed_t speed = find_speed(baud);
    int port;

    if (speed == B0) {
        diag_error(device, "%s baud is not supported; use a standard speed, such as %s", baud,
                   BAUD_DEFAULT);
        return -1;
    }
    port = open(device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (port >= 0 && (!isatty(port) || set_up(port, speed)))
        return port;
    diag_error(device, "cannot open the serial port: %s", strerror(errno));
    if (port >= 0)
        close(port);
    return -1;
}

/* The BAUD of "DEVICE:BAUD", or NULL. Names of devices may have colons, too. */
static char *find_baud(char *name)
{
    char *colon = strrchr(name, ':');

    return colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")] ? colon : NULL;
}

int serial_port_open(const char *name)
{
    char *device = must_strdup(name);
    char *colon = access(name, F_OK) == 0 ? NULL : find_baud(device);
    int port;

    if (colon)
        *colon = '\0';
    port = open_port(device, colon ? colon + 1 : BAUD_DEFAULT);
    free(device);
    return port;
}
