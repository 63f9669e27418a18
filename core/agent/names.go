package agent

import (
	"docuquest/core/answer/replies"
	"docuquest/core/code/codemap"
)

// The shapes of replies, under the names by which callers of an [Agent] know them.
type (
	Answer        = replies.Answer
	Change        = replies.Change
	Citation      = replies.Citation
	Correction    = replies.Correction
	Evidence      = replies.Evidence
	EvidencePlace = replies.EvidencePlace
	Exact         = replies.Exact
	ExactRow      = replies.ExactRow
	IndexState    = replies.IndexState
	Paged         = replies.Paged
	PagedBlock    = replies.PagedBlock
	Partly        = replies.Partly
	Passage       = replies.Passage
	PastQuestion  = replies.PastQuestion
	Position      = replies.Position
	Range         = replies.Range
	Remembered    = replies.Remembered
	ResearchQuery = replies.ResearchQuery
	ResearchSlot  = replies.ResearchSlot
	Researched    = replies.Researched
	Sent          = replies.Sent
	Skipped       = replies.Skipped
	SkippedFile   = replies.SkippedFile
	Standing      = replies.Standing
	State         = replies.State
	Step          = replies.Step
	Taken         = replies.Taken
	Unchecked     = replies.Unchecked
)

// What is known of programs.
type (
	Call          = codemap.Call
	CallList      = codemap.CallList
	Callable      = codemap.Callable
	Calls         = codemap.Calls
	CodeBase      = codemap.CodeBase
	ImportLink    = codemap.ImportLink
	Imports       = codemap.Imports
	LineLink      = codemap.LineLink
	Map           = codemap.Map
	MapDefinition = codemap.MapDefinition
	MapNeed       = codemap.MapNeed
	MapPlace      = codemap.MapPlace
	MapRoom       = codemap.MapRoom
	MapSize       = codemap.MapSize
)
