-- Defines the command :DocuQuest and the documents of the scheme docuquest:, and loads nothing else before it is used.
if vim.g.loaded_docuquest then
  return
end
vim.g.loaded_docuquest = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.notify('DocuQuest needs Neovim 0.10 or later', vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command('DocuQuest', function(use)
  require('docuquest.commands').run(use)
end, {
  desc = 'Ask the files of this folder',
  nargs = '*',
  bang = true,
  range = true,
  complete = function(...)
    return require('docuquest.commands').complete(...)
  end,
})

vim.api.nvim_create_autocmd('BufReadCmd', {
  desc = 'Read a document of the DocuQuest server',
  group = vim.api.nvim_create_augroup('docuquest.documents', {}),
  pattern = 'docuquest:/*',
  callback = function(event)
    require('docuquest.answers').read(event.buf, event.match)
  end,
})
