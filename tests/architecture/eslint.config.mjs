import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const typescript = ["**/*.ts", "**/*.tsx"];

export default defineConfig(
  { ignores: ["**/node_modules/", ".build/", "**/*.d.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
  {
    files: ["**/*.ts", "**/*.tsx", "**/*.mjs"],
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-empty": ["error", { allowEmptyCatch: false }],
      "no-eval": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: false }],
      "max-params": ["error", { max: 4 }],
    },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: projectRoot } },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports", disallowTypeAnnotations: false }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true } }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/use-unknown-in-catch-callback-variable": "error",
      "@typescript-eslint/only-throw-error": "error",
      // `async` states the shape a contract asks for, also where nothing is awaited yet.
      "@typescript-eslint/require-await": "off",
      // TypeScript checks these itself.
      "@typescript-eslint/no-unused-vars": "off",
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["**/utils*", "**/helpers*", "**/common", "**/common.*", "**/misc*", "**/*manager*"], message: "A file name says what is in it." },
            { group: ["**/index.ts", "**/index.tsx"], message: "No barrel files: import the file itself." },
          ],
        },
      ],
    },
  },
  {
    // Vitest's own matchers (expect.any, expect.objectContaining) are typed any.
    files: ["tests/**/*.ts", "tests/**/*.tsx"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off" },
  },
  {
    files: ["renderer/**/*.ts", "renderer/**/*.tsx"],
    ...reactHooks.configs.flat["recommended-latest"],
  },
  {
    files: ["renderer/**/*.ts", "renderer/**/*.tsx"],
    rules: {
      "react-hooks/exhaustive-deps": "error",
      "no-restricted-globals": ["error", { name: "fetch", message: "The page speaks to the engine through its client only." }, { name: "localStorage", message: "Use the settings or a store." }],
    },
  },
);
