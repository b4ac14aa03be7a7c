import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFile, openDatabase } from "../../workers/database/open.ts";
import { LabError } from "../../workers/domain/errors.ts";
import type { LabErrorCode } from "../../workers/domain/errors.ts";
import { tempFolder } from "../engine/lab-fixture.ts";

const realMigrations = fileURLToPath(new URL("../../workers/database/migrations", import.meta.url));

function failure(work: () => unknown): { readonly code: LabErrorCode; readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof LabError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("it did not fail");
}

/** Migration folders of a program's history: the first `count` of three. */
function history(folder: string, count: number): string {
  const path = join(folder, `program-${count}`);
  mkdirSync(path);
  const steps = ["CREATE TABLE one (a TEXT) STRICT; INSERT INTO one VALUES ('first')", "ALTER TABLE one ADD COLUMN b TEXT", "CREATE TABLE three (c TEXT) STRICT"];
  for (const [index, sql] of steps.slice(0, count).entries()) writeFileSync(join(path, `00${index + 1}-step.sql`), sql);
  return path;
}

function columns(file: string, migrations: string): string[] {
  const db = openDatabase(file, { migrations });
  const names = db.statement<[], { name: string }>("SELECT name FROM pragma_table_info('one')").all().map((row) => row.name);
  db.close();
  return names;
}

test("a new lab has the tables, foreign keys, a write-ahead log and full flushes", () => {
  const file = join(tempFolder(), "lab.sqlite");
  const db = openDatabase(file);
  const pragma = (name: string): unknown => Object.values(db.statement<[], Record<string, unknown>>(`PRAGMA ${name}`).get() ?? {})[0];
  expect([pragma("journal_mode"), pragma("foreign_keys"), pragma("synchronous"), pragma("busy_timeout")]).toEqual(["wal", 1, 2, 5000]);
  const loose = db.statement<[], { name: string }>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
  ).all();
  expect(loose).toEqual([]);
  expect(() => db.statement<[]>("INSERT INTO arm VALUES ('nobody', 0, 'a', 'none', 'p', 'h', '{}')").run()).toThrow(/FOREIGN KEY/);
  db.close();
});

test("opening again changes nothing and makes no backup", () => {
  const folder = tempFolder();
  const file = join(folder, "lab.sqlite");
  openDatabase(file).close();
  const before = readFileSync(file);
  openDatabase(file).close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(join(folder, "backups"))).toBe(false);
});

test.each([1, 2])("tables of version %i are brought up to date after a copy was made", (version) => {
  const folder = tempFolder();
  const file = join(folder, "lab.sqlite");
  const [old, present] = [history(folder, version), history(folder, 3)];
  openDatabase(file, { migrations: old }).close();
  expect(columns(file, present)).toEqual(["a", "b"]);
  const [backup] = readdirSync(join(folder, "backups"));
  expect(backup).toBe(`lab.sqlite.v${version}`);
  // The copy opens in the old program with its data.
  expect(columns(join(folder, "backups", backup ?? ""), old)).toEqual(version === 1 ? ["a"] : ["a", "b"]);
});

test("a second upgrade from the same version keeps the first copy", () => {
  const folder = tempFolder();
  const [first, third] = [history(folder, 1), history(folder, 3)];
  for (const name of ["a", "b"]) {
    const file = join(folder, "lab.sqlite");
    openDatabase(join(folder, name), { migrations: first }).close();
    copyFileSync(join(folder, name), file);
    openDatabase(file, { migrations: third }).close();
  }
  expect(readdirSync(join(folder, "backups")).sort()).toEqual(["lab.sqlite.v1", "lab.sqlite.v1.2"]);
});

test("a migration that breaks is undone as a whole", () => {
  const folder = tempFolder();
  const file = join(folder, "lab.sqlite");
  const old = history(folder, 1);
  openDatabase(file, { migrations: old }).close();
  const broken = history(folder, 2);
  writeFileSync(join(broken, "002-step.sql"), "ALTER TABLE one ADD COLUMN b TEXT; CREATE TABLE two (x TEXT) STRICT; INSERT INTO nowhere VALUES (1)");
  expect(() => openDatabase(file, { migrations: broken })).toThrow(/nowhere/);
  expect(columns(file, old)).toEqual(["a"]);
});

test("the program's own migrations are numbered without gaps", () => {
  expect(readdirSync(realMigrations).sort().map((name) => Number(name.slice(0, 3)))).toEqual(readdirSync(realMigrations).map((_, index) => index + 1));
});

