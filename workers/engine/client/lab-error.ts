import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { LabError, type LabErrorCode } from "../../domain/errors.ts";
import { jsonOrNull } from "../../domain/json-or-null.ts";

const problem = z.object({ file: z.string(), line: z.number().nullable(), column: z.number().nullable(), field: z.string(), message: z.string(), fix: z.string() });
const codes = [
  "bad-input", "not-found", "conflict", "invalid-comparison", "read-only", "no-space", "no-access", "damaged",
  "newer-lab", "missing-base", "missing-tool", "job-failed", "cancelled", "unavailable",
] as const satisfies readonly LabErrorCode[];
const labData = z.object({ lab: z.object({ code: z.enum(codes), message: z.string(), problems: z.array(problem) }) });
const refused = z.object({ code: z.literal("BAD_REQUEST") });
const inputIssues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** The expected failure inside an error that came over the wire; null where it is a bug. */
export function labErrorIn(error: unknown): LabError | null {
  if (error instanceof LabError) return error;
  if (!(error instanceof TRPCClientError)) return null;
  const told = labData.safeParse(error.data);
  if (told.success) return new LabError(told.data.lab.code, told.data.lab.message, { problems: told.data.lab.problems });
  if (error.data === undefined || error.data === null) return new LabError("unavailable", "The connection to the engine was lost.", { cause: error });
  return badInput(error.message, error.data);
}

/** An input the engine's schema refused, in words instead of JSON. */
function badInput(message: string, data: unknown): LabError | null {
  if (!refused.safeParse(data).success) return null;
  const issues = inputIssues.safeParse(jsonOrNull(message));
  const text = issues.success ? issues.data.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ") : message;
  return new LabError("bad-input", text);
}
