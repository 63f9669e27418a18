--- :checkhealth docuquest
local config = require('docuquest.config')

local M = {}

local function check_program()
  local problem = config.problem()
  if problem then
    vim.health.error(problem)
    return
  end
  local program = vim.fn.exepath(config.options.cmd[1])
  local ran = vim.system({ program, '--version' }, { text = true }):wait(5000)
  if ran.code == 0 then
    vim.health.ok(('%s: %s'):format(program, vim.trim(ran.stdout)))
  else
    vim.health.error(('%s --version ended with %d'):format(program, ran.code), vim.trim(ran.stderr or ''))
  end
end

local function check_server()
  local server = require('docuquest.server')
  local client = server.client()
  if not client then
    vim.health.warn('no server runs', 'open a file after setup(), or use :DocuQuest status')
    return
  end
  vim.health.ok(('a server runs for %s'):format(client.config.root_dir or 'single files'))
  local status, err
  server.execute('docuquest.status', {}, function(e, s)
    err, status = e, s
  end)
  vim.wait(5000, function()
    return status or err
  end, 10)
  if not status then
    vim.health.error('it does not tell its state', err and err.message or 'no reply within 5 seconds')
    return
  end
  vim.health.info(require('docuquest.commands').describe(status))
end

function M.check()
  vim.health.start('DocuQuest')
  check_program()
  check_server()
end

return M
