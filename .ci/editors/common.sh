# To be sourced by the drivers of editors that come as Debian packages. Sets
#   ci      this folder           repo    the repository
#   cache   installed editors     work    a temporary folder, removed at the end
#   patience                      the seconds after which what should happen has not: many, for a loaded machine
# and DOCUQUEST_HOME, so that nothing is written to the user's own folders.
ci=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repo=$(cd "$ci/../.." && pwd)
cache=${DOCUQUEST_EDITORS:-$HOME/.cache/docuquest/editors}
mkdir -p "$cache"
work=$(mktemp -d)
patience=60
export DOCUQUEST_HOME=$work/docuquest
unset DOCUQUEST_CONFIG DOCUQUEST_BASE_URL DOCUQUEST_MODEL DOCUQUEST_TERMS_MODEL DOCUQUEST_API_KEY
unset DOCUQUEST_SEARXNG_URL DOCUQUEST_SERPAPI_URL SERPAPI_API_KEY DOCUQUEST_WEB_TRUSTED
GOCACHE=$(cd "$repo" && go env GOCACHE) # lies in the user's own cache folder, and should stay warm
export GOCACHE
export XDG_CONFIG_HOME=$work/xdg/config XDG_DATA_HOME=$work/xdg/data XDG_STATE_HOME=$work/xdg/state
export XDG_CACHE_HOME=$work/xdg/cache
mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_STATE_HOME" "$XDG_CACHE_HOME"
children=()
cleanup() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

# need PROGRAM PACKAGE installs a program on this machine where it is missing.
need() {
  if command -v "$1" >/dev/null; then return; fi
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "$2"
}

# editor NAME SUITE PACKAGE... unpacks an editor into the cache; its files lie in $cache/NAME/root then.
editor() {
  local name=$1 suite=$2
  shift 2
  flock "$cache/$name.lock" "$ci/deb-root" "$suite" "$cache/$name" "$@"
}

# own_libc ROOT PROGRAM has a program of another suite use the C library that was unpacked beside it.
own_libc() {
  if [ -f "$1/own_libc" ]; then return; fi
  need patchelf patchelf
  local loader
  loader=$(find "$1" -name 'ld-linux-*.so.*' -path '*linux-gnu*' | head -1)
  patchelf --set-interpreter "$loader" --force-rpath \
    --set-rpath "$1/usr/lib/x86_64-linux-gnu:$1/lib/x86_64-linux-gnu" "$1$2"
  touch "$1/own_libc"
}

# build_server builds $work/bin/docuquest, or takes the program that DOCUQUEST_SERVER names.
build_server() {
  mkdir -p "$work/bin"
  if [ -n "${DOCUQUEST_SERVER:-}" ]; then
    cp "$DOCUQUEST_SERVER" "$work/bin/docuquest"
  else
    (cd "$repo" && go build -o "$work/bin/docuquest" ./cmd/docuquest)
  fi
  export PATH=$work/bin:$PATH
}

# workspace NAME copies the test sites, a PDF and a letter to a fresh folder $work/NAME, and adds a page with questions and two small
# programs.
workspace() {
  cp -r "$repo/testdata/sites" "$work/$1"
  cp "$repo/testdata/report.pdf" "$repo/testdata/letter.docx" "$work/$1"
  cp "$ci/questions.md" "$work/$1/questions.md"
  cp -r "$ci/programs/." "$work/$1"
  mkdir "$work/$1/.git"
}

# service NAME ARGUMENT... starts one of the services beside this script, and waits until it listens. $service_url is its
# address, $service_log what it says.
service() {
  service_log=$work/$1.log
  node "$ci/$1.mjs" "${@:2}" >"$service_log" &
  children+=($!)
  local deadline=$((SECONDS + patience))
  until grep -q '^listening' "$service_log"; do
    if ((SECONDS > deadline)); then echo "$1 does not start" >&2; return 1; fi
    sleep 0.05
  done
  service_url=$(sed -n 's/^listening //p' "$service_log")
}

# slow_model starts a model that never answers. $slow_url is its address, $slow_log what it saw.
slow_model() {
  service slowmodel
  slow_url=$service_url slow_log=$service_log
}

# growing_model starts a model that waits between two statements until the file $grow_go is made. $grow_url is its
# address, $grow_log what it says.
growing_model() {
  grow_go=$work/go
  service growingmodel "$grow_go"
  grow_url=$service_url grow_log=$service_log
}

# small_web has servers search a web of one page, where they are told to search the web. $web_log is what was looked for.
small_web() {
  service searxng
  web_log=$service_log
  export DOCUQUEST_SEARXNG_URL=$service_url DOCUQUEST_WEB_TRUSTED=${service_url#http://}
}
