import { MutationCache, QueryClient } from "@tanstack/react-query";
import { showToast } from "../stores/toasts.ts";
import { isConnectionLoss, sentenceOf } from "./lab-error.ts";

/** Answers stay fresh until the engine says that something changed; nothing waits for the internet. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => isConnectionLoss(error) && count < 30,
      retryDelay: 500,
    },
    mutations: { networkMode: "always", retry: false },
  },
  mutationCache: new MutationCache({
    onError: (error) => showToast({ text: sentenceOf(error), tone: "problem" }),
  }),
});
