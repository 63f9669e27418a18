module docuquest/core/index/splay/testdata/rivals

go 1.26.0

require (
	docuquest v0.0.0
	github.com/google/btree v1.1.3
	github.com/tidwall/btree v1.8.1
)

replace docuquest => ../../../../..
