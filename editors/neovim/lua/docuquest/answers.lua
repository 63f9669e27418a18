--- Shows the documents of the server, answers and texts of files, and lists the citations of answers.
local config = require('docuquest.config')

local M = {}

--- What the names of answers begin with.
local ANSWERS = 'docuquest:/answers/'

local grown = {} ---@type table<integer, true> buffers that the server sends by itself
local citations = {} ---@type table<string, {title: string, items: table[]}> quickfix lists by the URI of their answer

--- Gives the loaded buffer of a document.
---@return integer?
local function buffer_of(uri)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and vim.api.nvim_buf_get_name(buf) == uri then
      return buf
    end
  end
end

--- Puts a text into a buffer. What stays the same is not touched, so that cursors and folds keep their place.
local function write(buf, text)
  local new = vim.split(text, '\n', { plain = true })
  if new[#new] == '' then
    table.remove(new)
  end
  local old = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local same = 0
  while same < #old and same < #new and old[same + 1] == new[same + 1] do
    same = same + 1
  end
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, same, -1, false, vim.list_slice(new, same + 1))
  vim.bo[buf].modifiable = false
  vim.bo[buf].modified = false
end

--- Makes hover, definition and references of the server work in a buffer.
local function attach(buf, client)
  vim.lsp.buf_attach_client(buf, client.id)
  if vim.fn.maparg('gd', 'n') == '' then
    vim.keymap.set('n', 'gd', vim.lsp.buf.definition, { buffer = buf, desc = 'Go to the cited place' })
  end
end

--- Attaches every document to a server that was just started.
function M.attach_all()
  local client = require('docuquest.server').client()
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    local ours = vim.startswith(vim.api.nvim_buf_get_name(buf), 'docuquest:')
    if client and ours and vim.api.nvim_buf_is_loaded(buf) then
      attach(buf, client)
    end
  end
end

--- Reports whether a document is the text of a file, and no answer.
local function is_text(uri)
  return vim.startswith(uri, 'docuquest:/text/')
end

--- Puts what the server said into the buffer of a document.
local function fill(buf, client, err, result)
  if not vim.api.nvim_buf_is_loaded(buf) then
    return
  end
  if err then
    return require('docuquest.server').notify(err.message, vim.log.levels.ERROR)
  end
  if not grown[buf] then -- else the server has sent a newer text meanwhile
    write(buf, result.text)
  end
  attach(buf, client)
end

--- Fills a buffer with the document that it is named after.
---@param buf integer
---@param uri string
function M.read(buf, uri)
  vim.bo[buf].buftype = 'nofile'
  vim.bo[buf].bufhidden = 'hide'
  vim.bo[buf].swapfile = false
  vim.bo[buf].undolevels = -1
  vim.bo[buf].modifiable = false
  vim.bo[buf].filetype = is_text(uri) and 'text' or 'markdown'
  vim.cmd('setlocal wrap linebreak breakindent conceallevel=2')
  grown[buf] = nil
  local server = require('docuquest.server')
  local method, params = 'workspace/textDocumentContent', { uri = uri }
  local running = server.client()
  if is_text(uri) and running then -- who opens it goes to a line of it at once
    return fill(buf, running, server.await(running, method, params))
  end
  server.request(method, params, function(err, result, client)
    fill(buf, client, err, result)
  end)
end

--- Takes over a state of an answer that is being written.
---@param answer {uri: string, text: string, done: boolean}
function M.grow(answer)
  local buf = buffer_of(answer.uri)
  if buf then
    grown[buf] = true
    write(buf, answer.text)
  end
end

--- Gives a window of this tab that shows a document whose name begins so.
local function window(name)
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.startswith(vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win)), name) then
      return win
    end
  end
end

--- Shows a document, in the window of an earlier one if there is any.
---@param uri string
---@return boolean
function M.open(uri)
  local shown = buffer_of(uri)
  local win = shown and vim.fn.win_findbuf(shown)[1] or window('docuquest:')
  if win then
    vim.api.nvim_set_current_win(win)
  else
    vim.cmd(config.options.open)
  end
  if not shown or vim.api.nvim_get_current_buf() ~= shown then
    vim.cmd.edit(vim.fn.fnameescape(uri))
  end
  return true
