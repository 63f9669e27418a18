module example.org/tidelog

go 1.24
