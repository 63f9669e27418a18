--- The sub-commands of :DocuQuest.
local answers = require('docuquest.answers')
local server = require('docuquest.server')

local M = {}

local shown = {} ---@type table<string, true> tokens of the commands whose progress is shown

-- What is going on -------------------------------------------------------------------------------------------------

--- Shows a line at the bottom of the screen, without keeping it or asking for a key.
local function echo(line)
  local room = math.max(20, vim.v.echospace)
  if vim.fn.strdisplaywidth(line) > room then
    line = vim.fn.strcharpart(line, 0, room - 1) .. '…'
  end
  vim.api.nvim_echo({ { line } }, false, {})
end

vim.api.nvim_create_autocmd('LspProgress', {
  desc = 'Show what DocuQuest does for a question',
  group = vim.api.nvim_create_augroup('docuquest.progress', {}),
  callback = function(event)
    local params = event.data.params
    if not shown[params.token] then
      return
    end
    local value = params.value
    if value.kind == 'end' then
      shown[params.token] = nil
    end
    echo(value.kind == 'end' and '' or value.message or value.title or '')
  end,
})

--- Tells of an error and reports whether there was one.
local function failed(err)
  if err then
    server.notify(err.message, vim.log.levels.ERROR)
  end
  return err ~= nil
end

-- Questions --------------------------------------------------------------------------------------------------------

--- Has a command of the server answer a question; the answer opens and grows as the server writes it.
local function answer(command, argument)
  argument.show = true
  local token = server.execute(command, argument, function(err, reply)
    if not failed(err) then
      answers.show(reply)
    end
  end)
  shown[token] = true
end

--- Asks a question.
---@param question string
function M.ask(question)
  answer('docuquest.ask', { question = question })
end

--- Answers a question that takes several searches.
---@param question string
---@param options {web?: boolean}? web has the web searched, too, for this one question
function M.research(question, options)
  local web = options and options.web or nil
  answer('docuquest.research', { question = question, web = web })
end

--- Lists the passages that tell most about some words.
---@param words string
function M.search(words)
  server.execute('docuquest.search', { query = words }, function(err, reply)
    if failed(err) then
      return
    end
    local items = vim.tbl_map(function(hit)
      return answers.item(hit, reply.encoding, hit.text)
    end, reply.hits)
    answers.list({ title = 'DocuQuest: search ' .. words, items = items })
  end)
end

--- Gives what is selected: the exact characters if the range is that of the last visual selection, else its lines.
local function selection(use)
  local first, last = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local lines
  if first[2] == use.line1 and last[2] == use.line2 then
    lines = vim.fn.getregion(first, last, { type = vim.fn.visualmode() })
  else
    lines = vim.api.nvim_buf_get_lines(0, use.line1 - 1, use.line2, false)
  end
  return vim.trim((table.concat(lines, ' '):gsub('%s+', ' ')))
end

--- Calls continue with the given text, or with what the user types if it is empty.
local function text_or_input(text, prompt, continue)
  if text ~= '' then
    return continue(text)
  end
  vim.ui.input({ prompt = prompt }, function(typed)
    continue(vim.trim(typed or ''))
  end)
end

-- The sub-commands -------------------------------------------------------------------------------------------------

local run = {}

--- Calls continue with a question: the given text or what the user types, and what is selected with it.
local function question_of(use, text, prompt, continue)
  local about = use.range > 0 and selection(use) or ''
  text_or_input(text, prompt .. (about == '' and ': ' or ' about the selection: '), function(question)
    if question ~= '' then
      continue(about == '' and question or ('%s (about: "%s")'):format(question, about))
    end
  end)
end

function run.ask(use, text)
  question_of(use, text, 'Ask', M.ask)
end

--- With a ! the web is searched, too.
function run.research(use, text)
  question_of(use, text, use.bang and 'Research with the web' or 'Research', function(question)
    M.research(question, { web = use.bang })
  end)
end

function run.search(_, text)
  text_or_input(text, 'Search: ', function(words)
    if words ~= '' then
      M.search(words)
    end
  end)
end

function run.stop()
  if not server.client() then
    return server.notify('nothing to stop')
  end
  server.execute('docuquest.stop', {}, function(err, reply)
    if failed(err) then
      return
    end
    server.notify(reply.stopped == 0 and 'nothing to stop' or 'stopped')
  end)
end

--- Lets the user pick an earlier question, and opens its answer.
local function pick(past, prompt, describe)
  vim.ui.select(past, { prompt = prompt, format_item = describe }, function(one)
    if one then
      answers.open('docuquest:/answers/' .. one.id .. '.md')
    end
  end)
end

--- Lets the user pick one of the questions whose answers are kept.
function run.history()
  server.execute('docuquest.history', {}, function(err, past)
    if failed(err) then
      return
    end
    if #past == 0 then
      return server.notify('nothing was asked of this folder')
    end
    pick(past, 'Questions: ', function(one)
      return one.time:sub(1, 10) .. '  ' .. one.question
    end)
  end)
end

--- Lets the user pick one of the earlier questions that are like one.
---@param question string
function M.asked(question)
  server.execute('docuquest.history', { like = question }, function(err, before)
    if failed(err) then
      return
    end
    if #before == 0 then
      return server.notify('no earlier question is like this one')
    end
    pick(before, 'Asked before: ', function(one)
      local asked = one.time:sub(1, 10) .. '  ' .. one.question
      if one.elsewhere then
        return asked .. ' (of another folder, not looked up)'
      end
      local holding = ('%d of %d citations hold'):format(one.standing.ok, one.standing.cited)
      return ('%s: %s (%s)'):format(asked, one.says, holding)
    end)
  end)
