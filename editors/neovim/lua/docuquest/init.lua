--- DocuQuest answers questions from the files of a folder. See :help docuquest.
local M = {}

--- Starts the server for every ordinary buffer. Called again it changes the options, which a running server learns at
--- its next start.
---@param options docuquest.Options?
function M.setup(options)
  require('docuquest.config').set(options or {})
  require('docuquest.server').enable()
end

--- Asks a question. The answer opens as a document of its own.
---@param question string
function M.ask(question)
  require('docuquest.commands').ask(question)
end

--- Answers a question that takes several searches, with { web = true } of the web, too.
---@param question string
---@param options {web?: boolean}?
function M.research(question, options)
  require('docuquest.commands').research(question, options)
end

--- Finds passages and lists them in the quickfix window.
---@param words string
function M.search(words)
  require('docuquest.commands').search(words)
end

--- Lets the user pick one of the earlier questions that are like one.
---@param question string
function M.asked(question)
  require('docuquest.commands').asked(question)
end

--- Shows the map of the code base, or of a folder in it.
---@param folder string?
function M.map(folder)
  require('docuquest.commands').map(folder)
end

return M
