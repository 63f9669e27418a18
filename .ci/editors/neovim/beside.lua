-- The steps beside pyright in a Python file: what it says of a program is all that is said. Prints a line STEP for each
-- and ends with status 1 if one failed.
local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/testing.lua')
local step, eventually, find = t.step, t.eventually, t.find

local pyright -- the id of its client

--- Calls one of the functions of Neovim that list places, and gives these once both servers have replied.
local function listed(method, call)
  local replies, items = 0, {}
  local watching = vim.api.nvim_create_autocmd('LspRequest', {
    callback = function(event)
      local request = event.data.request
      replies = replies + (request.type == 'complete' and request.method == method and 1 or 0)
    end,
  })
  call({
    on_list = function(list)
      vim.list_extend(items, list.items)
    end,
  })
  eventually('both servers reply', function()
    return replies == 2
  end)
  local behind = false -- the functions that wait for the replies, which have their turn first
  vim.schedule(function()
    behind = true
  end)
  eventually('the replies are taken', function()
    return behind
  end)
  vim.api.nvim_del_autocmd(watching)
  return items
end

--- Asks both servers, and gives the reply of pyright; the other one has nothing to say.
local function alone(method, more)
  local params = vim.tbl_extend('error', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
  local replies = vim.lsp.buf_request_sync(0, method, params, 60000)
  for id, reply in pairs(replies) do
    assert(id == pyright or reply.result == nil or vim.tbl_isempty(reply.result), vim.inspect(reply))
  end
  return assert(replies[pyright], vim.inspect(replies)).result
end

step('beside-start', function()
  t.visit('digs/plot.py')
  t.indexed()
  pyright = vim.lsp.start({ name = 'pyright', cmd = { vim.env.PYRIGHT, '--stdio' }, root_dir = vim.fn.getcwd() })
  eventually('pyright is attached', function()
    return #vim.lsp.get_clients({ bufnr = 0 }) == 2
  end)
end)

step('beside-definition', function()
  find('root_path + name')
  vim.lsp.buf.definition()
  eventually('the cursor jumps', function()
    return vim.api.nvim_get_current_line() == '        self.root_path = root_path'
  end)
  find('root_path + name')
  local places = listed('textDocument/definition', vim.lsp.buf.definition)
  assert(#places == 1, vim.inspect(places))
end)

step('beside-references', function()
  find('root_path + name')
  local wanted = alone('textDocument/references', { context = { includeDeclaration = true } })
  local places = listed('textDocument/references', function(options)
    vim.lsp.buf.references(nil, options)
  end)
  assert(#places == #wanted and #places == 3, vim.inspect(places))
  return #places .. ' places'
end)

step('beside-outline', function()
  local outline = alone('textDocument/documentSymbol')
  assert(#outline == 1 and outline[1].name == 'Plot', vim.inspect(outline))
end)

step('beside-hover', function()
  find('root_path + name')
  assert(alone('textDocument/hover').contents)
  said = {}
  vim.lsp.buf.hover()
  local text = eventually('a hover window opens', function()
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(win).relative ~= '' then
        return t.text_of(vim.api.nvim_win_get_buf(win))
      end
    end
  end)
  assert(text:find('root_path', 1, true) and not text:find('places', 1, true), text)
  assert(#said == 0, vim.inspect(said))
end)

step('beside-calls', function()
  find('sheet')
  local items = alone('textDocument/prepareCallHierarchy')
  assert(#items == 1, vim.inspect(items))
end)

step('beside-question', function()
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '# ?? How heavy was the gold buckle of the Halrun barrow' })
  find('How heavy')
  local reply = t.request('textDocument/hover', vim.lsp.util.make_position_params(0, t.client().offset_encoding))
  assert(reply.contents.value:find('412 grams', 1, true), vim.inspect(reply))
  assert(not reply.contents.value:find('[*\\]'), reply.contents.value)
  vim.cmd('silent undo')
end)

t.finish()
