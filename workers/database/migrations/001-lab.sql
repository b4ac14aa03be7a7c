-- Every path is relative to the lab folder; every time is in milliseconds since the epoch.

CREATE TABLE task (
  hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  definition TEXT NOT NULL,
  frozen_ms INTEGER NOT NULL
) STRICT;

-- `position` counts within a split: for test items it is the index in every outcome string.
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  task_hash TEXT NOT NULL REFERENCES task (hash),
  split TEXT NOT NULL CHECK (split IN ('train', 'validation', 'test')),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  input TEXT NOT NULL,
  gold TEXT NOT NULL,
  UNIQUE (task_hash, name),
  UNIQUE (task_hash, split, position)
) STRICT;

CREATE TABLE experiment (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  task_hash TEXT NOT NULL REFERENCES task (hash),
  yaml TEXT NOT NULL,
  file_hash TEXT NOT NULL,
  plan TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  created_ms INTEGER NOT NULL,
  removed_ms INTEGER
) STRICT;

CREATE TABLE experiment_change (
  id INTEGER PRIMARY KEY,
  experiment_id TEXT NOT NULL REFERENCES experiment (id),
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('extension', 'deviation')),
  text TEXT NOT NULL
) STRICT;
CREATE INDEX experiment_change_by_experiment ON experiment_change (experiment_id);

CREATE TABLE arm (
  experiment_id TEXT NOT NULL REFERENCES experiment (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  substrate TEXT NOT NULL,
  path TEXT NOT NULL,
  recipe_hash TEXT NOT NULL,
  settings TEXT NOT NULL,
  PRIMARY KEY (experiment_id, name)
) STRICT, WITHOUT ROWID;

-- `outcomes` has one letter per test item (domain/outcome.ts). `label_codes` are int32 per test item into the JSON
-- list `label_names`, -1 = no readable answer; `margins` are float32 per test item, NaN = not recorded.
-- A stale part belongs to an earlier attempt of its job and goes as soon as the new attempt brings its own.
CREATE TABLE run (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  experiment_id TEXT NOT NULL,
  arm TEXT NOT NULL,
  seed INTEGER,
  batch TEXT NOT NULL,
  folder TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL,
  set_aside TEXT,
  set_aside_ms INTEGER,
  outcomes TEXT NOT NULL,
  passes INTEGER NOT NULL DEFAULT 0,
  label_names TEXT NOT NULL DEFAULT '[]',
  label_codes BLOB,
  margins BLOB,
  predictions_stale INTEGER NOT NULL DEFAULT 0 CHECK (predictions_stale IN (0, 1)),
  losses_stale INTEGER NOT NULL DEFAULT 0 CHECK (losses_stale IN (0, 1)),
  final_loss REAL,
  minimum_loss REAL,
  repeats_identical INTEGER CHECK (repeats_identical IN (0, 1)),
  repeats_differing TEXT NOT NULL DEFAULT '[]',
  parameters INTEGER,
  trainable_parameters INTEGER,
  events_offset INTEGER NOT NULL DEFAULT 0,
  events_lines INTEGER NOT NULL DEFAULT 0,
  FOREIGN KEY (experiment_id, arm) REFERENCES arm (experiment_id, name)
) STRICT;
CREATE INDEX run_by_arm ON run (experiment_id, arm, seed);

-- `environment` holds versions, device and commit as the job told them; `last_word` its `ended` line.
CREATE TABLE job (
  id TEXT NOT NULL PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (id),
  kind TEXT NOT NULL CHECK (kind IN ('train', 'score', 'compile', 'convert')),
  attempt INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'held', 'gated', 'running', 'done', 'failed', 'cancelled', 'lost')),
  position INTEGER NOT NULL,
  depends_on TEXT REFERENCES job (id),
  pid INTEGER,
  boot_id TEXT,
  process_start TEXT,
  created_ms INTEGER NOT NULL,
  started_ms INTEGER,
  ended_ms INTEGER,
  end_kind TEXT CHECK (end_kind IN ('done', 'failed', 'out-of-memory', 'interrupted', 'lost')),
  end_message TEXT,
  end_traceback TEXT,
  phase TEXT,
  phase_started_ms INTEGER,
  progress_done REAL,
  progress_total REAL,
  progress_unit TEXT,
  last_loss REAL,
  environment TEXT,
  last_word TEXT
) STRICT;
CREATE INDEX job_by_run ON job (run_id);
CREATE INDEX job_by_position ON job (position) WHERE state IN ('waiting', 'held', 'gated', 'running');
CREATE INDEX job_by_end ON job (ended_ms) WHERE ended_ms IS NOT NULL;

