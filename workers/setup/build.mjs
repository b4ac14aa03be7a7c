// `npm run build`: bundles the programs and the page into .build.
import { preparePrograms, requireBuilds } from "./prepare.mjs";
import { createProgress } from "./progress.mjs";
import { runMain } from "./setup-error.mjs";

await runMain(async () => {
  await preparePrograms(createProgress());
  requireBuilds();
  return 0;
});
