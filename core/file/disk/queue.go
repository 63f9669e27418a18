package disk

import (
	"runtime"
	"sync"
)

// A queue has the tasks of one walk. The task that was pushed last runs first,
// so that few directories are open at a time and the queue stays short.
type queue struct {
	mu    sync.Mutex // guards the fields below
	ready sync.Cond
	tasks []task
	// late are the tasks that wait until all others have ended.
	late []task
	// running counts the workers that run a task, which may push others, or have
	// not emitted its results. The walk is over when it is 0 and no task is left.
	running int
}

// A task is run by one of the workers.
type task func(*worker)

func (q *queue) push(t task) {
	q.mu.Lock()
	q.tasks = append(q.tasks, t)
	q.mu.Unlock()
	q.ready.Signal()
}

// pushLate adds a task that runs after the results of all others are emitted. A
// late task pushes no tasks.
func (q *queue) pushLate(t task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.late = append(q.late, t)
}

// run runs all tasks, also the tasks that they push, and returns the workers
// that ran them, one for each processor.
func (q *queue) run(newWorker func() *worker) []*worker {
	q.ready.L = &q.mu
	workers := make([]*worker, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range workers {
		w := newWorker()
		workers[i] = w
		group.Go(func() {
			for t, ok := q.wait(); ok; t, ok = q.wait() {
				for ok {
					t(w)
					q.mu.Lock()
					t, ok = q.take()
					q.mu.Unlock()
				}
				// Others may take long; the results of this worker are emitted now.
				w.flush()
				q.mu.Lock()
				q.running--
				over := q.running == 0 && len(q.tasks) == 0
				q.mu.Unlock()
				if over {
					q.ready.Broadcast()
				}
			}
		})
	}
	group.Wait()
	return workers
}

// wait waits for a task for an idle worker. It returns false when no more will
// come.
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

// take removes the last task. It is called with mu held.
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
