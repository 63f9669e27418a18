--- Shows pages of PDFs as pictures, by the program of the system that shows pictures.
local server = require('docuquest.server')

local M = {}

--- Reports whether a document is the text of a page.
local function is_page(uri)
  return uri:match('^docuquest:/text/.*[#?]p') ~= nil
end

--- Gives the id of the answer that was looked at last, whose citations are marked.
local function last_answer()
  local id, seen = nil, -1
  for _, info in ipairs(vim.fn.getbufinfo({ bufloaded = 1 })) do
    local found = info.name:match('^docuquest:/answers/(.+)%.md$')
    if found and info.lastused > seen then
      id, seen = found, info.lastused
    end
  end
  return id
end

--- Writes a picture to a file that is gone when Neovim ends.
local function write(png)
  local name = vim.fn.tempname() .. '.png'
  local file = assert(io.open(name, 'wb'))
  file:write(vim.base64.decode(png))
  file:close()
  return name
end

--- Draws a page and has it shown.
local function draw(uri)
  server.request('docuquest/page', { uri = uri, answer = last_answer() }, function(err, page)
    if err then
      return server.notify(err.message, vim.log.levels.ERROR)
    end
    local name = write(page.png)
    local _, problem = vim.ui.open(name)
    if problem then
      server.notify(('page %d of %s is in %s'):format(page.page, page.path, name), vim.log.levels.WARN)
    end
  end)
end

--- Asks what is cited at the cursor, and calls continue with the document, nil for none.
local function cited(continue)
  server.ready(function(client, problem)
    if not client then
      return server.notify(problem, vim.log.levels.ERROR)
    end
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    server.request('textDocument/definition', params, function(err, place)
      if err then
        return server.notify(err.message, vim.log.levels.ERROR)
      end
      continue(place and place.uri)
    end)
  end)
end

--- Shows the page whose text is in the current buffer, or the one that is cited at the cursor.
function M.show()
  local uri = vim.api.nvim_buf_get_name(0)
  if is_page(uri) then
    return draw(uri)
  end
  cited(function(place)
    if not place or not is_page(place) then
      return server.notify('there is no page here; put the cursor on a citation into a PDF')
    end
    draw(place)
  end)
end

return M
