-- The steps of a question that is researched, without a model and with one. Prints a line STEP for each.
local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/testing.lua')
local step, document = t.step, t.document

step('research', function()
  t.visit('halrun_barrow.txt')
  t.indexed()
  -- Of its three answers each names what the next one is about, and they stand in three files.
  local asked = 'Who was in charge of the excavation of the Othmere aqueduct, at which wreck did he work until 2004, '
    .. 'and how did his teacher date the frames at Ombry?'
  vim.cmd('DocuQuest research ' .. asked)
  local said = document('answers', '## What was asked for')
  assert(vim.startswith(said, '# ' .. asked), said)
  for number, name in ipairs({ 'othmere_aqueduct', 'amarro_wreck', 'ombry_deeps' }) do
    assert(said:find(('\n%d%%. %%[%s%%.txt:5%%]%%(file:///'):format(number, name)), said)
    assert(said:find((' | [%d] |'):format(number), 1, true), said)
  end
  local answered = vim.api.nvim_get_current_buf()
  t.jump('[2]', 'amarro_wreck.txt', 'Adekemi, who had made his first great find')
  vim.api.nvim_feedkeys(vim.keycode('<C-o>'), 'x', false)
  assert(vim.api.nvim_get_current_buf() == answered, 'CTRL-O does not lead back to the answer')
  t.eventually('its citations are in the quickfix list', function()
    local list = vim.fn.getqflist({ title = 0, size = 0 })
    return list.title == 'DocuQuest: ' .. asked and list.size == 3
  end)
end)

--- Answers what the server asks the user next by the choice with a title. The result gives what was asked.
local function choose(title)
  local select, asked = vim.ui.select, nil
  vim.ui.select = function(choices, options, pick)
    vim.ui.select, asked = select, options.prompt
    pick(vim.tbl_filter(function(choice)
      return choice.title == title
    end, choices)[1])
  end
  return function()
    return asked
  end
end

step('research-web', function()
  local asked = 'Who invented the zeppelin?'
  local searched, read = t.seen('searched', vim.env.WEB_LOG), t.seen('read', vim.env.WEB_LOG)
  vim.cmd('DocuQuest research ' .. asked)
  document('answers', 'Not in your files')
  assert(t.seen('searched', vim.env.WEB_LOG) == searched, 'the web was searched without a word of the user')
  local consent = choose('Allow this time')
  vim.cmd('DocuQuest! research ' .. asked)
  local said = document('answers', '## Sources')
  assert(consent() and consent():find('search the web', 1, true), consent())
  local address = said:match('%]%((http://127%.0%.0%.1:%d+/zeppelin#:~:text=[^)]+)%)')
  assert(address, said)
  local list = t.eventually('its citations are in the quickfix list', function()
    local items = vim.fn.getqflist()
    return #items == 1 and items[1].text:find('Ferdinand', 1, true) and items
  end)
  assert(list[1].valid == 0 and list[1].text:find('(' .. address:gsub('#.*', '') .. ')', 1, true), vim.inspect(list))
  local open, opened = vim.ui.open, nil
  vim.ui.open = function(uri)
    opened = uri
  end
  t.eventually('a server is attached to the answer', t.client)
  t.find('[1]')
  t.act('Open the page')
  t.eventually('the page is opened by another program', function()
    return opened
  end)
  vim.ui.open = open
  assert(opened == address, opened)
  assert(t.seen('searched', vim.env.WEB_LOG) > searched)
  assert(t.seen('read', vim.env.WEB_LOG) == read + 1, 'the page was read more than once')
end)

--- Waits until the growing model keeps the server waiting for something once more, since act was called.
local function held(what, act)
  local before = t.seen(what, vim.env.GROW_LOG)
  act()
  t.eventually('the model says ' .. what, function()
    return t.seen(what, vim.env.GROW_LOG) > before
  end)
end

--- Lets the growing model go on.
local function go_on()
  vim.fn.writefile({}, vim.env.GROW_GO)
end

local question = 'What did the amphora of Quorndale hold?'
local quote = 'The amphora of Quorndale held barley wine'

local function research()
  vim.cmd('DocuQuest research ' .. question)
end

step('research-grow', function()
  t.visit('halrun_barrow.txt')
  t.stop(t.client())
  require('docuquest').setup({ settings = { base_url = vim.env.GROW_URL, model = 'slow' } })
  t.visit('halrun_barrow.txt')
  t.indexed()
  held('planning', research)
  document('answers', '*Planning the search …*')
  held('reflecting', go_on)
  document('answers', '*Looking for what is missing …*')
  held('reflecting', go_on) -- behind the search for what the first reply called missing
  local still = document('answers', '*Looking for what is missing …*')
  assert(not still:find('barley wine', 1, true), still)
  held('waiting', go_on)
  local first = document('answers', 'held barley wine')
  assert(not first:find('The rest was empty', 1, true) and not first:find('## Sources', 1, true), first)
  go_on()
  local all = document('answers', '## What was asked for')
  assert(all:find('The rest was empty', 1, true) and all:find('| what the amphora of Quorndale held | free | [1] |', 1, true), all)
  t.jump('[2]', 'questions.md', 'The rest was empty.')
end)

step('research-cancel', function()
  t.visit('halrun_barrow.txt')
  held('planning', research)
  held('reflecting', go_on)
  document('answers', '*Looking for what is missing …*')
  held('closed reflecting', function()
    vim.cmd('DocuQuest stop')
  end)
  local kept = document('answers', 'Stopped: this is what was proven until then.')
  assert(kept:find(quote, 1, true) and kept:find('## Sources', 1, true), kept)
  t.jump('[1]', 'questions.md', quote)
end)

t.finish()
