#!/bin/sh
# Makes a Raspberry Pi a Tableside: rights, udev rules, the kiosk at start-up, backup to a USB stick, the off button.
set -eu

usage() {
    cat <<'END'
Usage: sudo hardware/pi/install.sh [--dry-run] [--uninstall] [--user NAME] [--root DIR]
  --dry-run    say what would be done, and do nothing
  --uninstall  take everything away again (saved games stay)
  --user NAME  who plays; the one who called sudo, if it is not said
  --root DIR   put the files below DIR and leave the running system alone
END
}

refuse() {
    echo "install.sh: $1" >&2
    exit 2
}

here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
dry='' root='' uninstall='' user=${SUDO_USER:-$(id -un)}
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --uninstall) uninstall=yes ;;
        --user) [ $# -gt 1 ] || refuse "--user needs a name"; user=$2; shift ;;
        --root) [ $# -gt 1 ] || refuse "--root needs a folder"; root=${2%/}; shift ;;
        --help) usage; exit 0 ;;
        *) refuse "no option $1 (see --help)" ;;
    esac
    shift
done

case $project in *[[:space:]]*) refuse "$project has a space in its name: move Tableside to another folder" ;; esac
[ -n "$root$dry" ] || [ "$(id -u)" -eq 0 ] || refuse "needs root: sudo $0"
[ -n "$root$dry" ] || id "$user" >/dev/null 2>&1 || refuse "no user $user on this machine"

packages='labwc xwayland wlr-randr python3-venv python3-picamera2 libgl1 libegl1 libgles2 libgl1-mesa-dri micropython'
groups='video input render gpio i2c spi dialout'
units=/etc/systemd/system
begin='# Tableside: begin'
end='# Tableside: end'

say() { echo "$*"; }

# Everything that changes something goes through one of these.
run() {
    say "run: $*"
    [ -n "$dry" ] || "$@"
}

live() { # only on a running system: not below --root, and not while an image is being prepared
    if [ -z "$root" ] && [ -d /run/systemd/system ]; then run "$@"; fi
}

unit() { # which units start; systemctl can say that to a system that does not run, too
    [ -n "$root" ] || run systemctl "$@"
}

place() { # place SOURCE TARGET: with this machine's user and folder filled in
    say "place: $2"
    [ -z "$dry" ] || return 0
    mkdir -p "$root$(dirname "$2")"
    sed -e "s|@USER@|$user|g" -e "s|@PROJECT@|$project|g" "$here/$1" > "$root$2"
}

remove() {
    [ -e "$root$1" ] || return 0
    say "remove: $1"
    [ -n "$dry" ] || rm -f "$root$1"
}

config=/boot/firmware/config.txt
[ -e "$root$config" ] || config=/boot/config.txt

without_ours() { # the boot settings, less what an earlier run added
    sed "/^$begin/,/^$end/d" "$root$config"
}

set_boot() { # set_boot [SETTING…]
    [ -e "$root$config" ] || { say "leave: no $config, so this is no Raspberry Pi"; return 0; }
    say "boot settings: ${*:-as they were}"
    [ -z "$dry" ] || return 0
    without_ours > "$root$config.new"
    if [ $# -gt 0 ]; then
        { echo "$begin"; echo '[all]'; printf '%s\n' "$@"; echo "$end"; } >> "$root$config.new"
    fi
    mv "$root$config.new" "$root$config"
}

known() {
    apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]'
}

install_packages() {
    [ -z "$root" ] || return 0
    missing=
    mtdev=libmtdev1t64 # touch; Debian 12 calls it libmtdev1
    known $mtdev || mtdev=libmtdev1
    for package in $packages $mtdev; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' && continue
        if known "$package"; then
            missing="$missing $package"
        else
            say "leave: this system has no package $package"
        fi
    done
    echo "$missing " | grep -q ' labwc ' || command -v labwc >/dev/null || [ -n "$dry" ] ||
        refuse "this system has no labwc: use Raspberry Pi OS or Debian 13"
    # shellcheck disable=SC2086  # a list of names
    [ -z "$missing" ] || run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

give_rights() {
    [ -z "$root" ] || return 0
    for group in $groups; do
        if getent group "$group" >/dev/null; then run usermod -aG "$group" "$user"; fi
    done
}

install_all() {
    install_packages
    give_rights
    place 70-tableside.rules /etc/udev/rules.d/70-tableside.rules
    place tableside.service $units/tableside.service
    place tableside-backup@.service $units/tableside-backup@.service
    place labwc/rc.xml /etc/tableside/labwc/rc.xml
    place labwc/autostart /etc/tableside/labwc/autostart
    # pin 3 to ground shuts down cleanly, and wakes the halted Pi
    set_boot 'dtoverlay=gpio-shutdown,gpio_pin=3'
    live udevadm control --reload
    live udevadm trigger --subsystem-match=tty
    live systemctl daemon-reload
    unit disable getty@tty1.service
    unit enable tableside.service
    live systemctl stop getty@tty1.service
    say 'Done. ./tableside doctor says what is found; sudo reboot starts the kiosk.'
}

uninstall_all() {
    unit disable tableside.service || true
    live systemctl stop tableside.service || true
    remove /etc/udev/rules.d/70-tableside.rules
    remove $units/tableside.service
    remove $units/tableside-backup@.service
    remove /etc/tableside/labwc/rc.xml
    remove /etc/tableside/labwc/autostart
    [ -n "$dry" ] || rmdir -p "$root/etc/tableside/labwc" 2>/dev/null || true
    set_boot
    live systemctl daemon-reload
    unit enable getty@tty1.service
    live udevadm control --reload
    say 'Taken away; saved games stay where they are.'
}

if [ -n "$uninstall" ]; then uninstall_all; else install_all; fi
