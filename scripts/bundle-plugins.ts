import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type Plugin, transform } from "esbuild";

/**
 * Replaces computed keys in the SDK's shapes. The SDK describes all shapes of a service in one file, in arrays with computed keys,
 * `{ [_hH]: _xarc }`. Bundlers can't drop a computed key, as computing it could have side effects. With literal keys, shapes of unused
 * calls are removed: half of S3's client.
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
 * Removes unused parts of undici. It contains four copies of its HTTP parser, as WebAssembly in text. Lambda's processors have SIMD and
 * nothing sets UNDICI_USE_MILO, so only one is ever loaded. HTTP/2 is never used (our pools say `allowH2: false`), and no body of ours is a
 * FormData, which would load half of its fetch.
 */
const smallUndici: Plugin = {
  name: "small-undici",
  setup({ onResolve, onLoad }) {
    const others =
      /^(?:\.\.\/(?:milo\/(?:no-)?simd|llhttp\/llhttp-wasm)\.js|\.\/client-h2\.js|\.\.\/web\/(?:fetch\/(?:body\.js|formdata)|webidl))$/;
    onResolve({ filter: others }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: "left-out" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "left-out" }, ({ path }) => {
      const sentence = `undici's ${path} is not in the bundles of functions (scripts/bundle-plugins.ts).`;
      const refusal = `throw new Error(${JSON.stringify(sentence)});`;
      // The other modules are loaded on demand; HTTP/2 is loaded at the start, as a function.
      return { contents: path.endsWith("client-h2.js") ? `module.exports = () => { ${refusal} };` : refusal };
    });
  },
};

/**
 * Removes wiring that a function doesn't use: a wiring file builds more than one function needs. Bundlers keep calls with unused results
 * because of possible side effects. `memoized` does nothing until its result is called, so these calls are marked as pure.
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

/**
 * Removes unused shapes. A contract describes all operations and shapes of a resource; a function of another resource needs one or two.
 * Creating a shape has no side effects, so each call is marked as pure. Descriptions of shapes are only used in the API description, which
 * is built earlier, and by models, which the MCP functions serve.
 */
const unusedShapes: Plugin = {
  name: "unused-shapes",
  setup({ onLoad, initialOptions: { entryPoints } }) {
    const isForModels = /functions\/mcp/.test(JSON.stringify(entryPoints));
    onLoad({ filter: /[\\/]shared[\\/].*[\\/](?:contract|[a-z-]*shapes)\.ts$/ }, async ({ path }) => {
      // In the bundler's output, only top-level statements begin in the first column.
      const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", target: "esnext" });
      const plain = isForModels ? code : withoutEventTexts(code.replace(description, ""));
      return {
        contents: plain.replace(
          /^((?:export )?const \w+ = )(.*?);$(?=\n\w|\n*$(?!\n))/gms,
          "$1/* @__PURE__ */ (() => ($2))();",
        ),
      };
    });
  },
};

const text = /"(?:[^"\\]|\\.)*"|`[^`$]*`/.source;

/** Removes descriptions and examples of events, which only the events page shows. Notifications use the title and what happened. */
function withoutEventTexts(code: string): string {
  if (!code.includes("const eventCatalogue = {")) return code;
  return code
    .replace(new RegExp(`^( +description: )(?:${text})(,?)$`, "gm"), '$1""$2')
    .replace(new RegExp(`\\bnoticed\\(\\s*(?:${text}),\\s*(?:${text})\\s*\\)`, "g"), 'noticed("", "")');
}

/** Matches a call of `describe` with constant text only. */
const description = (() => {
  return new RegExp(`\\.describe\\(\\s*(?:${text})(?:\\s*\\+\\s*(?:${text}))*\\s*\\)`, "g");
})();

/**
 * Imports only the used names of `node:http`. Importing the whole module makes Node load all of its exports, including Node's own undici,
 * which takes a third of a bundle's load time. Importing an unlisted name fails the build.
 */
const httpWithoutFetch: Plugin = {
  name: "http-without-fetch",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?http$/ }, ({ kind, path }) =>
      kind === "import-statement" ? { path, namespace: "http-without-fetch" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "http-without-fetch" }, () => ({
      contents: `const http = process.getBuiltinModule("node:http");
export const { Agent, request, STATUS_CODES } = http;
export default http;`,
    }));
  },
};

