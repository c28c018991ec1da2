#!/bin/sh
# Prints the path of a Chromium that runs, after installing Debian's when there is none.
set -eu

find_chromium() {
  for name in "${CHROMIUM_PATH:-}" chromium chromium-browser google-chrome; do
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

install_chromium() {
  as_root env DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get -qq -o DPkg::Lock::Timeout=120 update &&
    apt-get -qqy -o DPkg::Lock::Timeout=120 install --no-install-recommends chromium fonts-roboto-unhinted' >/dev/null
}

give_up() {
  echo "Falta Chromium: $1. Instálalo con «sudo apt-get install chromium» y vuelve a intentarlo. / Chromium is missing: $2. Install it with 'sudo apt-get install chromium' and try again." >&2
  exit 1
}

find_chromium && exit 0
command -v apt-get >/dev/null || give_up 'esta máquina no tiene apt-get' 'this machine has no apt-get'
if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
  give_up 'instalarlo pide permisos de administrador' 'installing it needs administrator rights'
fi
echo 'Instalando Chromium…' >&2
install_chromium || { sleep 5 && install_chromium; } || give_up 'apt-get falló dos veces' 'apt-get failed twice'
find_chromium || give_up 'quedó instalado pero no arranca' 'it is installed but does not start'
