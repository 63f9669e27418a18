-- The list of steps. Prints a line STEP for each and ends with status 1 if one failed.
local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/testing.lua')
local step, eventually, client, indexed, visit, find = t.step, t.eventually, t.client, t.indexed, t.visit, t.find
local line_at_cursor, text_of, document, act, seen = t.line_at_cursor, t.text_of, t.document, t.act, t.seen

--- Hovers as a user does, and gives the text of the window that opens.
local function hover()
  vim.api.nvim_feedkeys('K', 'x', false)
  local text = eventually('a hover window opens', function()
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(win).relative ~= '' then
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false)
        vim.api.nvim_win_close(win, true)
        return table.concat(lines, '\n')
      end
    end
  end)
  return text
end

step('start', function()
  visit('halrun_barrow.txt')
  local status = indexed()
  assert(vim.fn.maparg('K', 'n') ~= '', 'K is not mapped')
  return ('%d files, %s'):format(status.files, client().offset_encoding)
end)

step('hover-word', function()
  find('buckle')
  local text = hover()
  assert(text:match('%d+ places in %d+ documents'), text)
  return text:match('%d+ places in %d+ documents')
end)

step('hover-question', function()
  visit('questions.md')
  find('?? How heavy')
  local text = hover()
  assert(text:find('412 grams', 1, true), text)
end)

step('edit-unsaved', function()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'The 🏺 quixotrium of Ünver was never found.' })
  vim.cmd('vsplit halrun_barrow.txt')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'Of quixotrium nothing is said.' })
  find('quixotrium')
  assert(hover():find('2 places in 2 documents', 1, true))
  vim.cmd('close')
  find('quixotrium')
  assert(vim.bo.modified)
  assert(hover():find('2 places in 2 documents', 1, true))
end)

-- Its answer stands in the middle of a line, behind characters of several bytes and units.
local question = 'What did the amphora of Quorndale hold?'
local quote = 'The amphora of Quorndale held barley wine'
local answer -- its buffer

