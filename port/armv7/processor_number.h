/* SPDX-License-Identifier: MIT */
/*
 * How many processors run the firmware, and which one this is; for C and assembly. The number is 0
 * to BOBBIN_PROCESSORS - 1, the affinity of MPIDR (ARM ARM B4.1.106):
 *
 *   -DBOBBIN_PROCESSORS=N      default 1
 *   default                    affinity level 0: the processors of one cluster
 *   -DBOBBIN_CLUSTER_SHIFT=S   level 1 << S | level 0: several clusters, each of at most 1 << S
 *                              processors; at most 4 clusters
 */
#ifndef BOBBIN_PROCESSOR_NUMBER_H
#define BOBBIN_PROCESSOR_NUMBER_H

#ifndef BOBBIN_PROCESSORS
#define BOBBIN_PROCESSORS 1
#endif
#if BOBBIN_PROCESSORS < 1 || BOBBIN_PROCESSORS > 32
#error "BOBBIN_PROCESSORS is not 1 to 32"
#endif

#endif