CREATE TABLE phase (
  job_id TEXT NOT NULL REFERENCES job (id),
  phase TEXT NOT NULL,
  seconds REAL NOT NULL,
  peak_rss_mib REAL,
  peak_cuda_mib REAL,
  PRIMARY KEY (job_id, phase)
) STRICT, WITHOUT ROWID;

-- Losses of consecutive optimiser steps as float32, little endian; a gap in the steps begins a new chunk. A thousand
-- points fill one page.
CREATE TABLE loss_chunk (
  id INTEGER PRIMARY KEY,
  run_number INTEGER NOT NULL REFERENCES run (number),
  first_step INTEGER NOT NULL,
  losses BLOB NOT NULL,
  UNIQUE (run_number, first_step)
) STRICT;

CREATE TABLE prediction (
  id INTEGER PRIMARY KEY,
  run_number INTEGER NOT NULL REFERENCES run (number),
  item_index INTEGER NOT NULL,
  raw TEXT,
  ended TEXT CHECK (ended IN ('stop', 'length')),
  parsed TEXT,
  problem TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('pass', 'fail', 'error')),
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  latency_ms REAL,
  gold_log_prob REAL,
  given_log_prob REAL,
  UNIQUE (run_number, item_index)
) STRICT;

-- Only repeats whose text differs from the first one's.
CREATE TABLE prediction_repeat (
  run_number INTEGER NOT NULL REFERENCES run (number),
  item_index INTEGER NOT NULL,
  repeat INTEGER NOT NULL,
  raw TEXT NOT NULL,
  PRIMARY KEY (run_number, item_index, repeat)
) STRICT, WITHOUT ROWID;

CREATE TABLE artifact (
  run_number INTEGER NOT NULL REFERENCES run (number),
  path TEXT NOT NULL,
  role TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  epoch INTEGER,
  PRIMARY KEY (run_number, path)
) STRICT, WITHOUT ROWID;

-- What a job or the reading of its events wants a person to know; `line` counts in events.jsonl from 1.
CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  run_number INTEGER NOT NULL REFERENCES run (number),
  line INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX notice_by_run ON notice (run_number);

CREATE TABLE note (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  experiment_id TEXT NOT NULL REFERENCES experiment (id),
  run_id TEXT REFERENCES run (id),
  item_index INTEGER,
  markdown TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  edited_ms INTEGER,
  removed_ms INTEGER
) STRICT;
CREATE INDEX note_by_experiment ON note (experiment_id);

CREATE TABLE setting (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE note_text USING fts5 (markdown, content = 'note', content_rowid = 'number');
CREATE TRIGGER note_text_added AFTER INSERT ON note BEGIN
  INSERT INTO note_text (rowid, markdown) VALUES (new.number, new.markdown);
END;
CREATE TRIGGER note_text_changed AFTER UPDATE OF markdown ON note BEGIN
  INSERT INTO note_text (note_text, rowid, markdown) VALUES ('delete', old.number, old.markdown);
  INSERT INTO note_text (rowid, markdown) VALUES (new.number, new.markdown);
END;

CREATE VIRTUAL TABLE item_text USING fts5 (input, content = 'item', content_rowid = 'id');
CREATE TRIGGER item_text_added AFTER INSERT ON item BEGIN
  INSERT INTO item_text (rowid, input) VALUES (new.id, new.input);
END;

CREATE VIRTUAL TABLE output_text USING fts5 (raw, content = 'prediction', content_rowid = 'id');
CREATE TRIGGER output_text_added AFTER INSERT ON prediction WHEN new.raw IS NOT NULL BEGIN
  INSERT INTO output_text (rowid, raw) VALUES (new.id, new.raw);
END;
CREATE TRIGGER output_text_removed AFTER DELETE ON prediction WHEN old.raw IS NOT NULL BEGIN
  INSERT INTO output_text (output_text, rowid, raw) VALUES ('delete', old.id, old.raw);
END;
