package mask

import (
	"regexp"
	"strings"

	"docuquest/core/language/text"
)

// commandFlags are the flags by which commands take a password, with what they have
// around it:
//
//	-p    the next argument, or what follows the flag in its own
//	-p!   only what follows the flag in its own argument
//	-u:   what follows the first colon of the argument; likewise % and ,
//	pass: an argument that begins so
var commandFlags = func() map[string][]string {
	all := map[string][]string{}
	for commands, flags := range map[string]string{
		"curl":             "-u: --user: -U: --proxy-user:",
		"http https xh":    "-a: --auth:",
		"sshpass":          "-p",
		"docker podman":    "-p", // of login alone
		"az twine nuget":   "-p",
		"redis-cli":        "-a",
		"sqlcmd bcp isql":  "-P",
		"zip unzip":        "-P",
		"7z 7za rar unrar": "-p!",
		"smbclient":        "-U%",
		"lftp":             "-u,",
		"openssl":          "pass:",

		"mysql mysqldump mysqladmin mysqlimport mysqlshow mariadb mariadb-dump mariadb-admin": "-p!",
		"mongo mongosh mongodump mongorestore mongoexport mongoimport":                        "-p",
		"ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami":                      "-w",
	} {
		for _, command := range strings.Fields(commands) {
			all[command] = strings.Fields(flags)
		}
	}
	return all
}()

// command hides the passwords in the arguments of the command that the word from start to
// end names.
func (s *scanner) command(start, end int) {
	name := s.text[start:end]
	flags := commandFlags[name]
	if flags == nil || start > 0 && strings.IndexByte(" \t\n/\"'`(|;&", s.text[start-1]) < 0 {
		return
	}
	if name == s.ran && start < s.ranTo {
		return // an argument of itself
	}
	args := arguments(s.text, end)
	if len(args) > 0 {
		s.ran, s.ranTo = name, args[len(args)-1].end
	}
	if (name == "docker" || name == "podman") && (len(args) == 0 || s.text[args[0].start:args[0].end] != "login") {
		return
	}
	for i, arg := range args {
		for _, flag := range flags {
			value, ok := flagged(s.text, arg, flag)
			if !ok && i+1 < len(args) && s.text[arg.start:arg.end] == strings.TrimRight(flag, ":%,") && flag != "pass:" {
				value, ok = behindMark(s.text, args[i+1], flag)
			}
			for value.start < value.end && isQuote(s.text[value.start]) {
				value.start++
			}
			for value.start < value.end && isQuote(s.text[value.end-1]) {
				value.end--
			}
			if ok && isPassword(s.text[value.start:value.end]) {
				s.found = append(s.found, value)
			}
		}
	}
}

// flagged returns the value that an argument holds behind its flag.
func flagged(text string, arg stretch, flag string) (stretch, bool) {
	if flag == "pass:" {
		return stretch{arg.start + len(flag), arg.end}, strings.HasPrefix(text[arg.start:arg.end], flag)
	}
	bare := strings.TrimRight(flag, ":%,!")
	rest, ok := strings.CutPrefix(text[arg.start:arg.end], bare)
	if !ok || rest == "" || strings.HasPrefix(bare, "--") && rest[0] != '=' {
		return stretch{}, false
	}
	return behindMark(text, stretch{arg.end - len(strings.TrimPrefix(rest, "=")), arg.end}, flag)
}

// behindMark returns the part of an argument that the mark at the end of a flag asks for.
func behindMark(text string, arg stretch, flag string) (stretch, bool) {
	mark := flag[len(flag)-1]
	if strings.IndexByte(":%,", mark) < 0 {
		return arg, true
	}
	at := strings.IndexByte(text[arg.start:arg.end], mark)
	return stretch{arg.start + at + 1, arg.end}, at >= 0
}

// isPassword reports whether a word is one that somebody chose, where a command or a table
// has a place for passwords.
func isPassword(s string) bool {
	const shortest = 3
	return len(s) >= shortest && hasWord(s) && s[0] != '-' && !isStandIn(s) && !isReference(s) && !isVariable(s)
}

// arguments returns the words behind a command in its line, with their quotes.
func arguments(text string, at int) []stretch {
	const longest = 500 // bytes
	end := min(len(text), at+longest)
	var args []stretch
	for at < end {
		at = skipAny(text[:end], at, " \t")
		if strings.HasPrefix(text[at:end], "\\\n") {
			at += len("\\\n") // the command goes on in the next line
			continue
		}
		if at == end || strings.IndexByte("\r\n|;&`)<>", text[at]) >= 0 {
			break
		}
		start := at
		for quote := byte(0); at < end; at++ {
			c := text[at]
			if c == '\n' || quote == 0 && strings.IndexByte(" \t\r|;`", c) >= 0 {
				break
			}
			switch {
			case c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			}
		}
		args = append(args, stretch{start, at})
	}
	return args
}

// callsWithPassword are functions whose last argument is a password.
var callsWithPassword = text.WordSet(`SetBasicAuth BasicAuth basicAuth basic_auth HTTPBasicAuth NetworkCredential getConnection PDO
	auth ConvertTo-SecureString IDENTIFIED identified Identified`)

// lastString matches the arguments of a call, the last of which is a string; soleString
// the one argument of a command of PowerShell or of a clause of SQL.
var (
	lastString = regexp.MustCompile(`^=? ?\((?:[^()\n]*?,\s*)?["']([^"'\s]+)["']\s*\)`)
	soleString = regexp.MustCompile(`^(?i:(?: with \S+)? by)? ["']([^"'\s]+)["']`)
)

// call hides the password in the call of the function that the word from start to end
// names.
func (s *scanner) call(start, end int) {
	name := s.text[start:end]
	if !callsWithPassword[name] || name == "auth" && !strings.HasPrefix(s.text[end:], "=(") {
		return
	}
	arguments := lastString
	if strings.HasPrefix(name, "ConvertTo-") || strings.EqualFold(name, "identified") {
		arguments = soleString
	}
	const longest = 300 // bytes
	m := arguments.FindStringSubmatchIndex(s.text[end:min(len(s.text), end+longest)])
	if m != nil && isPassword(s.text[end+m[2]:end+m[3]]) {
		s.found = append(s.found, stretch{end + m[2], end + m[3]})
	}
}
