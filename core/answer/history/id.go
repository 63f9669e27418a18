package history

import (
	"crypto/rand"
	"strings"
)

// NewID makes an id for a question that will be asked.
func NewID() string { return strings.ToLower(rand.Text()[:12]) }
