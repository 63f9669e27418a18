-- What the tests share: steps that report themselves, and waiting for an event with a deadline.
local M = { failed = 0 }

local DEADLINE = 60000 -- milliseconds

local function out(line)
  io.stdout:write(line .. '\n')
  io.stdout:flush()
end

--- Runs a step and prints its line. What it returns is printed as well.
function M.step(name, run)
  local ok, detail = xpcall(run, function(err)
    return type(err) == 'string' and err or vim.inspect(err)
  end)
  M.failed = M.failed + (ok and 0 or 1)
  local line = ('STEP %s %s %s %s'):format(vim.env.CLIENT, name, ok and 'ok' or 'failed', detail or '')
  out((vim.trim(line):gsub('%s*\n%s*', ' | ')))
end

--- Waits until a condition gives something, and gives it back.
function M.eventually(what, condition)
  local result
  local ok = vim.wait(DEADLINE, function()
    result = condition()
    return result and true or false
  end, 10)
  if not ok then
    error(('in vain: %s; said: %s'):format(what, vim.inspect(said)), 2)
  end
  return result
end

--- Reports whether the plugin or Neovim told the user something.
function M.was_said(pattern)
  for _, told in ipairs(said) do
    if told.message:find(pattern) then
      return true
    end
  end
  return false
end

--- Waits until the plugin or Neovim told the user something, and forgets all that was told.
function M.said(pattern)
  M.eventually('a message ' .. pattern, function()
    return M.was_said(pattern)
  end)
  said = {}
end

--- Sends a request to the server of the current buffer and waits for the result.
function M.request(method, params)
  local result, problem
  require('docuquest.server').request(method, params, function(err, reply)
    result, problem = reply or vim.NIL, err
  end)
  M.eventually('a reply to ' .. method, function()
    return result ~= nil or problem
  end)
  assert(not problem, vim.inspect(problem))
  return result
end

function M.execute(command, argument)
  local arguments = { next(argument) == nil and vim.empty_dict() or argument }
  return M.request('workspace/executeCommand', { command = command, arguments = arguments })
end

--- Gives the client of the current buffer.
function M.client()
  return vim.lsp.get_clients({ name = 'docuquest', bufnr = 0 })[1]
end

--- Waits until the server knows all files.
function M.indexed()
  return M.eventually('all files are indexed', function()
    local status = M.execute('docuquest.status', {})
    return status.complete and status.files >= 40 and status
  end)
end

--- Shows a file in the current window, as it is in its buffer.
function M.visit(name)
  vim.api.nvim_set_current_buf(vim.fn.bufadd(vim.fn.fnamemodify(name, ':p')))
  M.eventually('a server is attached', M.client)
end

--- Puts the cursor on the first byte of a text in the current buffer.
function M.find(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(text, 1, true)
    if start then
      return vim.api.nvim_win_set_cursor(0, { number, start - 1 })
    end
  end
  error(('no %q in %s'):format(text, vim.api.nvim_buf_get_name(0)))
end

--- Gives the current line from the cursor on.
function M.line_at_cursor()
  return vim.api.nvim_get_current_line():sub(vim.api.nvim_win_get_cursor(0)[2] + 1)
end

--- Gives the text of a buffer.
function M.text_of(buf)
  return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
end

--- Waits until a document of the server's from this folder is shown that holds a text, and gives all of it.
function M.document(folder, text)
  M.eventually(folder .. ' shows ' .. text, function()
    return vim.api.nvim_buf_get_name(0):match('^docuquest:/' .. folder .. '/') and M.text_of(0):find(text, 1, true)
  end)
  return M.text_of(0)
end

--- Goes to the place of a citation in the current buffer as a user does, and checks what stands there.
function M.jump(mark, file, text)
  M.eventually('a server is attached to the answer', M.client)
  M.find(mark)
  vim.api.nvim_feedkeys('gd', 'x', false)
  M.eventually('the cited file opens', function()
    return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == file
  end)
  assert(vim.startswith(M.line_at_cursor(), text), M.line_at_cursor())
end

--- Takes one of the code actions at the cursor, as a user does.
function M.act(title)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == title
    end,
  })
end

--- Counts the lines of a service's log, by default the slow model's, that start with some words.
function M.seen(what, log)
  local count = 0
  for _, line in ipairs(vim.fn.readfile(log or vim.env.SLOW_LOG)) do
    count = count + (vim.startswith(line, what) and 1 or 0)
  end
  return count
end

--- Ends a server as a user does, and waits until Neovim has forgotten it.
function M.stop(client)
  if vim.fn.has('nvim-0.11') == 1 then
    client:stop()
  else
    client.stop()
  end
  M.eventually('the server ends', function()
    return vim.lsp.get_client_by_id(client.id) == nil
  end)
end

--- Gives the process of the one server that Neovim started.
function M.server_pid()
  for _, child in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
    local info = vim.api.nvim_get_proc(child)
    if info and info.name == 'docuquest' then
      return child
    end
  end
  error('no server among the children')
end

--- Ends Neovim, with status 1 if a step failed.
function M.finish()
  vim.cmd(M.failed == 0 and 'qall!' or 'cquit 1')
end

return M
