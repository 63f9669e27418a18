# To be sourced after common.sh by drivers of editors in a terminal. $client names the editor in the lines STEP.
terminal=docuquest-$$
failed=0

tmux_() { tmux -L "$terminal" -f /dev/null "$@"; }

# open_terminal PROGRAM ARGUMENT... runs a program in a terminal of 110 columns and 40 lines.
open_terminal() {
  tmux_ new-session -d -x "${COLUMNS_WANTED:-110}" -y "${LINES_WANTED:-40}" -s s "$@"
  trap 'tmux_ kill-server 2>/dev/null || true; cleanup' EXIT
}

# keys KEY... types keys, by tmux's names; other words are typed as they are.
keys() { tmux_ send-keys -t s "$@"; }

screen() { tmux_ capture-pane -p -t s; }

# on_screen REGEX waits until the screen shows a text.
on_screen() {
  local deadline=$((SECONDS + patience))
  until grep -qE -- "$1" <<<"$(screen)"; do
    if ((SECONDS >= deadline)); then
      echo "no /$1/ on the screen:"
      screen
      return 1
    fi
    sleep 0.05
  done
}

# off_screen REGEX waits until the screen shows a text no more.
off_screen() {
  local deadline=$((SECONDS + patience))
  while grep -qE -- "$1" <<<"$(screen)"; do
    if ((SECONDS >= deadline)); then
      echo "still /$1/ on the screen:"
      screen
      return 1
    fi
    sleep 0.05
  done
}

# in_file REGEX FILE waits until a file has a line.
in_file() {
  local deadline=$((SECONDS + patience))
  until grep -qE -- "$1" "$2"; do
    if ((SECONDS >= deadline)); then echo "no /$1/ in $2:"; cat "$2"; return 1; fi
    sleep 0.05
  done
}

# step NAME FUNCTION prints the line of a step.
step() {
  if "$2"; then
    echo "STEP $client $1 ok"
  else
    echo "STEP $client $1 failed see above"
    failed=1
  fi
}
