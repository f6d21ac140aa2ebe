#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh FOLDER NAME: builds the firmware NAME (see `build` below) from the sources of Debian's
# packages in FOLDER/src. Writes the image to FOLDER/NAME.elf and, if QEMU starts another file, that
# file to FOLDER/NAME.bin. The build is in FOLDER/NAME. Does nothing if the image is there.
set -eu

folder=$(cd "$1" && pwd) name=$2
work=$folder/$name
log=$folder/$name.log
[ ! -s "$folder/$name.elf" ] || exit 0
mkdir -p "$work"
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}

failed() {
    tail -n 20 "$log" >&2
    echo "build: $name failed, see $log" >&2
    exit 1
}

make_uboot() {
    make -s -C "$folder/src/u-boot" CROSS_COMPILE=arm-none-eabi- "O=$work" "-j$jobs" "$@"
}

# DEFCONFIG [SETTING...]: U-Boot with its commands that crash, without automatic start, and with the
# changed SETTINGs
uboot() {
    make_uboot "$1"
    shift
    for setting in CONFIG_CMD_EXCEPTION=y CONFIG_AUTOBOOT=n "$@"; do
        sed -i "/^${setting%%=*}=/d; /^# ${setting%%=*} is not set/d" "$work/.config"
        echo "$setting" >>"$work/.config"
    done
    make_uboot olddefconfig
    make_uboot u-boot.bin
    cp "$work/u-boot.bin" "$folder/$name.bin"
    cp "$work/u-boot" "$folder/$name.elf"
}

# STAGE ARGUMENT...: a stage of Arm Trusted Firmware
atf() {
    stage=$1
    shift
    make -C "$folder/src/arm-trusted-firmware" CROSS_COMPILE=arm-none-eabi- "-j$jobs" \
        "BUILD_BASE=$work" ARCH=aarch32 DEBUG=0 E=0 "$@" "$stage"
    cp "$(find "$work" -name "$stage.elf")" "$folder/$name.elf"
}

xen() {
    set -- make -C "$folder/src/xen/xen" CROSS_COMPILE=arm-linux-gnueabihf- "O=$work" "-j$jobs"
    export XEN_TARGET_ARCH=arm32
    "$@" defconfig
    "$@"
    cp "$work/xen" "$folder/$name.bin"
    cp "$work/xen-syms" "$folder/$name.elf"
}

build() {
    case $name in
    uboot-arm) uboot vexpress_ca9x4_defconfig CONFIG_SYS_THUMB_BUILD=n ;;
    uboot-thumb) uboot vexpress_ca9x4_defconfig CONFIG_SYS_THUMB_BUILD=y ;;
    uboot-virt) uboot qemu_arm_defconfig ;;
    atf-bl1) atf bl1 PLAT=qemu ARM_ARCH_MAJOR=7 AARCH32_SP=optee ;;
    atf-bl2) atf bl2 PLAT=qemu ARM_ARCH_MAJOR=7 AARCH32_SP=optee ;;
    atf-monitor) atf bl32 PLAT=fvp AARCH32_SP=sp_min ;;
    xen) xen ;;
    *)
        echo "there is no such firmware"
        false
        ;;
    esac
}

echo "build: $name"
# In a subshell of its own, so that `set -e` applies within `build`.
(set -e; build) >"$log" 2>&1 &
wait $! || failed
