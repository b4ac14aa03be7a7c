import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Request } from "../../../workers/contract/requests.ts";
import { engine } from "../engine-client.ts";
import { keys } from "../keys.ts";

export function useNotes(experimentId: string) {
  return useQuery({ queryKey: keys.notes(experimentId), queryFn: ({ signal }) => engine.note.list.query({ experimentId }, { signal }) });
}

/** Full-text search; an empty text asks for nothing. */
export function useSearch(text: string, limit: number) {
  return useQuery({
    queryKey: keys.search(text, limit),
    queryFn: ({ signal }) => engine.note.search.query({ text, limit }, { signal }),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

export function useAddNote() {
  return useNoteChange((input: Request<"note", "add">) => engine.note.add.mutate(input));
}

export function useEditNote() {
  return useNoteChange((input: Request<"note", "edit">) => engine.note.edit.mutate(input));
}

export function useRemoveNote() {
  return useNoteChange((input: Request<"note", "byId">) => engine.note.remove.mutate(input));
}

export function useRestoreNote() {
  return useNoteChange((input: Request<"note", "byId">) => engine.note.restore.mutate(input));
}

function useNoteChange<Input, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.allNotes }),
        queries.invalidateQueries({ queryKey: keys.searches }),
        queries.invalidateQueries({ queryKey: keys.lab }),
      ]),
  });
}
