-- What the tests share: steps that report themselves, and waiting for an event with a deadline.
local M = { failed = 0 }

local DEADLINE = 20000 -- milliseconds

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