/** Removes AJV, the JSON Schema compiler of the MCP SDK: a seventh of a bundle. We validate tool calls ourselves. */
const noSchemaCompiler: Plugin = {
  name: "no-schema-compiler",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => {
      const sentence = "AJV is not in the bundles of functions (scripts/bundle-plugins.ts).";
      return {
        contents: `export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error(${JSON.stringify(sentence)}); }
}
export { default as process } from "node:process";`,
      };
    });
  },
};

/**
 * Shares one list of media types. Koa, used for sign-ins, and two of its packages each include a full list and sort it when loaded, for a
 * handful of lookups.
 */
const oneListOfMediaTypes: Plugin = {
  name: "one-list-of-media-types",
  setup({ onResolve, resolve }) {
    const koa = /[\\/]node_modules[\\/]koa[\\/]lib[\\/]/;
    onResolve({ filter: /^mime-types$/ }, async ({ path, kind, importer, resolveDir }) => {
      if (koa.test(importer)) return undefined;
      const { path: response } = await resolve("koa/lib/response.js", { kind, resolveDir });
      return resolve(path, { kind, importer: response, resolveDir: dirname(response) });
    });
  },
};

/** Removes zod's conversion to JSON Schema. The API description is written before packaging, so functions don't need it. */
const noJsonSchemas: Plugin = {
  name: "no-json-schemas",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ }, ({ path }) => {
      const exported = [...readFileSync(path, "utf8").matchAll(/^export (?:const|function) (\w+)/gm)];
      const sentence = "JSON Schemas are not in the bundles of functions (scripts/bundle-plugins.ts).";
      const names = exported.map(([, name]) => `export const ${name} = () => refuse;\n`);
      return {
        contents: `const refuse = () => { throw new Error(${JSON.stringify(sentence)}); };
${names.join("")}export { refuse as process };`,
      };
    });
  },
};

/**
 * Compresses the API description. A cold start reads the whole bundle, and the description is larger than all code in it, but repetitive:
 * compressed, it has a fourteenth of its size. The first call that needs it decompresses it.
 */
const packedDescription: Plugin = {
  name: "packed-description",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shared[\\/]system[\\/]openapi\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
      return {
        contents: `import { brotliDecompressSync } from "node:zlib";
export default JSON.parse(${unpacked(Buffer.from(text))}.toString());`,
        loader: "js",
      };
    });
  },
};

/**
 * Compresses undici's HTTP parser: 54 KB of WebAssembly, and a third more as text, become 20 KB of text. Decompressing takes a third of a
 * millisecond, at the first connection to FileMaker Server.
 */
const packedParser: Plugin = {
  name: "packed-parser",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, ({ path }) => {
      const [, base64] = /^const wasmBase64 = '([^']+)'$/m.exec(readFileSync(path, "utf8")) ?? [];
      if (base64 === undefined) throw new Error(`${path} has another form than scripts/bundle-plugins.ts expects`);
      return {
        contents: `const { brotliDecompressSync } = require("node:zlib");
module.exports = ${unpacked(Buffer.from(base64, "base64"))};`,
      };
    });
  },
};

/** Returns an expression for these bytes, which the bundle contains compressed. Its module must import `brotliDecompressSync`. */
function unpacked(bytes: Uint8Array): string {
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).toString("base64");
  return `brotliDecompressSync(Buffer.from("${packed}", "base64"))`;
}

/**
 * Removes causes and remedies from the error catalog. Every function contains all errors, but responses only need their sentences; the
 * pages with the rest are served by the function `system`.
 */
const errorsWithoutAdvice: Plugin = {
  name: "errors-without-advice",
  setup({ onLoad, initialOptions: { entryPoints } }) {
    // The function `mcp` sends errors of the API to models, including remedies.
    if (/functions\/(?:system|mcp)\//.test(JSON.stringify(entryPoints))) return;
    onLoad({ filter: /[\\/]shared[\\/].*errors\.ts$/ }, async ({ path }) => {
      // Minified, each text is one string on its own line.
      const { code } = await transform(readFileSync(path, "utf8"), {
        loader: "ts",
        target: "esnext",
        minifySyntax: true,
      });
      return { contents: code.replace(/^( +(?:cause|remedy): )(?:"(?:[^"\\]|\\.)*"|`[^`$]*`)(,?)$/gm, '$1""$2') };
    });
  },
};

/** Plugins for the function bundles, used in serverless.yml (docs/decisions/0007-small-lambda-bundles.md). */
export default [
  shapesWithPlainKeys,
  smallUndici,
  unusedWiring,
  unusedShapes,
  noJsonSchemas,
  noSchemaCompiler,
  oneListOfMediaTypes,
  httpWithoutFetch,
  errorsWithoutAdvice,
  packedDescription,
  packedParser,
];
