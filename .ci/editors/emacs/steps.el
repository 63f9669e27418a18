;;; steps.el --- The list of steps in Emacs -*- lexical-binding: t -*-

;;; Commentary:
;; Prints a line STEP for each step, and ends with status 1 if one failed.

;;; Code:
(require 'cl-lib)
(require 'eglot)
(require 'xref)

(defvar failed 0 "How many steps failed.")
(defvar progress nil "Kinds of the reports of progress, the newest first.")
(defconst question "What did the amphora of Quorndale hold?")
(defconst quote-start "The amphora of Quorndale held barley wine")

(setq eglot-sync-connect 60 eglot-autoreconnect t eglot-events-buffer-size 0
      create-lockfiles nil make-backup-files nil auto-save-default nil
      xref-prompt-for-identifier nil)
(add-to-list 'auto-mode-alist '("\\.md\\'" . text-mode))

(defvar told nil "What the server had the user told, the newest first.")

(cl-defmethod eglot-handle-notification :before (_server (_method (eql window/showMessage)) &key message &allow-other-keys)
  (push message told))

(cl-defmethod eglot-handle-notification :before (_server (_method (eql $/progress)) &key value &allow-other-keys)
  (push (plist-get value :kind) progress))

(defun eventually (what condition)
  "Wait until CONDITION gives something and give it back; complain that WHAT does not happen."
  (let ((deadline (time-add nil 60)) result)
    (while (not (setq result (funcall condition)))
      (when (time-less-p deadline nil) (error "In vain: %s" what))
      (accept-process-output nil 0.02))
    result))

(defmacro step (name &rest body)
  "Run BODY as the step NAME and print its line."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (princ (format "STEP emacs %s ok\n" ,name)))
     (error (cl-incf failed)
            (princ (format "STEP emacs %s failed %s\n" ,name
                           (replace-regexp-in-string "\n" " | " (error-message-string problem)))))))

(defun must (holds &rest about)
  "Fail with ABOUT unless HOLDS."
  (unless holds (error "%S" about)))

(defun connect ()
  "Start a server for the current buffer, as `eglot-ensure' does."
  (apply #'eglot--connect (eglot--guess-contact)))

(defun run (command argument)
  "Run COMMAND of the server with ARGUMENT."
  (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                   (list :command command :arguments (if argument (vector argument) []))
                   :timeout 60)) ; that of Eglot is too short for a loaded machine

(defun indexed ()
  "Wait until the server knows all files."
  (eventually "all files are indexed"
              (lambda () (let ((status (run "docuquest.status" nil)))
                           (and (eq (plist-get status :complete) t) (<= 40 (plist-get status :files)))))))

(defun look-for (text)
  "Go to the start of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun hover ()
  "Give what Eglot shows about the place at point."
  (let (shown)
    (eglot--signal-textDocument/didChange) ; as a timer of Eglot does when the user pauses
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown (or text 'nothing))))
    (format "%s" (eventually "hover shows something" (lambda () shown)))))

(defun seen (what &optional log)
  "Count the lines of a model's LOG, by default the slow one's, that start with WHAT."
  (with-temp-buffer
    (insert-file-contents (getenv (or log "SLOW_LOG")))
    (count-matches (concat "^" what) (point-min) (point-max))))

(defun answer-to (asked)
  "Give the buffer of the answer to the question ASKED, once it is open."
  (eventually (concat "the answer opens: " asked)
              (lambda () (cl-find-if (lambda (b) (and (string-match-p "answers/[^/]*\\.md\\'" (or (buffer-file-name b) ""))
                                                      (string-search asked (with-current-buffer b (buffer-string)))))
                                     (buffer-list)))))

(defun shown (text)
  "Give the buffer of the document of the server that holds TEXT, once it is open."
  (eventually (concat "a document opens with " text)
              (lambda () (cl-find-if (lambda (b) (and (buffer-file-name b) (string-search text (with-current-buffer b (buffer-string)))))
                                     (buffer-list)))))

(defun references ()
  "Give the references of the place at point."
  (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)))

(defun act (title)
  "Run the code action TITLE at point."
  (let ((action (cl-find title (eglot-code-actions (point)) :key (lambda (a) (plist-get a :title)) :test #'equal)))
    (must action 'no-action title)
    (eglot-execute (eglot-current-server) action)))

(step "start"
  (find-file "questions.md")
  (connect)
  (must (eglot-managed-p))
  (indexed))

(step "hover-word"
  (look-for "barley")
  (let ((text (hover)))
    (must (string-match-p "barley.* occurs at [0-9]+ places in [0-9]+ documents" text) text)))

(step "hover-question"
  (look-for "heavy")
  (let ((text (hover)))
    (must (string-search "412 grams" text) text)))

(step "edit-unsaved"
  (goto-char (point-max))
  (insert "A 🏺 quixotrium was lost.\nNobody found another quixotrium.\n")
  (look-for "quixotrium")
  (must (buffer-modified-p))
  (let ((text (hover)))
    (must (string-match-p "quixotrium.* occurs at 2 places in 1 document" text) text)))

(step "ask"
  (setq progress nil)
  (docuquest-ask question)
  (eventually "progress ends" (lambda () (equal (car progress) "end")))
  (must (equal (car (last progress)) "begin") progress))

(step "show"
  (set-buffer (answer-to question))
  (must (string-search "## Sources" (buffer-string)) (buffer-string))
  (must (string-search quote-start (buffer-string)) (buffer-string)))

(step "jump"
  (must (eglot-managed-p) 'not-managed)
  (look-for "[1]")
  (let ((preview (hover)))
    (must (string-search quote-start preview) preview))
  (look-for "[1]")
  (call-interactively #'xref-find-definitions)
  (must (string-suffix-p "questions.md" (buffer-file-name)) (buffer-file-name))
  (must (looking-at-p (regexp-quote quote-start)) (buffer-substring (point) (line-end-position))))

(step "references"
  (look-for "barley")
  (let ((places (references)))
    (must (< 1 (length places)) places)))

(step "refusal"
  (docuquest-ask "Who invented the zeppelin?")
  (with-current-buffer (answer-to "Who invented the zeppelin?")
    (must (string-search "Not in your files" (buffer-string)) (buffer-string))))

(step "evidence"
  (docuquest-ask "In what sites was gold or gems found?")
  (with-current-buffer (answer-to "In what sites was gold or gems found?")
    (look-for "[1]")
    (let ((places (references))
          (sources (count-matches "^[0-9]+\\. \\[" (point-min) (point-max))))
      (must (and (< 1 sources) (= sources (length places))) sources places))))

(step "outline"
  (with-current-buffer (answer-to "In what sites was gold or gems found?")
    (let ((index (format "%S" (eglot-imenu))))
      (must (and (string-search "In what sites" index) (string-search "Sources" index)) index))))

(step "research" ; three answers, each of which names what the next one is about, in three files
  (let ((asked (concat "Who was in charge of the excavation of the Othmere aqueduct, at which wreck did he work until 2004, "
                       "and how did his teacher date the frames at Ombry?")))
    (find-file "questions.md")
    (docuquest-research asked)
    (set-buffer (answer-to asked))
    (let ((text (buffer-string)))
      (must (string-search "## What was asked for" text) text)
      (must (string-match-p "^3\\. \\[ombry_deeps\\.txt:5\\](file:///" text) text))
    (look-for "[2]")
    (call-interactively #'xref-find-definitions)
    (must (string-suffix-p "amarro_wreck.txt" (buffer-file-name)) (buffer-file-name))
    (must (looking-at-p "Adekemi, who had made his first great find") (buffer-substring (point) (line-end-position)))))

(step "asked-before"
  (find-file "questions.md")
  (docuquest-asked-before "Where did they find gems?")
  (with-current-buffer (shown "# Asked before: Where did they find gems")
    (let ((text (buffer-string)))
      (must (string-match-p "^## \\[In what sites was gold or gems found\\?\\](file:///[^)]*/answers/" text) text)
      (must (string-match-p "citations? stands?" text) text))))

(step "map"
  (find-file "questions.md")
  (docuquest-map)
  (with-current-buffer (shown "# Map of the workspace")
    (let ((text (buffer-string)))
      (must (string-match-p "r[0-9] --> r[0-9]" text) text)
      (must (string-match-p "](file:///[^)]*ropes/winch\\.py#L4)" text) text))))

(step "annotate"
  (find-file "questions.md")
  (docuquest-annotate)
  (eventually "the user is told why not" (lambda () (cl-some (lambda (m) (string-search "no model is configured to write notes" m)) told)))
  (docuquest-annotate-steer "pause")
  (eventually "the user is told that nothing pauses" (lambda () (cl-some (lambda (m) (string-search "no model has been told to write notes" m)) told))))

(step "answer-here"
  (find-file "questions.md")
  (dotimes (_ 2)
    (look-for "?? How heavy")
    (act "Answer here")
    (eventually "the answer is inserted" (lambda () (string-match-p "^!! .*412 grams" (buffer-string))))
    (must (= 1 (count-matches "^!! .*halrun_barrow.txt:15" (point-min) (point-max))) (buffer-string))
    (look-for "412 grams")
    (replace-match "999 grams")) ; asked again, it is replaced
  (must (not (string-search "412 grams" (buffer-string))) (buffer-string)))

(step "commands"
  (must (plist-get (run "docuquest.search" (list :query "barley wine")) :hits))
  (must (<= 40 (plist-get (run "docuquest.reindex" nil) :files)))
  (must (equal 0 (plist-get (run "docuquest.stop" nil) :stopped))))

(step "restart"
  (let ((first (eglot-current-server)))
    (signal-process (jsonrpc--process first) 'SIGKILL)
    (eventually "another server runs" (lambda () (let ((now (eglot-current-server))) (and now (not (eq now first))))))
    (indexed)
    (look-for "quixotrium")
    (let ((text (hover)))
      (must (string-match-p "occurs at 2 places in 1 document" text) text))))

(step "cancel"
  (eglot-shutdown (eglot-current-server))
  (let ((eglot-server-programs `((text-mode . ("docuquest" "lsp" :initializationOptions
                                               (:base_url ,(getenv "SLOW_URL") :model "slow")))))
        (ended nil))
    (connect)
    (jsonrpc-async-request (eglot-current-server) :workspace/executeCommand
                           `(:command "docuquest.ask" :arguments [(:question ,question)])
                           :success-fn (lambda (_) (setq ended 'answered))
                           :error-fn (lambda (problem) (setq ended (plist-get problem :code)))
                           :timeout 60)
    (eventually "the model is asked" (lambda () (< 0 (seen "request"))))
    (docuquest-stop)
    (eventually "the model is left" (lambda () (< 0 (seen "closed"))))
    (must (equal (eventually "the question ends" (lambda () ended)) -32800) ended)))

(step "grow"
  (find-file "questions.md")
  (eglot-shutdown (eglot-current-server))
  (let ((eglot-server-programs `((text-mode . ("docuquest" "lsp" :initializationOptions
                                               (:base_url ,(getenv "GROW_URL") :model "slow")))))
        (asked "What did the amphora hold?"))
    (connect)
    (indexed)
    (docuquest-ask asked)
    (eventually "the first statement is out" (lambda () (< 0 (seen "waiting" "GROW_LOG"))))
    (write-region "" nil (getenv "GROW_GO"))
    (with-current-buffer (answer-to asked)
      (must (string-search "The rest was empty" (buffer-string)) (buffer-string)))))

(princ "STEP emacs quickfix n/a references come as an xref list\n")
(mapc (lambda (buffer) (with-current-buffer buffer (set-buffer-modified-p nil))) (buffer-list))
(ignore-errors (eglot-shutdown-all))
(kill-emacs (if (= failed 0) 0 1))
;;; steps.el ends here
