--- Keeps a server running for each project, and sends it requests.
local config = require('docuquest.config')

local M = {}

local NAME = 'docuquest'
--- A server that ends this often within this many seconds is left alone until the next command.
local MOST_ENDS, ENDS_WITHIN = 5, 180

--- A buffer of more bytes is not served; the server leaves out such files as well, unless configured otherwise.
local LARGEST = 2 * 1024 * 1024

--- The protocol's names for types of files that Neovim calls otherwise.
local LANGUAGES = { text = 'plaintext', sh = 'shellscript', bash = 'shellscript', cs = 'csharp' }

local modern = vim.fn.has('nvim-0.11') == 1 -- vim.lsp.config, and methods of clients

local enabled = false -- ordinary buffers are served
local waiting = {} ---@type fun(client: vim.lsp.Client?, problem: string?)[] what to do when a server is ready
local pending = {} ---@type table<docuquest.Request, true> requests without an answer
local ends = {} ---@type integer[] when servers ended unasked, in seconds

---@class docuquest.Request
---@field client integer
---@field id integer?
---@field finish fun(err: {message: string}?, result: any)

--- Tells the user something in one line.
---@param message string
---@param level integer?
function M.notify(message, level)
  vim.notify('DocuQuest: ' .. message, level or vim.log.levels.INFO)
end

-- Where a project starts -------------------------------------------------------------------------------------------

--- Gives the server of the current buffer if one runs, else any that runs; none is started.
---@return vim.lsp.Client?
function M.client()
  local clients = vim.lsp.get_clients({ name = NAME, bufnr = 0 })
  vim.list_extend(clients, vim.lsp.get_clients({ name = NAME }))
  for _, client in ipairs(clients) do
    if not client.rpc.is_closing() then
      return client
    end
  end
end

--- Reports whether a server was started that cannot be asked yet.
local function starting()
  for _, client in ipairs(vim.lsp.get_clients({ name = NAME, _uninitialized = true })) do
    if not client.initialized and not client.rpc.is_closing() then
      return true
    end
  end
  return false
end

--- Gives the size of a loaded buffer in bytes.
local function size(buf)
  return vim.api.nvim_buf_get_offset(buf, vim.api.nvim_buf_line_count(buf))
end

--- Reports whether a buffer is a file that the server should know.
local function ordinary(buf)
  local name = vim.api.nvim_buf_get_name(buf)
  local types = config.options.filetypes
  return vim.api.nvim_buf_is_loaded(buf)
    and vim.bo[buf].buftype == ''
    and name ~= ''
    and not name:match('^%a[%w+.-]+:/')
    and (not types or vim.tbl_contains(types, vim.bo[buf].filetype))
    and size(buf) <= LARGEST
end

--- Reports whether a folder is too wide to be searched because one of its files was opened.
local function too_wide(folder)
  return folder == vim.fs.dirname(folder) or folder == vim.fs.normalize('~')
end

--- Gives the folder that a file belongs to: the one with a marker, else the working folder if the file lies in it, else
--- that of the server that runs already, else the file's own. nil means that the file is searched alone.
local function root_of(buf)
  local marked = vim.fs.root(buf, config.options.root_markers)
  if marked then
    return marked
  end
  local name = vim.fs.normalize(vim.api.nvim_buf_get_name(buf))
  local here = vim.fs.normalize(vim.fn.getcwd())
  if vim.startswith(name, here .. '/') and not too_wide(here) then
    return here
  end
  local client = M.client()
  if client then
    return client.config.root_dir
  end
  local own = vim.fs.dirname(name)
  return not too_wide(own) and own or nil
end

-- Starting ---------------------------------------------------------------------------------------------------------

local on_init, on_exit

--- Has Neovim 0.10 say nothing where this server has nothing to say and others of the buffer may have something: it reports
--- each reply by itself.
local function quiet(method)
  return function(err, result, context, options)
    if err or result and not vim.tbl_isempty(result) or #vim.lsp.get_clients({ bufnr = context.bufnr, method = method }) < 2 then
      return vim.lsp.handlers[method](err, result, context, options)
    end
  end
end

