#!/bin/sh
# Prints the path of a Chromium that runs, after installing Debian's when there is none. Its headless shell, the same browser without
# windows, comes first: the journeys take three quarters of the processor time.
set -eu

find_chromium() {
  for name in "$@"; do
    [ -n "$name" ] && path=$(command -v -- "$name") || continue
    # Ubuntu's chromium-browser may be a stub that only suggests a snap package.
    if "$path" --version >/dev/null 2>&1; then
      printf '%s\n' "$path"
      return 0
    fi
  done
  return 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

install() {
  as_root env DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get -qq -o DPkg::Lock::Timeout=120 update &&
    apt-get -qqy -o DPkg::Lock::Timeout=120 install --no-install-recommends "$@"' sh "$@" >/dev/null
}

can_install() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

give_up() {
  echo "Falta Chromium: $1. Instálalo con «sudo apt-get install chromium» y vuelve a intentarlo. / Chromium is missing: $2. Install it with 'sudo apt-get install chromium' and try again." >&2
  exit 1
}

find_chromium "${CHROMIUM_PATH:-}" chromium-headless-shell && exit 0
# Ubuntu has no package of the headless shell: there, and without rights to install it, a whole Chromium does.
if command -v apt-get >/dev/null && can_install; then
  echo 'Instalando Chromium…' >&2
  install chromium-headless-shell fonts-roboto-unhinted && find_chromium chromium-headless-shell && exit 0
fi
find_chromium chromium chromium-browser google-chrome && exit 0
command -v apt-get >/dev/null || give_up 'esta máquina no tiene apt-get' 'this machine has no apt-get'
can_install || give_up 'instalarlo pide permisos de administrador' 'installing it needs administrator rights'
echo 'Instalando Chromium…' >&2
install chromium fonts-roboto-unhinted || { sleep 5 && install chromium fonts-roboto-unhinted; } || give_up 'apt-get falló dos veces' 'apt-get failed twice'
find_chromium chromium chromium-browser || give_up 'quedó instalado pero no arranca' 'it is installed but does not start'
