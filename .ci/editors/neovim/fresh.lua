-- The last of README's lines was typed on a machine where nothing was set up: what does its user see?
local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/testing.lua')
said = {}

t.step('readme', function()
  local answer = t.document('answers', '## Sources')
  assert(answer:find('# In what sites was gold or gems found?', 1, true), answer)
  t.jump('[1]', 'staneford_hoard.txt', 'It contained a')
  vim.cmd('help docuquest')
  local help = { vim.bo.buftype, vim.fs.basename(vim.api.nvim_buf_get_name(0)) }
  assert(vim.deep_equal(help, { 'help', 'docuquest.txt' }), vim.inspect(help))
  assert(vim.v.errmsg == '', vim.v.errmsg)
end)

t.finish()
