-- Random editing: thousands of normal-mode commands in a text full of characters of several bytes and UTF-16 units.
-- Then the server's text must equal the buffer's, byte for byte. SEED=n repeats a run, CHECK_EVERY=1 names the command.
local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/testing.lua')

local COMMANDS, CHECK_EVERY = 10000, tonumber(vim.env.CHECK_EVERY) or 250
local FEWEST, MOST = 4, 400 -- lines, between which the text is kept

local seed = tonumber(vim.env.SEED) or (vim.uv.hrtime() % 1000000007)
math.randomseed(seed)

local function pick(list)
  return list[math.random(#list)]
end

-- No digits: after a command that takes no text they would be a count of millions.
local words = { 'naïve', 'Ünïcödé', '🏺', '👩‍🔬', 'e\204\129', '漢字', 'abc', 'x', 'Ω', '\u{10FFFF}', '\u{FEFF}', '\u{2028}', '\t', ' ', '', '%', 'ﬁ', '𝔘' }
local ESC = vim.keycode('<Esc>')
local CR = vim.keycode('<CR>')

local function typed()
  local parts = {}
  for _ = 1, math.random(0, 4) do
    table.insert(parts, pick(words))
    table.insert(parts, math.random(6) == 1 and CR or '')
  end
  return table.concat(parts)
end

local motions = { 'w', 'b', 'e', 'ge', 'h', 'l', 'j', 'k', '0', '$', '^', 'gg', 'G', '}', '{', ')', '(', '%', 'fx', 'tï', 'iw', 'ap', 'a(', 'is' }
local alone = { 'x', 'X', 'dd', 'D', 'yy', 'Y', 'p', 'P', 'gp', 'gP', ']p', 'J', 'gJ', '~', 'g~~', 'gUU', 'guu', '>>', '<<', 'u', 'u', 'u', vim.keycode('<C-r>'), 'U', 'g-', 'g+', '.', '.', vim.keycode('<C-a>'), vim.keycode('<C-x>'), 'xp', 'ddp', 'yyp', 'g??', 'gqap', 'gww', '&', 'ma', "d'a", 'd`a', 'y`a', 'qaq' }
local inserting = { 'i', 'a', 'I', 'A', 'o', 'O', 's', 'S', 'C', 'cc', 'cw', 'ciw', 'cap', 'R', 'gR', 'gi', 'gI' }
local lines = { ':s/\\w/ß/g', ':s/./&\\r/', ':%s/ï/i🏺/e', ':m0', ':m$', ':t.', ':t0', ':.,+3d', ':.,+2j', ':.,+5sort', ':g/x/t.', ':v/./d', ':1d', ':$d', ':1,2m$', ':put a', ':0put a', ':retab', ':.,+2normal Aé', ':earlier 5', ':later 5', ':undojoin|normal x' }
local visual = { 'v', 'V', vim.keycode('<C-v>') }
local on_selection = { 'd', 'x', 'c', 'p', 'P', 'J', 'u', 'U', '~', '>', '<', 'y', 'o', 'gJ', 'I', 'A', 'r漢' }

--- Makes a command.
local function command()
  local count = math.random(3) == 1 and tostring(math.random(2, 7)) or ''
  local kind = math.random(100)
  if kind <= 35 then
    return count .. pick(alone)
  elseif kind <= 50 then
    return count .. pick(motions)
  elseif kind <= 65 then
    return count .. pick({ 'd', 'c', 'y', '>', '<', 'g~', 'gu', 'gU', 'gq' }) .. pick(motions) .. typed()
  elseif kind <= 85 then
    return count .. pick(inserting) .. typed()
  elseif kind <= 88 then
    return 'r' .. pick(words)
  elseif kind <= 95 then
    return pick(visual) .. count .. pick(motions) .. pick(motions) .. pick(on_selection) .. typed()
  else
    return pick(lines) .. CR
  end
end

local characters = {
  '^[%z\1-\127]+',
  '^[\194-\223][\128-\191]',
  '^\224[\160-\191][\128-\191]',
  '^\237[\128-\159][\128-\191]',
  '^[\225-\236\238\239][\128-\191][\128-\191]',
  '^\240[\144-\191][\128-\191][\128-\191]',
  '^[\241-\243][\128-\191][\128-\191][\128-\191]',
  '^\244[\128-\143][\128-\191][\128-\191]',
}

--- Gives a text as it goes over the wire: some commands (gi, gR) cut characters in two, and JSON has no such halves.
local function carried(text)
  local parts, at = {}, 1
  while at <= #text do
    local found
    for _, pattern in ipairs(characters) do
      found = found or text:match(pattern, at)
    end
    table.insert(parts, found or '\u{FFFD}')
    at = at + (found and #found or 1)
  end
  return table.concat(parts)
end

--- Gives the bytes that the file would have.
local function bytes(buf)
  local text = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
  return carried(vim.bo[buf].eol and text .. '\n' or text)
end

--- Compares the server's text with the buffer's.
local function compare(buf, after, last)
  local reply = t.request('docuquest/text', { uri = vim.uri_from_bufnr(buf) })
  local want = bytes(buf)
  if reply.text == want then
    return
  end
  local at = 1
  while reply.text:byte(at) == want:byte(at) do
    at = at + 1
  end
  error(
    ('seed %d: after %d commands, the last %q, the texts differ at byte %d of %d and %d: the server has %q, the buffer %q'):format(
      seed, after, last[#last] or '', at, #reply.text, #want, reply.text:sub(at, at + 60), want:sub(at, at + 60)
    )
  )
end

t.step('random-edits', function()
  local first = {}
  for number = 1, 200 do
    first[number] = ('%d %s of the 🏺 %s, Ünïcödé (%s)'):format(number, pick(words), pick(words), pick(words))
  end
  vim.fn.writefile(first, 'random.txt')
  vim.cmd.edit('random.txt')
  local buf = vim.api.nvim_get_current_buf()
  t.eventually('a server is attached', function()
    return vim.lsp.get_clients({ name = 'docuquest', bufnr = buf })[1]
  end)
  vim.o.report = 9999
  compare(buf, 0, {})
  local last, edits = {}, vim.b[buf].changedtick
  for number = 1, COMMANDS do
    local keys = command()
    table.insert(last, keys)
    pcall(vim.cmd, 'silent! normal! ' .. keys .. ESC)
    local size = vim.api.nvim_buf_line_count(buf)
    if size < FEWEST then
      vim.api.nvim_buf_set_lines(buf, 0, -1, false, first)
    elseif size > MOST then
      vim.api.nvim_buf_set_lines(buf, MOST / 2, -1, false, {})
    end
    if number % CHECK_EVERY == 0 then
      compare(buf, number, last)
      last = {}
    end
  end
  return ('%d commands, %d changes, seed %d'):format(COMMANDS, vim.b[buf].changedtick - edits, seed)
end)

t.finish()
