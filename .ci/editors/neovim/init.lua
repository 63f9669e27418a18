-- The configuration of the tests: what a user writes, and a record of all that Neovim would say.
said = {}
vim.notify = function(message, level)
  table.insert(said, { message = message, level = level or vim.log.levels.INFO })
end
require('docuquest').setup({ cmd = { 'docuquest', 'lsp' } })
