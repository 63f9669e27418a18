# To be sourced by run: takes a picture of Neovim with a hover and an answer, and writes it to $SCREENSHOT.
client=neovim
COLUMNS_WANTED=160 LINES_WANTED=36
. "$ci/terminal.sh"
need tmux tmux
need chromium-headless-shell chromium-headless-shell
if ! ls /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf >/dev/null 2>&1; then
  apt-get install -y -qq fonts-dejavu-core
fi
case $SCREENSHOT in /*) ;; *) SCREENSHOT=$PWD/$SCREENSHOT ;; esac

mkdir -p "$work/sites"
cp "$repo"/testdata/sites/*.txt "$work/sites/"
cat >"$work/init.lua" <<'END'
vim.o.termguicolors, vim.o.background, vim.o.laststatus, vim.o.ruler = true, 'dark', 2, false
vim.o.winborder, vim.o.fillchars, vim.o.hlsearch = 'rounded', 'eob: ', false
require('docuquest').setup({ open = 'botright vsplit' })
vim.keymap.set('n', 'Q', function() -- K, but small enough to leave the answer in sight
  vim.cmd.echo([['']])
  vim.lsp.buf.hover({ max_width = 68, max_height = 16 })
end)
END
cd "$work/sites"
open_terminal "$work/bin/neovim-0.12" -i NONE -n -u "$work/init.lua" halrun_barrow.txt
on_screen 'a ship under a hill'
command_line() { keys : && keys -l "$1" && keys Enter; }
command_line "lua vim.wait(9000, function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end)"
command_line 'DocuQuest ask In what sites was gold or gems found?'
on_screen '## Sources'
command_line 'wincmd h'
command_line 'vertical resize 90'
keys -l '/gold buckle' && keys Enter
keys Q
on_screen 'gold.* occurs at [0-9]+ places'
tmux_ capture-pane -e -p -t s | node "$ci/neovim/picture.mjs" >"$work/screen.html"
chromium-headless-shell --no-sandbox --disable-gpu --hide-scrollbars --window-size=1465,706 \
  --screenshot="$SCREENSHOT" "file://$work/screen.html"
