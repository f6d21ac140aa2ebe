/* SPDX-License-Identifier: MIT */
/* One function a verb. ARGV[0] is the verb; each parses its own options and returns a STATUS_... */
#ifndef GEN_VERBS_H
#define GEN_VERBS_H

int verb_embed(int argc, char **argv);
int verb_table(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_show(int argc, char **argv);
int verb_size(int argc, char **argv);
int verb_unwind(int argc, char **argv);
int verb_decode(int argc, char **argv);
int verb_profile(int argc, char **argv);

#endif
