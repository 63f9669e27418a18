package disk

import (
	"runtime"
	"sync"
)

// A queue holds the tasks of one walk. The last task that came in goes first,
// so that few directories are open at a time and the queue stays short.
type queue struct {
	mu    sync.Mutex // guards the fields below
	ready sync.Cond
	tasks []task
	// late are the tasks that wait until all others are done.
	late []task
	// running counts the workers that do a task, which may push others, or have
	// not let out what came of it. The walk is over when there are none and no
	// tasks either.
	running int
}

// A task is done by one of the workers.
type task func(*worker)

func newQueue() *queue {
	q := new(queue)
	q.ready.L = &q.mu
	return q
}

func (q *queue) push(t task) {
	q.mu.Lock()
	q.tasks = append(q.tasks, t)
	q.mu.Unlock()
	q.ready.Signal()
}

// pushLate adds a task that is done when what came of all others is let out. A
// task that is late itself pushes none.
func (q *queue) pushLate(t task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.late = append(q.late, t)
}

// run does all tasks, and those that they push, and returns the workers that
// did them, one for each processor.
func (q *queue) run(newWorker func() *worker) []*worker {
	workers := make([]*worker, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range workers {
		workers[i] = newWorker()
		group.Go(func() { q.work(workers[i]) })
	}
	group.Wait()
	return workers
}

// work does tasks until there are none left anywhere.
func (q *queue) work(w *worker) {
	for t, ok := q.wait(); ok; t, ok = q.wait() {
		for ok {
			t(w)
			t, ok = q.next()
		}
		// Others may go on for long; what is ready is theirs to have now.
		w.flush()
		q.done()
	}
}

// next takes a task, if there is one, for a worker that has done another.
func (q *queue) next() (task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.take()
}

// wait takes a task for a worker that has none as soon as there is one, and gives
// false when there will be none.
func (q *queue) wait() (task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.tasks) == 0 && q.running > 0 {
		q.ready.Wait()
	}
	if len(q.tasks) == 0 {
		q.tasks, q.late = q.late, nil
	}
	t, ok := q.take()
	if ok {
		q.running++
	}
	return t, ok
}

// take is called with mu held.
func (q *queue) take() (task, bool) {
	last := len(q.tasks) - 1
	if last < 0 {
		return nil, false
	}
	t := q.tasks[last]
	q.tasks[last] = nil
	q.tasks = q.tasks[:last]
	return t, true
}

// done says that a worker has let out what came of its tasks.
func (q *queue) done() {
	q.mu.Lock()
	q.running--
	over := q.running == 0 && len(q.tasks) == 0
	q.mu.Unlock()
	if over {
		q.ready.Broadcast()
	}
}
