#!/bin/sh
# Prints the folder in which FreeRADIUS is: '/' when it is installed; else that of Debian's packages, unpacked under node_modules.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
folder=$root/node_modules/.cache/freeradius
packages='freeradius freeradius-common freeradius-config freeradius-postgresql freeradius-utils libfreeradius3 libtalloc2 libpcre3 libpcap0.8 libpq5 libwbclient0 libbsd0 libmd0'

runs() {
  libraries=$(find "$1/usr/lib" "$1/lib" -maxdepth 2 -type d 2>/dev/null | paste -sd: -)
  LD_LIBRARY_PATH=$libraries "$1/usr/sbin/freeradius" -v >/dev/null 2>&1
}

give_up() {
  echo "Falta FreeRADIUS: $1. Sus pruebas se saltan. / FreeRADIUS is missing: its tests are skipped." >&2
  exit 1
}

unpack() {
  rm -rf "$folder"
  mkdir -p "$folder/packages" "$folder/root"
  cd "$folder/packages"
  # shellcheck disable=SC2086 -- a list of names
  apt-get -qq download $packages >/dev/null 2>&1 || return 1
  for package in *.deb; do dpkg-deb -x "$package" "$folder/root"; done
}

if [ -x /usr/sbin/freeradius ] && runs ''; then
  echo /
  exit 0
fi
if ! runs "$folder/root"; then
  command -v apt-get >/dev/null || give_up 'esta máquina no tiene apt-get'
  if ! unpack; then
    if [ "$(id -u)" = 0 ]; then apt-get -qq update; else sudo -n apt-get -qq update; fi >/dev/null 2>&1 || true
    unpack || give_up 'apt-get no pudo bajar sus paquetes'
  fi
  runs "$folder/root" || give_up 'sus paquetes no arrancan en esta máquina'
fi
echo "$folder/root"
