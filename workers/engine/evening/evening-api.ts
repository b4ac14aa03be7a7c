import type { LabDatabase } from "../../database/open.ts";
import { LabError } from "../../domain/errors.ts";
import type { EngineApi } from "../api.ts";
import { displayManagers, thisSystem } from "./window-systems.ts";
import { eveningRows, eveningView } from "./evening-view.ts";
import type { Evenings } from "./evenings.ts";
import { sessionFacts, survivalAdvice } from "./survival.ts";

type EveningApiDeps = { readonly db: LabDatabase; readonly evenings: Evenings; readonly now: () => number; readonly create: EngineApi["experiment"]["create"] };

/** The evenings' part of the engine's interface. */
export function eveningApi({ db, evenings, now, create }: EveningApiDeps): EngineApi["evening"] {
  return {
    options: () => ({ displayManagers: displayManagers(thisSystem()), advice: survivalAdvice(sessionFacts()) }),
    plan: ({ plan, files, agreedTo }) => {
      if (db.readOnly) throw new LabError("read-only", "This lab is open for reading only, so no evening can be planned.");
      return evenings.plan(plan, agreedTo, () => files.map((file) => create(file).id));
    },
    list: () => eveningRows(db),
    get: ({ id }) => eveningView(db, id, now()),
    cancel: ({ id }) => evenings.cancel(id),
  };
}
