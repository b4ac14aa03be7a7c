import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { LabError } from "../domain/errors.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { damaged, labErrorOf } from "./sqlite-errors.ts";

type Values = readonly unknown[];

/** A prepared statement; a STRICT table holds only what its columns say, so the row type is the statement's schema. */
export type Statement<Parameters extends Values, Row> = {
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
};

/** The lab's database. Statements are prepared once per text; expected failures come out as `LabError`. */
export type LabDatabase = {
  readonly file: string;
  readonly readOnly: boolean;
  statement<Parameters extends Values, Row = never>(sql: string): Statement<Parameters, Row>;
  /** All of it or nothing; inside another transaction it becomes part of that one. */
  transaction<Result>(work: () => Result): Result;
  /** The same for what can be read again from files: a power cut may undo it, so it does not wait for the disk. */
  repeatableTransaction<Result>(work: () => Result): Result;
  close(): void;
};

export type OpenOptions = {
  readonly readOnly?: boolean;
  /** Folder of `NNN-name.sql`; by default the one beside this module, or beside the bundle it went into. */
  readonly migrations?: string;
};

/** Opens or creates the database file, checks that it is sound, and brings it to this version's tables. */
export function openDatabase(file: string, options: OpenOptions = {}): LabDatabase {
  const migrations = readMigrations(options.migrations ?? fileURLToPath(new URL("./migrations", import.meta.url)));
  const readOnly = options.readOnly ?? false;
  const sqlite = attempt(file, () => connect(file, readOnly));
  try {
    attempt(file, () => {
      prepareConnection(sqlite, readOnly);
      migrate(sqlite, { file, readOnly, migrations });
    });
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return wrap(sqlite, file, readOnly);
}

/** Keeps a file locked until it is released or this process ends, however it ends; null where another process has it. */
export function lockFile(file: string): { release(): void } | null {
  const sqlite = attempt(file, () => new Sqlite(file, { timeout: 0 }));
  try {
    sqlite.exec("BEGIN EXCLUSIVE");
    return { release: () => void sqlite.close() };
  } catch (error) {
    sqlite.close();
    const labError = labErrorOf(error, file);
    if (labError instanceof LabError && labError.code === "conflict") return null;
    throw labError;
  }
}

function connect(file: string, readOnly: boolean): Sqlite.Database {
  if (!existsSync(dirname(file))) throw new LabError("no-access", `${file} cannot be opened: its folder is not there.`);
  if (!readOnly) return new Sqlite(file, { timeout: 5_000 });
  if (!existsSync(file)) throw new LabError("not-found", `There is no lab database at ${file}.`);
  const sqlite = new Sqlite(file, { readonly: true, timeout: 5_000 });
  try {
    sqlite.pragma("schema_version");
    return sqlite;
  } catch (error) {
    sqlite.close();
    return snapshot(file, error);
  }
}

/** In a folder that cannot be written a WAL database has nowhere for its index: it is read into memory as it lies there. */
function snapshot(file: string, cause: unknown): Sqlite.Database {
  const wal = `${file}-wal`;
  const unread = existsSync(wal) && statSync(wal).size > 0;
  if (unread || labErrorOf(cause, file) === cause) throw cause;
  const bytes = readFileSync(file);
  if (bytes.length < 100) throw damaged(file, cause);
  // Bytes 18 and 19 of the header say "WAL"; an image in memory has none.
  bytes.writeUInt8(1, 18);
  bytes.writeUInt8(1, 19);
  return new Sqlite(bytes, { readonly: true });
}

/**
 * FULL rather than NORMAL: notes, the queue's order and experiments exist nowhere else, and a power cut must not undo
 * what the window has shown as saved. What is read from run folders can be read again, and does not wait.
 */
function prepareConnection(sqlite: Sqlite.Database, readOnly: boolean): void {
  sqlite.pragma("foreign_keys = ON");
  if (!readOnly) {
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
  }
  const check = sqlite.pragma("quick_check(1)", { simple: true });
  if (check !== "ok") throw damaged(sqlite.name, new Error(String(check)));
}

function wrap(sqlite: Sqlite.Database, file: string, readOnly: boolean): LabDatabase {
  const prepared = new Map<string, Statement<Values, unknown>>();
  return {
    file,
    readOnly,
    statement<Parameters extends Values, Row>(sql: string): Statement<Parameters, Row> {
      const known = prepared.get(sql) ?? guarded(sqlite, file, sql);
      prepared.set(sql, known);
      // The caller states parameters and row of a text it wrote itself against STRICT tables.
      return known as unknown as Statement<Parameters, Row>;
    },
    transaction: (work) => (sqlite.inTransaction ? work() : attempt(file, () => sqlite.transaction(work).immediate())),
    repeatableTransaction: (work) => {
      if (sqlite.inTransaction) return work();
      sqlite.pragma("synchronous = NORMAL");
      try {
        return attempt(file, () => sqlite.transaction(work).immediate());
      } finally {
        sqlite.pragma("synchronous = FULL");
      }
    },
    close: () => {
      sqlite.close();
    },
  };
}

function guarded(sqlite: Sqlite.Database, file: string, sql: string): Statement<Values, unknown> {
  const statement = attempt(file, () => sqlite.prepare<unknown[], unknown>(sql));
  return {
    run: (...parameters) => attempt(file, () => statement.run(...parameters)),
    get: (...parameters) => attempt(file, () => statement.get(...parameters)),
    all: (...parameters) => attempt(file, () => statement.all(...parameters)),
  };
}

function attempt<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw labErrorOf(error, file);
  }
}
