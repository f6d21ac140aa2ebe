# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# For tests that run a test kernel under the oracle. Source this with BOARD, BUILD and FAMILY set.
. tests/oracle/lib.sh
ELF=build/fw/$BOARD/$BUILD/rtos-$FAMILY.elf
WORK=build/tests/oracle/rtos/$BOARD-$BUILD-$FAMILY
ORACLE_LICENCES=tests/rtos/licences
mkdir -p "${WORK%/*}"

# The scheduler of ThreadX and code that leaves to it have no rule where no task runs.
case $FAMILY in
threadx) RTOS_OPTIONS=,tasks=all,allow=no-rule ;;
*) RTOS_OPTIONS=,tasks=all ;;
esac
