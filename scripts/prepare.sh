# What bin/demo, bin/test and bin/enlace share. Sourced by a POSIX shell, with `root` set to the folder of the checkout.

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

# The stamp names the lock whose packages are installed whole: npm removes it first and it is written last.
install_packages() {
  stamp="$root/node_modules/.enlace-lock"
  wanted=$(cksum <"$root/package-lock.json")
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
  say 'Instalando dependencias…'
  if ! [ -w "${HOME:-/nonexistent}" ]; then
    export npm_config_cache="${TMPDIR:-/tmp}/enlace-npm-$(id -u)"
  fi
  (cd "$root" && npm_config_update_notifier=false npm ci --no-audit --no-fund --loglevel=error >/dev/null) || return 1
  printf '%s\n' "$wanted" >"$stamp"
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

# Node keeps the compiled form of our files there: the next start is four times faster.
keep_compiled() {
  if mkdir -p "$cache/enlace" 2>/dev/null && [ -w "$cache/enlace" ]; then
    export NODE_COMPILE_CACHE="$cache/enlace"
  fi
}

# True when the built web app is absent or something that it is made of changed since the last build began.
web_is_stale() {
  [ -f "$cache/enlace-web-built" ] && [ -d "$root/dist" ] || return 0
  changed=$(
    cd "$root" && set -- src/web src/domain package-lock.json
    for extra in index.html vite.config.ts public; do [ -e "$extra" ] && set -- "$@" "$extra"; done
    find "$@" -newer "$cache/enlace-web-built" -print | head -n 1
  )
  [ -n "$changed" ]
}

# The time of the stamp is that of the beginning: an edit during the build makes the next one.
build_web() {
  mkdir -p "$cache"
  rm -f "$cache/enlace-web-built"
  : >"$cache/enlace-web-building"
  (cd "$root" && npm run --silent build -- "$@" >&2) || return 1
  mv "$cache/enlace-web-building" "$cache/enlace-web-built"
}
