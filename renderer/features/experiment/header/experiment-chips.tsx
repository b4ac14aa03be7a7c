import type { ArmView, ExperimentView, RunView } from "../../../../workers/contract/views.ts";
import { plainNumber } from "../../../../workers/domain/analysis/words.ts";
import { useAnalysis } from "../../../client/hooks/experiment.ts";
import { useReadingOf } from "../../../stores/reading.ts";
import { Chip } from "../../../components/chip.tsx";
import { plural, shortHash } from "../../../components/format-count.ts";
import { formatDate } from "../../../components/format-date.ts";

const shownRecipes = 3;

/** What makes the finding checkable: recipes, paths, task, seeds finished of planned, repeats, changes. */
export function ExperimentChips({ view }: { readonly view: ExperimentView }) {
  const recipes = [...new Set(view.arms.flatMap((arm: ArmView) => arm.recipe.join(" ")).filter((words) => words !== ""))];
  const paths = [...new Set(view.arms.map((arm) => arm.path))];
  const repeats = repeatWords(view.runs);
  const setAside = view.runs.filter((run) => run.setAside !== null).length;
  return (
    <>
      {recipes.slice(0, shownRecipes).map((words) => (
        <Chip key={words}>{words}</Chip>
      ))}
      {recipes.length > shownRecipes ? <Chip title={recipes.join("\n")}>and {recipes.length - shownRecipes} more recipes</Chip> : null}
      {paths.map((path) => (
        <Chip key={path}>{path}</Chip>
      ))}
      <Chip title={`SHA-256 of the task: ${view.task.hash}`}>task {shortHash(view.task.hash)}</Chip>
      <Chip warn={view.state === "unfinished"}>
        {view.finished} of {plural(view.planned, "run")}
      </Chip>
      {repeats === null ? null : <Chip warn={repeats.differing}>{repeats.words}</Chip>}
      <SmallestVisible view={view} />
      {setAside === 0 ? null : <Chip warn>{plural(setAside, "run")} set aside</Chip>}
      {view.changes.map((change) => (
        <Chip key={`${change.atMs} ${change.text}`} warn={change.kind === "deviation"} title={`${formatDate(change.atMs)}: ${change.text}`}>
          {change.kind === "extension" ? `extended ${formatDate(change.atMs)}` : "deviates from its file"}
        </Chip>
      ))}
      {view.tags.map((tag) => (
        <Chip key={`tag ${tag}`}>#{tag}</Chip>
      ))}
    </>
  );
}

/** What the design of the arm with most seeds (or of the only arm) could have seen on items like these; warns where the effect it found is smaller. */
function SmallestVisible({ view }: { readonly view: ExperimentView }) {
  const analysis = useAnalysis(view.id, useReadingOf(view.id)).data;
  const arm = analysis?.arms.toSorted((a, b) => b.all.runs.length - a.all.runs.length)[0];
  if (arm === undefined || (arm.all.runs.length < 2 && (analysis?.arms.length ?? 0) > 1)) return null;
  if (arm.all.design.itemsLikeThese.kind === "undefined") return null;
  const { design, effect } = arm.all;
  const smallest = arm.all.design.itemsLikeThese.value;
  const unseen = effect.items.kind === "value" && Math.abs(effect.items.value) < smallest;
  const title = `${arm.name}: on items like these this design finds an effect of ${plainNumber(smallest)} items in four of five repeats${design.theseItems.kind === "value" ? `; on these items, ${plainNumber(design.theseItems.value)}` : ""}.`;
  return (
    <Chip warn={unseen} title={title}>
      smallest visible effect: {plainNumber(smallest)} items
    </Chip>
  );
}

function repeatWords(runs: readonly RunView[]): { readonly words: string; readonly differing: boolean } | null {
  const repeated = runs.filter((run) => run.repeatsIdentical !== null);
  const differing = repeated.filter((run) => run.repeatsIdentical === false).length;
  if (repeated.length === 0) return null;
  return differing === 0 ? { words: "repeat scoring identical", differing: false } : { words: `repeat scoring differs in ${plural(differing, "run")}`, differing: true };
}
