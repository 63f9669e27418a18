#!/usr/bin/env bash
# usage: build.sh OUT.vsix [SERVER]
# Checks and bundles the extension and packages it to OUT.vsix, with the program SERVER in its bin/ when one is given.
# Needs Node 20 and npm. The packages that it builds with are kept outside the repository, in DOCUQUEST_EDITORS or
# ~/.cache/docuquest/editors; no install script of theirs runs.
set -euo pipefail
if [ $# -lt 1 ]; then sed -n '2,5s/^# //p' "$0"; exit 2; fi
out=$(realpath "$1") server=${2:+$(realpath "$2")}
cd "$(dirname "$0")"

cache=${DOCUQUEST_EDITORS:-$HOME/.cache/docuquest/editors}
packages=$cache/vscode-packages-$(cat package.json package-lock.json | sha256sum | cut -c1-16)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$cache"
(
  flock 9
  if [ ! -d "$packages" ]; then
    mkdir "$stage/packages"
    cp package.json package-lock.json .npmrc "$stage/packages"
    (cd "$stage/packages" && npm ci --ignore-scripts --loglevel=error)
    cp -r "$stage/packages" "$packages.new.$$"
    mv "$packages.new.$$" "$packages"
    rm -rf "$stage/packages"
  fi
) 9>"$cache/vscode-packages.lock"

cp -r src tsconfig.json package.json README.md CHANGELOG.md .vscodeignore ../../LICENSE "$stage"
if [ -n "$server" ]; then install -D -m 755 "$server" "$stage/bin/$(basename "$server")"; fi
ln -s "$packages/node_modules" "$stage/node_modules"
cd "$stage"
bin=node_modules/.bin
"$bin/tsc"
"$bin/esbuild" src/extension.ts --bundle --external:vscode --format=cjs --platform=node --target=node20 --minify \
  --log-level=warning --outfile=dist/extension.js
# With a server inside, the package is for this system alone.
target=()
if [ -n "$server" ]; then target=(--target "$(node -p 'process.platform + "-" + process.arch')"); fi
"$bin/vsce" package --no-dependencies --allow-missing-repository "${target[@]}" -o "$out" >vsce.log || { cat vsce.log; exit 1; }