step('ask', function()
  local progress = {}
  local watching = vim.api.nvim_create_autocmd('LspProgress', {
    callback = function(event)
      local value = event.data.params.value
      table.insert(progress, value.kind)
    end,
  })
  vim.cmd('DocuQuest ask ' .. question)
  eventually('the answer is complete', function()
    local list = vim.fn.getqflist({ title = 0, size = 0 })
    return list.title == 'DocuQuest: ' .. question and list.size > 0
  end)
  eventually('its progress ends', function()
    return progress[#progress] == 'end'
  end)
  vim.api.nvim_del_autocmd(watching)
  assert(progress[1] == 'begin', vim.inspect(progress))
  return #progress .. ' reports of progress'
end)

step('show', function()
  answer = vim.api.nvim_get_current_buf()
  local text = table.concat(vim.api.nvim_buf_get_lines(answer, 0, -1, false), '\n')
  assert(vim.api.nvim_buf_get_name(answer):match('^docuquest:/answers/.+%.md$'), vim.api.nvim_buf_get_name(answer))
  assert(vim.bo.filetype == 'markdown' and not vim.bo.modifiable and not vim.bo.modified)
  assert(text:find(question, 1, true) and text:find(quote, 1, true) and text:find('## Sources', 1, true), text)
  return #text .. ' bytes'
end)

step('jump', function()
  vim.api.nvim_set_current_win(vim.fn.win_findbuf(answer)[1])
  eventually('a server is attached to the answer', client)
  find('[1]')
  local preview = hover()
  assert(preview:find(quote, 1, true), preview)
  find('[1]')
  vim.api.nvim_feedkeys('gd', 'x', false)
  eventually('the cited file opens', function()
    return vim.api.nvim_buf_get_name(0):match('questions.md$')
  end)
  assert(vim.startswith(line_at_cursor(), quote), line_at_cursor())
  vim.api.nvim_feedkeys(vim.keycode('<C-o>'), 'x', false)
  assert(vim.api.nvim_get_current_buf() == answer, 'CTRL-O does not lead back to the answer')
end)

step('quickfix', function()
  local before = vim.fn.getqflist()
  vim.cmd('silent cfirst')
  assert(vim.startswith(line_at_cursor(), quote), line_at_cursor())
  local first = before[1]
  assert(vim.startswith(first.text, '[1] ' .. quote), vim.inspect(first))
  if first.end_col > 0 then -- Neovim 0.10 gives no end
    local cited = vim.api.nvim_get_current_line():sub(first.col, first.end_col - 1)
    assert(first.text == '[1] ' .. cited, vim.inspect({ first, cited }))
  end
  vim.cmd('DocuQuest search barley wine honey')
  eventually('the search is listed', function()
    local list = vim.fn.getqflist({ title = 0, size = 0 })
    return list.title == 'DocuQuest: search barley wine honey' and list.size > 0
  end)
  assert(vim.bo.filetype == 'qf', 'the window of the list is not open')
  vim.cmd('cclose')
  vim.api.nvim_set_current_buf(answer)
  vim.cmd('DocuQuest sources')
  assert(vim.bo.filetype == 'qf' and #vim.fn.getqflist() == #before)
  vim.cmd('cclose')
  return #before .. ' citations'
end)

step('references', function()
  visit('halrun_barrow.txt')
  find('buckle')
  local items
  vim.lsp.buf.references(nil, {
    on_list = function(list)
      items = list.items
    end,
  })
  eventually('references are found', function()
    return items
  end)
  assert(#items > 1, vim.inspect(items))
  for _, item in ipairs(items) do
    local lines = vim.fn.readfile(item.filename)
    assert(item.filename:match('questions.md$') or lines[item.lnum]:sub(item.col):lower():match('^buckle'), vim.inspect(item))
  end
  return #items .. ' places'
end)

step('evidence', function()
  vim.cmd('DocuQuest ask In what sites was gold or gems found?')
  local asked
  eventually('the answer is complete', function()
    asked = vim.api.nvim_get_current_buf()
    return text_of(asked):find('## Sources', 1, true) and text_of(asked):find('In what sites', 1, true)
  end)
  eventually('a server is attached to the answer', client)
  find('[1]')
  local items
  vim.lsp.buf.references(nil, {
    on_list = function(list)
      items = list.items
    end,
  })
  eventually('the evidence is found', function()
    return items
  end)
  local _, sources = text_of(asked):gsub('\n%d+%. %[', '')
  assert(#items == sources and sources > 1, ('%d places, %d sources'):format(#items, sources))
  return sources .. ' places'
end)

step('outline', function()
  local symbols = t.request('textDocument/documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(0) } })
  local question = symbols[1]
  assert(#symbols == 1 and question.name:find('In what sites', 1, true), vim.inspect(symbols))
  local last = question.children[#question.children]
  assert(last.name == 'Sources' and last.children[1].name:match('^1%. .*%.txt:%d+'), vim.inspect(last))
  return #question.children .. ' parts'
end)

step('why', function()
  vim.cmd('DocuQuest why')
  local why = document('explain', '## Steps')
  assert(vim.startswith(why, '# Why: In what sites was gold or gems found?\n'), why)
  assert(why:find('| %[[%w_.]+, line %d+%]%(file:///[^)]+%): given |'), why)
  assert(why:find('- Kept \\[1\\]: ', 1, true), why)
  vim.cmd('DocuQuest whynot nosuchfile.txt')
  document('whynot', '**Step: not indexed.** There is no such file.')
  vim.api.nvim_feedkeys(vim.keycode('<C-o>'), 'x', false)
  document('explain', '## Steps')
end)

step('history', function()
  local select, picked = vim.ui.select, nil
  vim.ui.select = function(past, _, pick)
    picked = vim.tbl_filter(function(one)
      return one.question == 'In what sites was gold or gems found?'
    end, past)[1]
    pick(picked)
  end
  vim.cmd('DocuQuest history')
  eventually('a question is picked', function()
    return picked
  end)
  document('answers', '## Sources')
  vim.ui.select = select
  assert(vim.api.nvim_buf_get_name(0) == 'docuquest:/answers/' .. picked.id .. '.md')
end)

step('refusal', function()
  vim.cmd('DocuQuest ask Who invented the zeppelin?')
  eventually('the answer says that there is none', function()
    local said = text_of(0)
    return said:find('zeppelin?', 1, true) and said:find('Not in your files', 1, true)
  end)
end)

step('answer-here', function()
  visit('questions.md')
  local before = text_of(0)
  local inserted
  for _ = 1, 2 do -- asked again, it is replaced
    find('?? How heavy')
    local tick = vim.b.changedtick
    vim.bo.undolevels = vim.bo.undolevels -- a step of its own, as after a key of the user's
    act('Answer here')
    eventually('the answer is inserted', function()
      return vim.b.changedtick ~= tick and text_of(0):find('\n> !! [^\n]*412 grams')
    end)
    inserted = inserted or text_of(0)
    assert(text_of(0) == inserted, text_of(0))
  end
  assert(inserted:find('](halrun_barrow.txt#L', 1, true), inserted)
  local undone = 0
  while text_of(0) ~= before and undone < 2 do -- one for each answer, unless both were one change
    vim.cmd('silent undo')
    undone = undone + 1
  end
  assert(text_of(0) == before, text_of(0))
  find('?? How heavy')
  act('Open the answer')
  eventually('the answer opens', function()
    return vim.api.nvim_buf_get_name(0):match('^docuquest:/answers/') and text_of(0):find('412 grams', 1, true)
  end)
end)

step('citations', function()
  visit('citing.md')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {
    '😀 `halrun_barrow.txt:3` says:',
    '',
    '> At his waist was a gold buckle weighing 412 grams',
    '',
    'It "gave everything to the nation on a condition" (halrun_barrow.txt:22).',
  })
  local function states()
    local found = {}
    for _, d in ipairs(vim.diagnostic.get(0)) do
      table.insert(found, ('%d %s %s'):format(d.lnum + 1, d.source, d.code))
    end
    table.sort(found)
    return table.concat(found, ', ')
  end
  eventually('one has moved and one was changed', function()
    return states() == '1 DocuQuest moved, 5 DocuQuest changed'
  end)
  find('halrun_barrow.txt:3')
  act('Move the citation to line 15')
  eventually('it names the line', function()
    return text_of(0):find('halrun_barrow.txt:15', 1, true)
  end)
  find('halrun_barrow.txt:22')
  act('Re-anchor to the present text')
  eventually('it says what stands there', function()
    return text_of(0):find('gave everything to the nation on the condition', 1, true)
  end)
  eventually('all of them hold', function()
    return states() == ''
  end)
  vim.cmd('bwipeout!')
end)

step('docx', function()
  local when = 'When was the lighthouse of Verrin painted red?'
  vim.cmd('DocuQuest ask ' .. when)
  eventually('the answer is complete', function()
    local list = vim.fn.getqflist({ title = 0, size = 0 })
    return list.title == 'DocuQuest: ' .. when and list.size > 0
  end)
  vim.cmd('messages clear')
  t.jump('[1]', 'letter.docx.txt', 'The lighthouse of Verrin was painted red in 1874')
  assert(vim.api.nvim_buf_get_name(0) == 'docuquest:/text/letter.docx.txt', vim.api.nvim_buf_get_name(0))
  assert(vim.bo.filetype == 'text' and not vim.bo.modifiable)
  local messages = vim.fn.execute('messages')
  assert(not messages:find('zip', 1, true), messages)
  vim.api.nvim_feedkeys(vim.keycode('<C-o>'), 'x', false)
end)

step('pdf', function()
  local cost = 'What will the repair of the Orrin bridge cost?'
  vim.cmd('DocuQuest ask ' .. cost)
  eventually('the answer is complete', function()
    local list = vim.fn.getqflist({ title = 0, size = 0 })
    return list.title == 'DocuQuest: ' .. cost and list.size > 0
  end)
  local asked = vim.api.nvim_get_current_buf()
  eventually('a server is attached to the answer', client)
  find('[1]')
  local preview = hover()
  assert(preview:find('page 2, at %d+%-%d+ %% of the width, %d+%-%d+ %% of the height'), preview)
  assert(preview:find('64,850 euros', 1, true), preview)
  find('[1]')
  vim.api.nvim_feedkeys('gd', 'x', false)
  eventually("the page's text opens", function()
    return vim.api.nvim_buf_get_name(0) == 'docuquest:/text/report.pdf#p=2'
  end)
  assert(vim.startswith(line_at_cursor(), 'The repair will cost 64,850 euros'), line_at_cursor())
  assert(vim.bo.filetype == 'text' and not vim.bo.modifiable and not vim.bo.modified)
  local first = vim.fn.getqflist()[1]
  assert(vim.deep_equal({ first.lnum, first.col - 1 }, vim.api.nvim_win_get_cursor(0)), vim.inspect(first))
  eventually('a server is attached to the text', client)
  find('hangers, and')
  assert(hover():find('hangers.* occurs at %d+ places in 1 document'))
  vim.api.nvim_feedkeys(vim.keycode('<C-o>'), 'x', false)
  assert(vim.api.nvim_get_current_buf() == asked, 'CTRL-O does not lead back to the answer')
end)

step('pdf-page', function()
  local opened
  local open = vim.ui.open
  vim.ui.open = function(name)
    opened = name
  end
  --- Shows the page that the cursor is on, and gives the picture.
  local function picture()
    opened = nil
    vim.cmd('DocuQuest page')
    local name = eventually('a picture opens', function()
      return opened
    end)
    local file = assert(io.open(name, 'rb'))
    local content = file:read('*a')
    file:close()
    assert(vim.startswith(content, '\137PNG'), 'no picture')
    return content
  end
  find('[1]')
  local cited = picture()
  vim.cmd.edit(vim.fn.fnameescape('docuquest:/text/report.pdf#p=2'))
  assert(picture() == cited, 'the page is another one than that of the citation')
  vim.cmd.edit(vim.fn.fnameescape('docuquest:/text/report.pdf#p=1'))
  assert(picture() ~= cited, 'both pages are the same')
  vim.ui.open = open
  visit('halrun_barrow.txt')
  vim.cmd('DocuQuest page')
  t.said('there is no page here')
  return #cited .. ' bytes'
end)

step('asked-before', function()
  visit('halrun_barrow.txt')
  local select, offered = vim.ui.select, nil
  vim.ui.select = function(choices, options, pick)
    offered = vim.tbl_map(options.format_item, choices)
    pick(choices[1])
  end
  vim.cmd('DocuQuest asked Where did they find gems?')
  t.document('answers', '# In what sites was gold or gems found?')
  vim.ui.select = select
  assert(offered[1]:find('In what sites was gold or gems found?: ', 1, true), vim.inspect(offered))
  assert(offered[1]:find('%(%d+ of %d+ citations hold%)$'), vim.inspect(offered))
  vim.cmd('DocuQuest asked Which president signed the tax law?')
  t.said('no earlier question is like this one')
end)

step('map', function()
  visit('halrun_barrow.txt')
  vim.cmd('DocuQuest map')
  local drawn = t.document('map', '# Map of the workspace')
  assert(drawn:find('r%d %-%-> r%d'), drawn)
  assert(drawn:find('%]%(file:///[^)]*ropes/winch%.py#L4%)'), drawn)
  vim.cmd('DocuQuest map ropes')
  t.document('map', '# Map of ropes')
  visit('halrun_barrow.txt')
end)

step('annotate', function()
  vim.cmd('DocuQuest annotate')
  t.said('no model is configured to write notes')
  local told = vim.fn.getcompletion('DocuQuest annotate ', 'cmdline')
  assert(table.concat(told, ' ') == 'pause resume state stop', vim.inspect(told))
  for _, what in ipairs(told) do
    vim.cmd('DocuQuest annotate ' .. what)
    t.said('no model has been told to write notes')
  end
end)

step('commands', function()
  local names = vim.fn.getcompletion('DocuQuest ', 'cmdline')
  assert(table.concat(names, ' ') == 'annotate ask asked forget history map page reindex research search sources status stop why whynot', vim.inspect(names))
  vim.cmd('DocuQuest status')
  t.said('%d+ of %d+ files indexed')
  vim.cmd('DocuQuest reindex')
  t.said('%d+ files read')
  vim.cmd('DocuQuest nonsense')
  t.said('there is no "nonsense"')
  find('lyre')
  vim.cmd.normal({ 'viw' .. vim.keycode('<Esc>'), bang = true })
  vim.cmd("'<,'>DocuQuest ask What was it kept in?")
  eventually('a selection is asked about', function()
    return vim.fn.getqflist({ title = 0 }).title:find('What was it kept in? (about: "lyre")', 1, true)
  end)
  vim.ui.input = function(_, typed)
    typed('Who opened the long mound?')
  end
  vim.cmd('DocuQuest ask')
  eventually('what was typed is asked', function()
    return vim.fn.getqflist({ title = 0 }).title:find('Who opened the long mound?', 1, true)
  end)
  local server = require('docuquest.server')
  local execute, sent = server.execute, nil
  server.execute = function(_, argument)
    sent = argument
    return ''
  end
  vim.cmd('DocuQuest research Who opened the long mound?')
  assert(vim.deep_equal(sent, { question = 'Who opened the long mound?', show = true }), vim.inspect(sent))
  vim.cmd('DocuQuest! research')
  assert(vim.deep_equal(sent, { question = 'Who opened the long mound?', show = true, web = true }), vim.inspect(sent))
  server.execute = execute
  vim.cmd('DocuQuest! ask Who opened the long mound?')
  t.said('a ! is for :DocuQuest! research')
  vim.cmd('checkhealth docuquest')
  local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  assert(health:find('files indexed', 1, true) and health:find('docuquest: docuquest ', 1, true), health)
  assert(not health:find('ERROR', 1, true), health)
  vim.cmd('bwipeout')
  vim.cmd('helptags ALL')
  vim.cmd('help :DocuQuest')
  vim.cmd('close')
end)

step('restart', function()
  vim.cmd('DocuQuest status')
  visit('halrun_barrow.txt')
  local first = client().id
  local pid = t.execute('docuquest.status', {}) and t.server_pid()
  vim.uv.kill(pid, 'sigkill')
  eventually('another server is attached', function()
    return client() and client().id ~= first
  end)
  indexed()
  find('quixotrium') -- the unsaved text of before
  assert(hover():find('2 places in 2 documents', 1, true))
  assert(vim.lsp.buf_is_attached(answer, client().id), 'the answer is not attached to the new server')
  -- A server that was ended on purpose stays away until it is needed.
  local second = client()
  t.stop(second)
  assert(not client())
  vim.cmd('DocuQuest status')
  eventually('a command starts it again', client)
  vim.api.nvim_set_current_buf(answer)
  eventually('the answer is attached too', client)
end)

step('earlier', function()
  -- An answer of an earlier session: its buffer is gone, the plugin knows nothing of it.
  local uri = vim.api.nvim_buf_get_name(answer)
  t.stop(client())
  vim.cmd('bwipeout ' .. answer)
  for name in pairs(package.loaded) do
    if vim.startswith(name, 'docuquest') then
      package.loaded[name] = nil
    end
  end
  vim.cmd.edit(uri)
  eventually('the answer is read', function()
    return vim.fn.search(quote, 'n') > 0
  end)
  eventually('a server is attached', client)
  vim.fn.setqflist({}, 'f')
  vim.cmd('DocuQuest sources')
  local items = eventually('its sources are listed', function()
    local items = vim.fn.getqflist()
    return #items > 0 and items
  end)
  vim.cmd('cclose')
  assert(items[1].text:find(quote, 1, true), vim.inspect(items))
end)

step('no-program', function()
  t.stop(client())
  vim.cmd.edit('questions.md')
  said = {}
  require('docuquest').setup({ cmd = { '/no/such/docuquest', 'lsp' } })
  t.said("there is no program \"/no/such/docuquest\"")
  vim.cmd('DocuQuest status')
  t.said('there is no program')
  vim.cmd.edit('halrun_barrow.txt')
  assert(not client() and #said == 0, vim.inspect(said))
  require('docuquest').setup()
  eventually('a server is attached', client)
end)

step('cancel', function()
  t.stop(client())
  require('docuquest').setup({ settings = { base_url = vim.env.SLOW_URL, model = 'slow' } })
  visit('halrun_barrow.txt')
  indexed()
  local requests, closed = seen('request'), seen('closed')
  vim.cmd('DocuQuest ask ' .. question)
  eventually('the model is asked', function()
    return seen('request') > requests
  end)
  vim.cmd('DocuQuest stop')
  eventually('the model is left', function()
    return seen('closed') > closed
  end)
  t.said('stopped')
  visit('halrun_barrow.txt')
  find('buckle')
  assert(hover():find('places', 1, true), 'the server does not go on')
  t.stop(client())
  assert(not t.was_said('before it had an answer'), vim.inspect(said)) -- what was stopped is no news then
end)

step('grow', function()
  require('docuquest').setup({ settings = { base_url = vim.env.GROW_URL, model = 'slow' } })
  visit('halrun_barrow.txt')
  indexed()
  vim.cmd('DocuQuest ask ' .. question)
  local growing = eventually('the first statement is shown', function()
    local said = text_of(0)
    return said:find('held barley wine', 1, true) and said
  end)
  assert(not growing:find('The rest was empty', 1, true) and not growing:find('## Sources', 1, true), growing)
  vim.fn.writefile({}, vim.env.GROW_GO)
  eventually('the answer is complete', function()
    return text_of(0):find('The rest was empty', 1, true) and text_of(0):find('## Sources', 1, true)
  end)
  find('[2]')
  vim.api.nvim_feedkeys('gd', 'x', false)
  eventually('the cited file opens', function()
    return vim.api.nvim_buf_get_name(0):match('questions.md$')
  end)
  -- Who points at this question is told what the model has said.
  visit('halrun_barrow.txt')
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '?? ' .. question })
  find('?? What did')
  assert(hover():find('The rest was empty', 1, true), 'the hover knows nothing of the answer')
  vim.cmd('silent undo')
end)

step('crashes', function()
  t.stop(client())
  require('docuquest').setup({ settings = { base_url = vim.env.SLOW_URL, model = 'slow' } })
  visit('halrun_barrow.txt')
  indexed()
  local requests = seen('request')
  vim.cmd('DocuQuest ask ' .. question)
  eventually('the model is asked', function()
    return seen('request') > requests
  end)
  said = {}
  local killed, running = 0, require('docuquest.server').client
  repeat
    local id = running().id
    vim.uv.kill(t.server_pid(), 'sigkill')
    killed = killed + 1
    eventually('the server is started again or given up', function()
      return running() and running().id ~= id or t.was_said('again and again')
    end)
  until t.was_said('again and again') or killed == 10
  assert(t.was_said('the server ended before it had an answer'), vim.inspect(said))
  assert(killed == 5, killed)
  vim.cmd('DocuQuest status')
  t.said('files indexed')
  return killed .. ' ends'
end)

t.finish()
