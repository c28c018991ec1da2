# Functions of bin/demo, bin/test and bin/enlace. Sourced by a POSIX shell, with `root` set to the folder of the checkout.

cache="$root/node_modules/.cache"

say() { printf '%s\n' "$*" >&2; }

# Any Node from 20 on runs npm; the pinned Node 24 comes with the packages.
need_node() {
  if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    say 'Falta Node.js. Instala Node 20 o posterior (con npm) y vuelve a intentarlo.'
    exit 1
  fi
  major=$(node -p 'process.versions.node.split(".")[0]')
  if [ "$major" -lt 20 ]; then
    say "Se necesita Node 20 o posterior; esta máquina tiene $(node -v)."
    exit 1
  fi
}

# The stamp names the lockfile whose packages are all installed. npm deletes it first, and scripts/note-install.sh writes it last.
install_packages() {
  stamp="$root/node_modules/.enlace-lock"
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(cksum <"$root/package-lock.json")" ] && return 0
  say 'Instalando dependencias…'
  if ! [ -w "${HOME:-/nonexistent}" ]; then
    export npm_config_cache="${TMPDIR:-/tmp}/enlace-npm-$(id -u)"
  fi
  refuse_foreign_root || return 1
  (cd "$root" && npm_config_update_notifier=false npm_config_prefer_offline=true npm_config_fetch_retries=1 \
    npm ci --include=dev --no-audit --no-fund --loglevel=error >/dev/null) || {
    say 'npm no pudo traer los paquetes. Revisa tu conexión a internet (y el proxy, si usas uno) y vuelve a intentarlo.'
    return 1
  }
  # npm wrote it already, except where it is configured to run no scripts.
  (cd "$root" && sh scripts/note-install.sh)
}

# Root's files in another account's packages would stop that account's next installation half way.
is_foreign_root() {
  [ "$(id -u)" -eq 0 ] && [ -d "$root/node_modules" ] && [ "$(stat -c %u "$root/node_modules")" -ne 0 ]
}

refuse_foreign_root() {
  is_foreign_root || return 0
  say "node_modules es de $(stat -c %U "$root/node_modules"). Instala y construye con esa cuenta, no como root."
  return 1
}

# Prints the path of the pinned Node, or fails.
find_node24() {
  case $(uname -m) in
    aarch64 | arm64) arch=arm64 ;;
    *) arch=x64 ;;
  esac
  for candidate in "$root/node_modules/node-linux-$arch/bin/node" "$root/node_modules/.bin/node"; do
    if "$candidate" --version >/dev/null 2>&1; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  say 'Falta Node 24, que viene con las dependencias. Ejecuta npm ci en la carpeta de Enlace.'
  return 1
}

# Node stores compiled code there: the next start is four times faster.
keep_compiled() {
  is_foreign_root && return 0
  if mkdir -p "$cache/enlace" 2>/dev/null && [ -w "$cache/enlace" ]; then
    export NODE_COMPILE_CACHE="$cache/enlace"
  fi
}

# True when there is no built web app, or one of its sources changed since the last build began.
web_is_stale() {
  [ -f "$cache/enlace-web-built" ] && [ -d "$root/dist" ] || return 0
  changed=$(
    cd "$root" && set -- src/web src/domain package-lock.json
    for extra in index.html vite.config.ts public; do [ -e "$extra" ] && set -- "$@" "$extra"; done
    find "$@" -newer "$cache/enlace-web-built" -print | head -n 1
  )
  [ -n "$changed" ]
}

# The stamp has the time when the build began, so that an edit during the build causes another build.
build_web() {
  refuse_foreign_root || return 1
  mkdir -p "$cache"
  rm -f "$cache/enlace-web-built"
  : >"$cache/enlace-web-building"
  (cd "$root" && npm run --silent build -- "$@" >&2) || return 1
  mv "$cache/enlace-web-building" "$cache/enlace-web-built"
}
