import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** @stdlib asks by eval whether there are generators; the page's policy forbids eval, and there are. */
const withoutEval: Plugin = {
  name: "without-eval",
  enforce: "pre",
  load: (id) => (id.endsWith("/assert-has-generator-support/lib/main.js") ? "module.exports = () => true;" : null),
};

/** Relative addresses, so that the same files serve Electron's own scheme and a browser; nothing is inlined, as the page's policy asks. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [withoutEval, react()],
  build: {
    outDir: "../.build/renderer",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
});
