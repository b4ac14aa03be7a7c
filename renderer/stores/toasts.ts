import { create } from "zustand";

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "problem";
  readonly undo: (() => void) | null;
};

type ToastStore = { readonly toasts: readonly Toast[] };

export const useToasts = create<ToastStore>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a sentence at the foot of the window; the newest three stay. */
export function showToast(toast: { readonly text: string; readonly tone?: Toast["tone"]; readonly undo?: () => void }): void {
  const next: Toast = { id: ++lastId, text: toast.text, tone: toast.tone ?? "plain", undo: toast.undo ?? null };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), next] }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Shows why something did not work. */
export function showProblem(error: unknown): void {
  showToast({ text: error instanceof Error ? error.message : String(error), tone: "problem" });
}
