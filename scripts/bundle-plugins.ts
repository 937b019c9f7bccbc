import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type Plugin, transform } from "esbuild";

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
 * UNDICI_USE_MILO: of the four, one is ever loaded. Nor is HTTP/2 ever spoken: our pools say `allowH2: false`. And no body of ours is a FormData,
 * for which it would load half of its fetch.
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
      // The others are asked for when they are needed; HTTP/2 is there from the beginning, as a function.
      return { contents: path.endsWith("client-h2.js") ? `module.exports = () => { ${refusal} };` : refusal };
    });
  },
};

/**
 * A wiring file builds more than one function uses. A bundler keeps every call whose answer is not used, for what the call may do;
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

/**
 * A contract says of every operation and shape of a resource what it is; a function that serves another resource needs one or two of them. What
 * makes a shape does nothing else: each becomes a call that is marked as such, so that those which nobody reads can go. What shapes say about
 * themselves is for the API's description, which is made already, and for models, which the functions of MCP serve.
 */
const unusedShapes: Plugin = {
  name: "unused-shapes",
  setup({ onLoad, initialOptions: { entryPoints } }) {
    const isForModels = /functions\/mcp/.test(JSON.stringify(entryPoints));
    onLoad({ filter: /[\\/]shared[\\/].*[\\/](?:contract|[a-z-]*shapes)\.ts$/ }, async ({ path }) => {
      // As the bundler writes it, a statement begins in the first column, and what is within one does not.
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

/** What an event is and an example of it stand on the page of events; who is notified reads its title and what has happened. */
function withoutEventTexts(code: string): string {
  if (!code.includes("const eventCatalogue = {")) return code;
  return code
    .replace(new RegExp(`^( +description: )(?:${text})(,?)$`, "gm"), '$1""$2')
    .replace(new RegExp(`\\bnoticed\\(\\s*(?:${text}),\\s*(?:${text})\\s*\\)`, "g"), 'noticed("", "")');
}

/** A call of `describe` with nothing but text: no piece of it depends on a value. */
const description = (() => {
  return new RegExp(`\\.describe\\(\\s*(?:${text})(?:\\s*\\+\\s*(?:${text}))*\\s*\\)`, "g");
})();

/**
 * A module that imports `node:http` has Node read everything that it exports, and one of these is the whole of Node's own undici: a third of what a
 * bundle takes to load. Asked for by name, only what is used is read. An import of another name does not build.
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

/** The SDK for MCP servers brings a compiler of JSON Schemas, AJV, a seventh of a bundle. We check what tools are called with ourselves. */
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

/** Koa, behind sign-ins, and two of its packages each bring a list of all media types and sort it as they are loaded. They look up a handful of types: one list serves them. */
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

/** zod can say of each of its shapes how JSON Schema has it. The description of the API is written before it is packaged, so that no function asks. */
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
 * A cold start reads the whole bundle, and the description of the API is larger than all code beside it. It says the same things many times:
 * compressed it has a fourteenth of its size. The first call that asks for it unpacks it.
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
 * undici's parser of HTTP is 54 KB of WebAssembly, and a third more as text. Compressed it has 20 KB of text. Unpacking takes a third of a
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

/** An expression for these bytes, which lie compressed in the bundle. The module that has it imports `brotliDecompressSync`. */
function unpacked(bytes: Uint8Array): string {
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).toString("base64");
  return `brotliDecompressSync(Buffer.from("${packed}", "base64"))`;
}

/**
 * Every function holds every error of the catalogue, and what an answer says of one is its sentence: why it comes and what to do about it stand on
 * the pages that the function `system` serves.
 */
const errorsWithoutAdvice: Plugin = {
  name: "errors-without-advice",
  setup({ onLoad, initialOptions: { entryPoints } }) {
    // A refusal of the API reaches a model by the function `mcp`, with what to do about it.
    if (/functions\/(?:system|mcp)\//.test(JSON.stringify(entryPoints))) return;
    onLoad({ filter: /[\\/]shared[\\/].*errors\.ts$/ }, async ({ path }) => {
      // Folded, each text is one string in a line of its own.
      const { code } = await transform(readFileSync(path, "utf8"), {
        loader: "ts",
        target: "esnext",
        minifySyntax: true,
      });
      return { contents: code.replace(/^( +(?:cause|remedy): )(?:"(?:[^"\\]|\\.)*"|`[^`$]*`)(,?)$/gm, '$1""$2') };
    });
  },
};

/** What serverless.yml has the bundler of functions leave out (docs/decisions/0007-small-lambda-bundles.md). */
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
