/** Folder of all run folders, relative to the lab. */
export const runsFolder = "runs";

/** Name of the only channel from a job, in its run folder. */
export const eventsFile = "events.jsonl";

/** In the folder of a run that was taken over as a whole: the run that did the work. */
export const takenOverFile = "taken-over.json";

/** Where an experiment's frozen file lies, relative to the lab. */
export function experimentFile(id: string): string {
  return `experiments/${id}/experiment.yaml`;
}
