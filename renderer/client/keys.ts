import type { Request } from "../../workers/contract/requests.ts";

/** Keys of everything the window keeps of the engine's answers; a prefix names all that lies under it. */
export const keys = {
  lab: ["lab"],
  experiment: (id: string) => ["experiment", id],
  view: (id: string) => ["experiment", id, "view"],
  matrix: (id: string) => ["experiment", id, "matrix"],
  items: (id: string) => ["experiment", id, "item"],
  item: (id: string, itemIndex: number) => ["experiment", id, "item", itemIndex],
  losses: (id: string) => ["experiment", id, "losses"],
  bill: (id: string) => ["experiment", id, "bill"],
  protocol: (id: string) => ["experiment", id, "protocol"],
  analyses: (id: string) => ["experiment", id, "analysis"],
  analysis: (request: Request<"experiment", "analysis">) => ["experiment", request.id, "analysis", request],
  comparisons: ["compare"],
  compare: (request: Request<"experiment", "compare">) => ["compare", request],
  check: (yaml: string) => ["check", yaml],
  queue: ["queue"],
  allNotes: ["notes"],
  notes: (experimentId: string) => ["notes", experimentId],
  searches: ["search"],
  search: (text: string, limit: number) => ["search", text, limit],
  tasks: ["tasks"],
  machine: ["machine", "now"],
  machineTrace: ["machine", "trace"],
} as const;
