import { create } from "zustand";

/** What is being searched for; it survives a look at a hit. */
export const useSearchText = create<{ readonly text: string }>(() => ({ text: "" }));
