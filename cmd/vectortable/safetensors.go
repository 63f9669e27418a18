package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// tensors are the parts of a safetensors file: eight bytes with the length of a
// header in JSON, the header, and the bytes of all tensors.
type tensors struct {
	header map[string]json.RawMessage
	data   []byte
}

// A description is what the header says of one tensor.
type description struct {
	Type    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"` // in the data: its start and its end
}

func readTensors(file []byte) (tensors, error) {
	if len(file) < 8 {
		return tensors{}, errors.New("no safetensors file")
	}
	size := binary.LittleEndian.Uint64(file)
	file = file[8:]
	if uint64(len(file)) < size {
		return tensors{}, errors.New("the header is cut short")
	}
	t := tensors{data: file[size:]}
	if err := json.Unmarshal(file[:size], &t.header); err != nil {
		return tensors{}, fmt.Errorf("the header: %w", err)
	}
	return t, nil
}

func (t tensors) describe(name string, dimensions int) (d description, err error) {
	raw, found := t.header[name]
	if !found {
		return d, fmt.Errorf("no tensor %s", name)
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, fmt.Errorf("tensor %s: %w", name, err)
	}
	if d.Type != "F32" || len(d.Shape) != dimensions {
		return d, fmt.Errorf("tensor %s has the type %s and the shape %v", name, d.Type, d.Shape)
	}
	for _, n := range d.Shape {
		if n < 0 || len(t.data) < n {
			return d, fmt.Errorf("tensor %s has the shape %v", name, d.Shape)
		}
	}
	return d, nil
}

func (t tensors) fill(dst []float32, d description, name string) error {
	start, end := d.Offsets[0], d.Offsets[1]
	if start < 0 || end < start || len(t.data) < end || end-start != 4*len(dst) {
		return fmt.Errorf("tensor %s lies at %v", name, d.Offsets)
	}
	raw := t.data[start:end]
	for i := range dst {
		dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}