--- The client's configuration, but for its root.
local function client_config()
  -- Neovim conceals some marks of Markdown and shows others, backslashes among them.
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.textDocument.hover.contentFormat = { 'plaintext' }
  return {
    capabilities = capabilities,
    name = NAME,
    cmd = config.options.cmd,
    filetypes = config.options.filetypes,
    init_options = vim.tbl_extend('force', config.options.settings, { documents = true, answers = true }),
    handlers = {
      ['docuquest/answer'] = function(_, params)
        require('docuquest.answers').grow(params)
      end,
      ['window/showDocument'] = function(err, params, context)
        if vim.startswith(params.uri, 'docuquest:') then
          return { success = require('docuquest.answers').open(params.uri) }
        end
        return vim.lsp.handlers['window/showDocument'](err, params, context)
      end,
      ['textDocument/hover'] = not modern and quiet('textDocument/hover') or nil,
      ['textDocument/references'] = not modern and quiet('textDocument/references') or nil,
      ['textDocument/documentSymbol'] = not modern and quiet('textDocument/documentSymbol') or nil,
    },
    -- Neovim's single changes leave out an edit now and then (g~0 in the first column, a text that becomes empty), and a
    -- quote must be where the server says. Whole texts are always right, and 50 ms bundle those of fast typing.
    flags = { allow_incremental_sync = false, debounce_text_changes = 50 },
    get_language_id = function(_, filetype)
      return LANGUAGES[filetype] or filetype
    end,
    on_init = on_init,
    on_exit = on_exit,
  }
end

--- The configuration with what the user changed by vim.lsp.config, for one root.
local function rooted(root)
  local base = modern and vim.deepcopy(vim.lsp.config[NAME]) or client_config()
  base.root_dir = root
  return base
end

--- Gives a buffer to the server of its project, which is started if need be.
local function attach(buf)
  if ordinary(buf) and not config.problem() then
    vim.lsp.start(rooted(root_of(buf)), { bufnr = buf })
  end
end

local function attach_all()
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    attach(buf)
  end
  require('docuquest.answers').attach_all()
end

--- Sends the changes that wait to be bundled: Neovim does so before any other notification, and this one says nothing.
local function flush(client)
  local method, params = '$/setTrace', { value = 'off' }
  if modern then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

--- Starts a server for a folder, without a buffer.
local function start(root)
  if modern then
    vim.lsp.start(rooted(root), { attach = false })
  else
    vim.lsp.start_client(rooted(root))
  end
end

--- Serves every ordinary buffer from now on.
function M.enable()
  enabled = true
  if modern then
    vim.lsp.config(
      NAME,
      vim.tbl_extend('error', client_config(), {
        root_dir = function(buf, on_dir)
          if ordinary(buf) and not config.problem() then
            on_dir(root_of(buf))
          end
        end,
      })
    )
    vim.lsp.enable(NAME)
  end
  -- Files of no known type have no FileType event, which is all that vim.lsp.enable listens to.
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'FileType' }, {
    desc = 'Tell DocuQuest about files',
    group = vim.api.nvim_create_augroup('docuquest.attach', {}),
    callback = vim.schedule_wrap(function(event)
      if vim.api.nvim_buf_is_valid(event.buf) then
        attach(event.buf)
      end
    end),
  })
  vim.api.nvim_create_autocmd('BufLeave', {
    desc = 'Have DocuQuest know a text before another one is looked at',
    group = vim.api.nvim_create_augroup('docuquest.flush', {}),
    callback = function(event)
      for _, client in ipairs(vim.lsp.get_clients({ name = NAME, bufnr = event.buf })) do
        flush(client)
      end
    end,
  })
  local problem = config.problem()
  if problem then
    M.notify(problem, vim.log.levels.WARN)
  end
  attach_all()
end

--- Calls everything that waits for a server, once.
local function wake(client, problem)
  local woken = waiting
  waiting = {}
  for _, continue in ipairs(woken) do
    continue(client, problem)
  end
end

on_init = function(client)
  vim.schedule(function()
    attach_all()
    wake(client)
  end)
end

--- Calls continue with a server that is ready, or with what is wrong.
---@param continue fun(client: vim.lsp.Client?, problem: string?)
function M.ready(continue)
  local client = M.client()
  if client then
    return continue(client)
  end
  local problem = config.problem()
  if problem then
    return continue(nil, problem)
  end
  table.insert(waiting, continue)
  if not enabled then
    M.enable() -- a command was used without setup
  end
  if starting() then
    return
  end
  local buf = vim.api.nvim_get_current_buf()
  start(ordinary(buf) and root_of(buf) or vim.fs.normalize(vim.fn.getcwd()))