end

--- Gives the quickfix entry of a place. That of a page of the web leads nowhere, since Neovim would load the page to
--- list it.
---@param place {uri: string, range: table}
---@param encoding string
---@param text string?
---@return table
function M.item(place, encoding, text)
  if place.uri:match('^https?:') then
    return { text = ('%s (%s)'):format(text or '', place.uri:gsub('#.*', '')):gsub('%s+', ' ') }
  end
  local item = vim.lsp.util.locations_to_items({ { uri = place.uri, range = place.range } }, encoding)[1]
  item.text = text and text:gsub('%s+', ' ') or item.text
  return item
end

--- Shows an answer that is complete. Its citations are kept, and put into the quickfix list if the user wants that.
---@param answer {document: string, question: string, citations: table[], encoding: string}
function M.show(answer)
  if not buffer_of(answer.document) then -- the server has asked for it already if it could
    M.open(answer.document)
  end
  local items = vim.tbl_map(function(citation)
    return M.item(citation, answer.encoding, ('[%d] %s'):format(citation.number, citation.quote))
  end, answer.citations)
  local list = { title = 'DocuQuest: ' .. answer.question, items = items }
  citations[answer.document] = list
  if config.options.quickfix and #items > 0 then
    vim.fn.setqflist({}, ' ', list)
  end
end

--- Opens a quickfix list, or says that there is nothing in it.
---@param list {title: string, items: table[]}
function M.list(list)
  if #list.items == 0 then
    return require('docuquest.server').notify('nothing found')
  end
  vim.fn.setqflist({}, ' ', list)
  vim.cmd('botright copen')
end

--- Gives the position of the first source below the answer in a buffer.
local function first_citation(buf)
  local below = false
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
    below = below or line == '## Sources'
    if below and line:find('^%d+%. ') then
      return { line = number - 1, character = 0 }
    end
  end
end

--- Asks the server for the evidence of an answer of an earlier session.
local function evidence(buf, uri)
  local server = require('docuquest.server')
  local position = first_citation(buf)
  if not position then
    return server.notify('this answer cites nothing')
  end
  local params = { textDocument = { uri = uri }, position = position, context = { includeDeclaration = true } }
  server.request('textDocument/references', params, function(err, places, client)
    if err then
      return server.notify(err.message, vim.log.levels.ERROR)
    end
    local items = vim.tbl_map(function(place)
      return M.item(place, client.offset_encoding)
    end, places or {})
    M.list({ title = 'DocuQuest: sources', items = items })
  end)
end

--- Gives the id of the answer that is read, or else of one that is shown: itself, or how it came about.
---@return string?
function M.shown()
  local bufs = vim.tbl_map(vim.api.nvim_win_get_buf, vim.api.nvim_tabpage_list_wins(0))
  table.insert(bufs, 1, vim.api.nvim_get_current_buf())
  for _, buf in ipairs(bufs) do
    local folder, id = vim.api.nvim_buf_get_name(buf):match('^docuquest:/(%a+)/(%w+)%.md$')
    if folder == 'answers' or folder == 'explain' then
      return id
    end
  end
end

--- Lists the citations of the answer that is shown.
function M.sources()
  local win = window(ANSWERS)
  local current = vim.api.nvim_get_current_buf()
  if not vim.startswith(vim.api.nvim_buf_get_name(current), ANSWERS) and win then
    current = vim.api.nvim_win_get_buf(win)
  end
  local uri = vim.api.nvim_buf_get_name(current)
  if citations[uri] then
    M.list(citations[uri])
  elseif vim.startswith(uri, ANSWERS) then
    evidence(current, uri)
  else
    require('docuquest.server').notify('there is no answer here; :DocuQuest ask makes one')
  end
end

return M
