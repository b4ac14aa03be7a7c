import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { LabError } from "../domain/errors.ts";

/** One step of the tables' history; `version` is the number its file name starts with. */
export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

/** The little that migrating needs of a connection. */
type Connection = {
  readonly inTransaction: boolean;
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: unknown[]): unknown };
};

type Situation = { readonly file: string; readonly readOnly: boolean; readonly migrations: readonly Migration[] };

/** The migrations of a folder in order; a gap or a double number is a bug in the program's files. */
export function readMigrations(folder: string): readonly Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name): Migration => ({ version: Number(name.slice(0, 3)), name, sql: readFileSync(join(folder, name), "utf8") }));
  const inOrder = migrations.every((migration, index) => migration.version === index + 1);
  if (migrations.length === 0 || !inOrder) throw new Error(`the migrations in ${folder} are not numbered 001, 002, …`);
  return migrations;
}

/** Brings the tables to the newest version, one transaction a step, after a copy of what was there. */
export function migrate(connection: Connection, situation: Situation): void {
  const { file, readOnly, migrations } = situation;
  const present = Number(connection.pragma("user_version", { simple: true }));
  const newest = migrations.length;
  if (present > newest) {
    throw new LabError(
      "newer-lab",
      `The lab at ${dirname(file)} was written by a newer Flipbook (its tables are version ${present}, this program knows ${newest}). Update Flipbook to open it; nothing was changed.`,
    );
  }
  if (present === newest) return;
  if (readOnly) {
    throw new LabError("read-only", `The lab at ${dirname(file)} needs an upgrade of its tables, which needs write access. Open it once without read-only.`);
  }
  if (present > 0) backUp(connection, file, present);
  for (const migration of migrations.slice(present)) apply(connection, migration);
}

/** One file per version that is left behind; a copy that is there already is of the same version and stays. */
function backUp(connection: Connection, file: string, version: number): void {
  const folder = join(dirname(file), "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  connection.prepare("VACUUM INTO ?").run(freeName(folder, `${basename(file)}.v${version}`));
}

function freeName(folder: string, name: string): string {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${name}.${number}`);
    // A backup that was cut short leaves an empty file, which VACUUM INTO may fill.
    if (!existsSync(path) || statSync(path).size === 0) return path;
  }
}

function apply(connection: Connection, migration: Migration): void {
  connection.exec("BEGIN EXCLUSIVE");
  try {
    connection.exec(migration.sql);
    connection.pragma(`user_version = ${migration.version}`);
    connection.exec("COMMIT");
  } catch (error) {
    // A full disk makes SQLite undo the transaction by itself.
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}