end

function run.asked(use, text)
  local about = use.range > 0 and selection(use) or ''
  text_or_input(text ~= '' and text or about, 'Asked before: ', function(question)
    if question ~= '' then
      M.asked(question)
    end
  end)
end

--- Shows the map of the code base, or of a folder in it.
---@param folder string? its path with slashes
function M.map(folder)
  local token = server.execute('docuquest.map', { folder = folder }, function(err, reply)
    if not failed(err) then
      answers.open(reply.document)
    end
  end)
  shown[token] = true
end

function run.map(_, text)
  M.map(text ~= '' and text or nil)
end

-- What there is to tell a model that makes notes, besides a folder.
local steering = { 'pause', 'resume', 'state', 'stop' }

--- Has a model make notes on the code base, or on a folder in it. The server shows what that will cost and asks before
--- it begins. Else it has that pause, go on or end, and shows how far it is.
function run.annotate(_, text)
  if not vim.tbl_contains(steering, text) then
    local folder = text ~= '' and text or nil
    return server.execute('docuquest.annotate', { folder = folder, background = true }, failed)
  end
  server.execute('docuquest.annotate', { ['do'] = text }, function(err, state)
    if not failed(err) then
      server.notify(state.says)
    end
  end)
end

--- Removes the answer with an id, or the one that is shown; with "all" everything that is kept.
function run.forget(_, text)
  local shown_id = vim.api.nvim_buf_get_name(0):match('^docuquest:/answers/(%w+)%.md$')
  local id = text ~= '' and text or shown_id
  if not id then
    return server.notify('forget which answer? Show it, or name its id, or all', vim.log.levels.ERROR)
  end
  if id == 'all' and vim.fn.confirm('Remove every answer and every conversation that is kept?', '&Yes\n&No', 2) ~= 1 then
    return
  end
  server.execute('docuquest.forget', id == 'all' and { all = true } or { answer = id }, function(err, reply)
    if not failed(err) then
      server.notify(('%d answer%s forgotten'):format(reply.forgotten, reply.forgotten == 1 and '' or 's'))
    end
  end)
end

--- Shows how the answer that is shown came about.
function run.why()
  local id = answers.shown()
  if not id then
    return server.notify('there is no answer here; :DocuQuest ask makes one')
  end
  server.execute('docuquest.explain', { answer = id }, function(err, reply)
    if not failed(err) then
      answers.open(reply.uri)
    end
  end)
end

--- Shows why a file is not in the answer that is shown, or in that to a question.
function run.whynot(_, text)
  local name = text ~= '' and vim.fn.fnamemodify(text, ':p') or vim.api.nvim_buf_get_name(0)
  if name == '' or vim.startswith(name, 'docuquest:') then
    return server.notify('why not which file? Name it, or open it', vim.log.levels.ERROR)
  end
  local function ask(about)
    about.uri = vim.uri_from_fname(name)
    server.execute('docuquest.whyNot', about, function(err, reply)
      if not failed(err) then
        answers.open(reply.document)
      end
    end)
  end
  local id = answers.shown()
  if id then
    return ask({ answer = id })
  end
  text_or_input('', 'Why not in the answer to: ', function(question)
    if question ~= '' then
      ask({ question = question })
    end
  end)
end

--- Says in one line what the server knows.
---@param status table
---@return string
function M.describe(status)
  local parts = {
    ('%d of %d files indexed%s'):format(status.files, status.of, status.complete and '' or ', reading goes on'),
    status.model ~= '' and 'answers by ' .. status.model or 'answers from the text itself, without a model',
    'version ' .. status.version,
  }
  if status.skipped.count > 0 then
    table.insert(parts, 2, status.skipped.count .. ' left out')
  end
  return table.concat(parts, '; ')
end

function run.status()
  server.execute('docuquest.status', {}, function(err, status)
    if not failed(err) then
      server.notify(M.describe(status))
    end
  end)
end

function run.reindex()
  local token = server.execute('docuquest.reindex', {}, function(err, reply)
    if not failed(err) then
      server.notify(reply.files .. ' files read')
    end
  end)
  shown[token] = true
end

function run.sources()
  answers.sources()
end

function run.page()
  require('docuquest.page').show()
end

--- Runs a sub-command as typed.
---@param use table what nvim_create_user_command hands over
function M.run(use)
  local name, text = use.args:match('^(%S*)%s*(.-)%s*$')
  if name == '' then
    name = 'ask'
  end
  if not run[name] then
    local names = table.concat(M.complete('', 'DocuQuest '), ', ')
    return server.notify(('there is no %q; there are %s'):format(name, names), vim.log.levels.ERROR)
  end
  if use.bang and name ~= 'research' then
    return server.notify('a ! is for :DocuQuest! research, which searches the web, too', vim.log.levels.ERROR)
  end
  run[name](use, text)
end

--- Completes the names of sub-commands, and what annotate takes.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local names = vim.tbl_keys(run)
  if line:match('DocuQuest%s+%S+%s') then
    names = line:match('DocuQuest%s+annotate%s+%S*$') and steering or {}
  end
  names = vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names)
  table.sort(names)
  return names
end

return M
