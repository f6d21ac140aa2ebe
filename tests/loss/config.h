/* SPDX-License-Identifier: MIT */
/* The functions of bobbin_config: ways.c. */
#ifndef LOSS_CONFIG_H
#define LOSS_CONFIG_H

#include <bobbin/port.h>

void config_put(const char *bytes, uint32_t size_bytes);
void config_kick(void);
uint32_t config_now(void);
enum bobbin_task_found config_task(struct bobbin_task_walk *walk, struct bobbin_task *task);
bool config_fallback(struct bobbin_table *table);
void config_finish(const struct bobbin_context *context);

#endif