test("a lab of a newer Flipbook is refused and left as it is", () => {
  const folder = tempFolder();
  const file = join(folder, "lab.sqlite");
  const [old, present] = [history(folder, 2), history(folder, 3)];
  openDatabase(file, { migrations: present }).close();
  const before = readFileSync(file);
  const found = failure(() => openDatabase(file, { migrations: old }));
  expect(found.code).toBe("newer-lab");
  expect(found.message).toContain("version 3, this program knows 2");
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("an old lab cannot be upgraded read-only", () => {
  const folder = tempFolder();
  const file = join(folder, "lab.sqlite");
  openDatabase(file, { migrations: history(folder, 1) }).close();
  expect(failure(() => openDatabase(file, { migrations: history(folder, 2), readOnly: true }))).toMatchObject({ code: "read-only" });
});

test("a file that is no database, and one with a torn page, are called damaged and say what to do", () => {
  const folder = tempFolder();
  const text = join(folder, "text.sqlite");
  writeFileSync(text, "this is not a database, whatever its name says".repeat(100));
  const found = failure(() => openDatabase(text));
  expect(found.code).toBe("damaged");
  expect(found.message).toMatch(/"backups".*rebuilt from its folder in "runs"/s);

  const torn = join(folder, "torn.sqlite");
  openDatabase(torn).close();
  const bytes = readFileSync(torn);
  bytes.fill(0x5a, 8192, 20_000);
  writeFileSync(torn, bytes);
  expect(failure(() => openDatabase(torn)).code).toBe("damaged");
});

test("a folder that is not there is named", () => {
  const file = join(tempFolder(), "nowhere", "lab.sqlite");
  const found = failure(() => openDatabase(file));
  expect(found.code).toBe("no-access");
  expect(found.message).toContain(file);
});

test("a full disk stops a write as a whole and says so", () => {
  const db = openDatabase(join(tempFolder(), "lab.sqlite"));
  const pages = Number(Object.values(db.statement<[], Record<string, number>>("PRAGMA page_count").get() ?? {})[0]);
  db.statement<[], unknown>(`PRAGMA max_page_count = ${pages + 4}`).get();
  const put = (): unknown =>
    db.transaction(() => {
      for (let index = 0; index < 100; index++) db.statement<[string, string]>("INSERT INTO setting VALUES (?, ?)").run(`key ${index}`, "x".repeat(2000));
    });
  expect(failure(put).code).toBe("no-space");
  expect(db.statement<[], { n: number }>("SELECT count(*) AS n FROM setting").get()?.n).toBe(0);
  db.close();
});

test("a transaction that can be repeated is whole like any other, and leaves full flushes on", () => {
  const db = openDatabase(join(tempFolder(), "lab.sqlite"));
  const put = (key: string): unknown => db.statement<[string]>("INSERT INTO setting VALUES (?, '')").run(key);
  const broken = (): unknown =>
    db.repeatableTransaction(() => {
      put("one");
      throw new Error("broken off");
    });
  expect(broken).toThrow("broken off");
  db.repeatableTransaction(() => put("two"));
  db.transaction(() => db.repeatableTransaction(() => put("three")));
  expect(db.statement<[], { key: string }>("SELECT key FROM setting").all().map((row) => row.key).sort()).toEqual(["three", "two"]);
  expect(db.statement<[], { synchronous: number }>("PRAGMA synchronous").get()?.synchronous).toBe(2);
  db.close();
});

test("what is open read-only can be read beside a writer, and writing is refused", () => {
  const file = join(tempFolder(), "lab.sqlite");
  const writer = openDatabase(file);
  const reader = openDatabase(file, { readOnly: true });
  writer.statement<[]>("INSERT INTO setting VALUES ('k', 'v')").run();
  expect(reader.statement<[], { value: string }>("SELECT value FROM setting").all()).toEqual([{ value: "v" }]);
  expect(failure(() => reader.statement<[]>("DELETE FROM setting").run()).code).toBe("read-only");
  reader.close();
  writer.close();
});

test("two writers do not corrupt each other: the second waits and then says who is in the way", () => {
  const file = join(tempFolder(), "lab.sqlite");
  const [one, two] = [openDatabase(file), openDatabase(file)];
  two.statement<[], unknown>("PRAGMA busy_timeout = 20").get();
  const found = one.transaction(() => {
    one.statement<[]>("INSERT INTO setting VALUES ('k', 'v')").run();
    return failure(() => two.transaction(() => two.statement<[]>("INSERT INTO setting VALUES ('k', 'w')").run()));
  });
  expect(found.code).toBe("conflict");
  one.close();
  two.close();
});

test("a lab in a folder that cannot be written is read as it lies there", () => {
  const file = join(tempFolder(), "lab.sqlite");
  const writer = openDatabase(file);
  writer.statement<[]>("INSERT INTO setting VALUES ('k', 'v')").run();
  writer.close();
  // Stands for a folder without write access: SQLite cannot make the index of its log there.
  mkdirSync(`${file}-shm`);
  const reader = openDatabase(file, { readOnly: true });
  expect(reader.statement<[], { value: string }>("SELECT value FROM setting").all()).toEqual([{ value: "v" }]);
  expect(failure(() => reader.statement<[]>("DELETE FROM setting").run()).code).toBe("read-only");
  reader.close();
});

test("a lock is had by one process at a time and ends with it", async () => {
  const file = join(tempFolder(), "engine.lock");
  const lock = lockFile(file);
  expect(lock).not.toBeNull();
  const other = fileURLToPath(new URL("./take-lock.ts", import.meta.url));
  const tries = (): string => execFileSync(process.execPath, [other, file], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  expect(tries()).toBe("refused");
  lock?.release();
  expect(tries()).toBe("taken");
  // The other process took it and ended without a word.
  expect(lockFile(file)?.release()).toBeUndefined();
  expect(tries()).toBe("taken");
});
