import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/**
 * The SDK describes every shape of a service in one file, in arrays with computed keys, `{ [_hH]: _xarc }`. A bundler may not drop a computed
 * key, as computing it could do something. With the strings in their places, the shapes of calls that we do not make can go: half of S3's client.
 */
const shapesWithPlainKeys: Plugin = {
  name: "shapes-with-plain-keys",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const strings = new Map(
        [...source.matchAll(/^const (\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]),
      );
      return {
        contents: source.replace(/\[(\w+)\]:/g, (key, name) => (strings.has(name) ? `${strings.get(name)}:` : key)),
      };
    });
  },
};

/**
 * undici carries its parser of HTTP four times over, in WebAssembly written as text. Lambda's processors have SIMD, and nothing sets
 * UNDICI_USE_MILO: of the four, one is ever loaded. Nor is HTTP/2 ever spoken: our pools say `allowH2: false`.
 */
const partsOfUndici: Plugin = {
  name: "parts-of-undici",
  setup({ onResolve, onLoad }) {
    const others = /^(?:\.\.\/(?:milo\/(?:no-)?simd|llhttp\/llhttp-wasm)|\.\/client-h2)\.js$/;
    onResolve({ filter: others }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: "left-out" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "left-out" }, ({ path }) => {
      const sentence = `undici's ${path} is not in the bundles of functions (scripts/bundle-plugins.ts).`;
      const refusal = `throw new Error(${JSON.stringify(sentence)});`;
      // A parser is asked for when it is needed; HTTP/2 is there from the beginning, as a function.
      return { contents: path.endsWith("client-h2.js") ? `module.exports = () => { ${refusal} };` : refusal };
    });
  },
};

/**
 * A wiring file builds more than one function uses. A bundler keeps every call whose answer nobody uses, for what the call may do;
 * `memoized` does nothing until what it made is called, so these calls are marked as such, and what they would build can go.
 */
const unusedWiring: Plugin = {
  name: "unused-wiring",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]functions[\\/][^\\/]+[\\/][a-z-]*wiring\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/= memoized\(/g, "= /* @__PURE__ */ memoized("),
      loader: "ts",
    }));
  },
};

/** What serverless.yml has the bundler of functions leave out (docs/decisions/0007-small-bundles.md). */
export default [shapesWithPlainKeys, partsOfUndici, unusedWiring];