end

-- The end of a server ----------------------------------------------------------------------------------------------

--- Reports whether a server that ended unasked may be started again by itself.
local function may_restart()
  local now = vim.uv.now() / 1000
  ends = vim.tbl_filter(function(at)
    return now - at < ENDS_WITHIN
  end, ends)
  table.insert(ends, now)
  return #ends < MOST_ENDS
end

--- Starts a server anew as soon as Neovim has forgotten the old one.
local function restart(id, root)
  if vim.lsp.get_client_by_id(id) then
    vim.defer_fn(function()
      restart(id, root)
    end, 20)
    return
  end
  start(root)
end

local function ended(code, signal, id, root)
  for request in pairs(pending) do
    if request.client == id then
      request.finish({ message = 'the server ended before it had an answer; ask again' })
    end
  end
  if vim.v.exiting ~= vim.NIL then
    return
  end
  local asked = code == 0 and (signal == 0 or signal == 15)
  if not asked and may_restart() then
    return restart(id, root)
  end
  wake(nil, 'the server ended')
  if not asked then
    M.notify('the server ended again and again; :DocuQuest status starts it once more', vim.log.levels.ERROR)
  end
end

on_exit = function(code, signal, id)
  local client = vim.lsp.get_client_by_id(id)
  local root = client and client.config.root_dir
  vim.schedule(function()
    ended(code, signal, id, root)
  end)
end

-- Requests ---------------------------------------------------------------------------------------------------------

local function send(client, method, params, answered)
  local request = {} ---@type docuquest.Request
  request.client = client.id
  request.finish = function(err, result)
    if pending[request] then
      pending[request] = nil
      answered(err, result)
    end
  end
  pending[request] = true
  local sent
  if modern then
    sent, request.id = client:request(method, params, request.finish)
  else
    sent, request.id = client.request(method, params, request.finish)
  end
  if not sent then
    request.finish({ message = 'the server takes no more requests' })
  end
  return request
end

--- Forgets a request that was replied to. Its own callback does so too, but Neovim does not call that for one that was
--- cancelled, and the end of the server would be reported as its failure.
vim.api.nvim_create_autocmd('LspRequest', {
  desc = 'Forget what DocuQuest was asked and did not answer, since that was stopped',
  group = vim.api.nvim_create_augroup('docuquest.requests', {}),
  callback = function(event)
    local replied = event.data
    if replied.request.type ~= 'complete' then
      return
    end
    vim.schedule(function() -- the callback, where there is one, waits in front of this
      for request in pairs(pending) do
        if request.client == replied.client_id and request.id == replied.request_id then
          pending[request] = nil
        end
      end
    end)
  end,
})

--- Sends a request to the server of the current buffer, which is started if need be. answered is called at most once:
--- never for a request that was cancelled, since Neovim keeps the replies to those to itself.
---@param method string
---@param params table
---@param answered fun(err: {message: string}?, result: any, client: vim.lsp.Client?)
function M.request(method, params, answered)
  M.ready(function(client, problem)
    if not client then
      return answered({ message = problem })
    end
    send(client, method, params, function(err, result)
      answered(err, result, client)
    end)
  end)
end

--- How long Neovim waits for a text at most, in milliseconds.
local PATIENCE = 5000

--- Sends a request to a server that runs and waits for the result.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@return {message: string}? err
---@return any result
function M.await(client, method, params)
  local reply, problem
  if modern then
    reply, problem = client:request_sync(method, params, PATIENCE)
  else
    reply, problem = client.request_sync(method, params, PATIENCE)
  end
  if not reply then
    return { message = 'the server does not reply: ' .. (problem or 'it takes no more requests') }
  end
  return reply.err, reply.result
end

local tokens = 0

--- Runs a command of the server, whose progress Neovim shows.
---@param command string
---@param argument table
---@param answered fun(err: {message: string}?, result: any, client: vim.lsp.Client?)
---@return string token names the command in its reports of progress
function M.execute(command, argument, answered)
  tokens = tokens + 1
  local token = ('docuquest.nvim/%d'):format(tokens)
  M.request('workspace/executeCommand', {
    command = command,
    arguments = { next(argument) == nil and vim.empty_dict() or argument },
    workDoneToken = token,
  }, answered)
  return token
end

return M
