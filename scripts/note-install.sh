# Notes which lockfile is installed, so that bin/demo and bin/test do not install it again. npm runs it after an installation.
set -eu

# Nothing is noted when npm only wrote the lockfile, or left packages out.
if [ -z "${npm_config_package_lock_only:-}${npm_config_omit:-}" ]; then
  cksum <package-lock.json >node_modules/.enlace-lock
fi
