import { create } from "zustand";
import { persist } from "zustand/middleware";

export type ThemeChoice = "system" | "light" | "dark";
export type Theme = "light" | "dark";

type ThemeStore = { readonly choice: ThemeChoice; readonly system: Theme };

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export const useThemeStore = create<ThemeStore>()(
  persist((): ThemeStore => ({ choice: "system", system: dark.matches ? "dark" : "light" }), {
    name: "flipbook-theme",
    partialize: ({ choice }) => ({ choice }),
  }),
);

dark.addEventListener("change", (event) => useThemeStore.setState({ system: event.matches ? "dark" : "light" }));

/** The theme in force, for drawings that cannot use the stylesheet's tokens. */
export function useTheme(): Theme {
  return useThemeStore(themeOf);
}

/** Writes the theme to the page now and whenever it changes. */
export function followTheme(): void {
  const write = () => {
    document.documentElement.dataset["theme"] = themeOf(useThemeStore.getState());
  };
  write();
  useThemeStore.subscribe(write);
}

function themeOf({ choice, system }: ThemeStore): Theme {
  return choice === "system" ? system : choice;
}
