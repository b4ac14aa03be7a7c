-- Whose readings are kept: a GPU by its UUID, the machine, or a job's process tree by the job's id.
CREATE TABLE trace_source (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('gpu', 'machine', 'job')),
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  total_mib REAL,
  power_kind TEXT CHECK (power_kind IN ('instant', 'average')),
  UNIQUE (kind, key)
) STRICT;

-- One blob a source and minute; its form is in domain/trace/block-bytes.ts. The id is the source's number times 2^32 plus
-- the minute since the epoch, so that a source's minutes lie side by side. A rowid table, because WITHOUT ROWID would move
-- every blob above a kilobyte to a page of its own.
CREATE TABLE trace_minute (
  id INTEGER PRIMARY KEY,
  readings BLOB NOT NULL
) STRICT;

-- Why a value (or, with no field, every value) is unknown for a time.
CREATE TABLE trace_gap (
  id INTEGER PRIMARY KEY,
  source_number INTEGER NOT NULL REFERENCES trace_source (number),
  field TEXT,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX trace_gap_by_time ON trace_gap (source_number, to_ms);

-- Every attempt of a job, also those that a retry has made history. `device` is a GPU's UUID or null; `baseline_mib` and
-- `free_mib` are that GPU's memory in use and free just before the start, `peak_mib` the most in use while it ran.
CREATE TABLE job_attempt (
  job_id TEXT NOT NULL REFERENCES job (id),
  attempt INTEGER NOT NULL,
  device TEXT,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  end_kind TEXT CHECK (end_kind IN ('done', 'failed', 'out-of-memory', 'interrupted', 'lost')),
  end_message TEXT,
  need_mib REAL,
  baseline_mib REAL,
  free_mib REAL,
  peak_mib REAL,
  PRIMARY KEY (job_id, attempt)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_attempt_by_time ON job_attempt (started_ms);

-- When a phase ended by the job's clock, so that its part of a trace can be found.
ALTER TABLE phase ADD COLUMN ended_ms INTEGER;

-- An evening: what was planned, how far it is, and how it went, as JSON (contract/evening.ts).
CREATE TABLE evening (
  id TEXT NOT NULL PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('planned', 'before', 'running', 'after', 'over')),
  created_ms INTEGER NOT NULL,
  plan TEXT NOT NULL,
  progress TEXT NOT NULL
) STRICT;
CREATE INDEX evening_by_time ON evening (created_ms);

-- 1 goes before 0 goes before -1; among equals the position decides.
ALTER TABLE job ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN -1 AND 1);

-- For what an arm's recipe has taken before, and whether it has been trained already.
CREATE INDEX arm_by_recipe ON arm (recipe_hash);
