import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Relative addresses, so that the same files serve Electron's own scheme and a browser; nothing is inlined, as the page's policy asks. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  build: {
    outDir: "../.build/renderer",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
});
