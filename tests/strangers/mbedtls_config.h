/* SPDX-License-Identifier: MIT */
/* The default configuration of mbed TLS, without parts that need an operating system. */
#include "mbedtls/config.h"

#define MBEDTLS_NO_PLATFORM_ENTROPY
#undef MBEDTLS_FS_IO
#undef MBEDTLS_NET_C
#undef MBEDTLS_PSA_CRYPTO_STORAGE_C
#undef MBEDTLS_PSA_ITS_FILE_C
#undef MBEDTLS_TIMING_C
