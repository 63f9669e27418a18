--- The options of the user.
local M = {}

---@class docuquest.Options
---@field cmd? string[] the program and its arguments
---@field filetypes? string[] the only types of files that are served; nil for every ordinary buffer
---@field root_markers? string[] names in the uppermost folder of a project
---@field settings? table<string, any> settings of the server, as `docuquest help settings` lists them
---@field open? string the Ex command that makes a window for an answer
---@field quickfix? boolean whether the citations of an answer go to the quickfix list

---@type docuquest.Options
local defaults = {
  cmd = { 'docuquest', 'lsp' },
  filetypes = nil,
  root_markers = { '.git' },
  settings = {},
  open = 'botright split',
  quickfix = true,
}

--- What is in force.
M.options = defaults

---@param options docuquest.Options
function M.set(options)
  M.options = vim.tbl_extend('force', defaults, options)
end

--- Says what keeps the server from being started, and what to do about it; nil if nothing does.
---@return string?
function M.problem()
  local program = M.options.cmd[1]
  if vim.fn.executable(program) == 1 then
    return nil
  end
  return ('there is no program %q: put docuquest on your PATH, or name it by '):format(program)
    .. "require('docuquest').setup{ cmd = { '/path/to/docuquest', 'lsp' } }"
end

return M
