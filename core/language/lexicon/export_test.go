package lexicon

// Problems returns what could not be read in the files.
func Problems() []string {
	var all []string
	for _, language := range languages {
		data, err := files.ReadFile(language + ".txt")
		if err != nil {
			all = append(all, err.Error())
		}
		_, problems := Parse(language, string(data))
		all = append(all, problems...)
	}
	return all
}
