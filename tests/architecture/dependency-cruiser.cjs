/**
 * The layer rules. A layer is a folder; what it may import is listed, and everything else of the project is forbidden.
 * @type {readonly { name: string, from: string, mayImport: readonly string[], why: string }[]}
 */
const layers = [
  { name: "domain", from: "^workers/domain/", mayImport: ["workers/domain"], why: "The domain is pure and knows nothing around it." },
  { name: "contract", from: "^workers/contract/", mayImport: ["workers/contract", "workers/domain"], why: "The contract describes what crosses a process border." },
  { name: "database", from: "^workers/database/", mayImport: ["workers/database", "workers/domain"], why: "The database stores the domain." },
  {
    name: "engine",
    from: "^workers/engine/",
    mayImport: ["workers/engine", "workers/domain", "workers/contract", "workers/database", "renderer/figures"],
    why: "The engine draws figures only to export them.",
  },
  { name: "cli", from: "^workers/cli/", mayImport: ["workers/cli", "workers/domain", "workers/contract", "workers/engine", "renderer/figures"], why: "The command line is a client of the engine." },
  { name: "setup", from: "^workers/setup/", mayImport: ["workers/setup"], why: "Set-up runs before anything is built." },
  { name: "electron", from: "^electron/", mayImport: ["electron", "workers/contract"], why: "Electron's main process has no product logic." },
  { name: "figures", from: "^renderer/figures/", mayImport: ["renderer/figures", "workers/domain", "workers/contract", "assets"], why: "A figure is drawn the same on the screen, in an export and in a terminal." },
];

const layerRules = layers.map(({ name, from, mayImport, why }) => ({
  name: `layer-${name}`,
  comment: why,
  severity: "error",
  from: { path: from },
  to: { path: "^(workers|electron|renderer|python|assets|tests)/", pathNot: mayImport.map((folder) => `^${folder}/`) },
}));

/** Packages that only one file imports, so that they can be replaced and their traps stay in one place. */
const onlyInOneFile = [
  { name: "node-pty", package: "node_modules/node-pty/", file: "^workers/engine/runner/pty\\.ts$" },
  { name: "better-sqlite3", package: "node_modules/better-sqlite3/", file: "^workers/database/open\\.ts$" },
  { name: "resvg", package: "node_modules/@resvg/", file: "^(workers/engine|workers/cli|renderer/figures)/" },
];

const onlyInOneFileRules = onlyInOneFile.map(({ name, package: packagePath, file }) => ({
  name: `only-one-file-${name}`,
  comment: `Only ${file} imports ${name}.`,
  severity: "error",
  from: { path: "^(workers|electron|renderer)/", pathNot: file },
  to: { path: packagePath, dependencyTypesNot: ["type-only"] },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...onlyInOneFileRules,
    {
      name: "layer-renderer",
      comment: "The page imports domain and contract; from the engine it takes types only.",
      severity: "error",
      from: { path: "^renderer/", pathNot: "^renderer/figures/" },
      to: { path: "^(workers|electron|python|tests)/", pathNot: "^workers/(domain|contract)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "renderer-types-from-engine-only",
      comment: "Not even types from anywhere but the engine's interface.",
      severity: "error",
      from: { path: "^renderer/" },
      to: { path: "^(workers|electron)/", pathNot: "^workers/(domain|contract|engine)/" },
    },
    {
      name: "feature-imports-feature",
      comment: "A feature does not import another feature: what two need belongs to components, client or domain.",
      severity: "error",
      from: { path: "^renderer/features/([^/]+)/" },
      to: { path: "^renderer/features/", pathNot: "^renderer/features/$1/" },
    },
    {
      name: "renderer-is-a-page",
      comment: "The page runs sandboxed: no Node modules.",
      severity: "error",
      from: { path: "^renderer/", pathNot: "^renderer/vite\\.config\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "domain-packages",
      comment: "The domain needs no packages but zod and the distributions of stdlib.",
      severity: "error",
      from: { path: "^workers/domain/" },
      to: { path: "^node_modules/", pathNot: "^node_modules/(zod|@stdlib)/" },
    },
    {
      name: "domain-has-no-effects",
      comment: "The clock, files and processes are handed in.",
      severity: "error",
      from: { path: "^workers/domain/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "electron-packages",
      comment: "Electron's main process carries messages and needs little for it.",
      severity: "error",
      from: { path: "^electron/" },
      to: { path: "^node_modules/", pathNot: "^node_modules/(electron|ws|@types/ws|zod)/" },
    },
    { name: "no-circular", comment: "A cycle is one module in disguise.", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    { name: "unresolvable", comment: "An import of something that is not there.", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "product-imports-tests",
      comment: "The product does not know its tests.",
      severity: "error",
      from: { path: "^(workers|electron|renderer)/" },
      to: { path: "^tests/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.build/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"], extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"] },
  },
};
