import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type Plugin, transform } from "esbuild";

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

/** Modules of the SDK that speak REST, and exports that only they use. DynamoDB, KMS, SQS and CloudWatch Logs speak JSON over one address. */
const restUsers =
  /client-(?:s3|scheduler)|middleware-(?:sdk-s3|flexible-checksums)|s3-request-presigner|[\\/]protocols[\\/](?:xml|query|cbor)|Rest(?:Xml|Json)|HttpBinding|RpcV2/;
const restModules = / from "[^"]*(?:\/(?:xml|query|cbor)\/|RestJson|HttpBinding|HttpIntercepting|ToStringShape|RpcV2)/;

/**
 * Leaves REST and XML out of what a cold start loads. The SDK's clients import their protocol from a list of all protocols, so esbuild would
 * put those of S3 next to DynamoDB's. Importing a name that isn't in the shorter list fails the build.
 */
const protocolsWithoutRest: Plugin = {
  name: "protocols-without-rest",
  setup({ onResolve, onLoad, resolve }) {
    const namespace = "protocols-without-rest";
    onResolve(
      { filter: /^@(?:aws-sdk|smithy)\/core\/protocols$/ },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === namespace || restUsers.test(importer)) return undefined;
        const whole = await resolve(path, { kind, importer, resolveDir, pluginData: namespace });
        return { path: whole.path, namespace, sideEffects: false };
      },
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const lines = readFileSync(path, "utf8").split("\n");
      return { contents: lines.filter((line) => !restModules.test(line)).join("\n"), resolveDir: dirname(path) };
    });
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

/** Removes zod's conversion to JSON Schema. The API description is made when packaging, so functions don't need it. */
const noJsonSchemas: Plugin = {
  name: "no-json-schemas",
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ },
      async ({ path }) => {
        const names = Object.keys(await import(path));
        const sentence = "The function bundles don't include JSON Schema (scripts/bundle-plugins.ts).";
        return {
          contents: `const refuse = () => { throw new Error(${JSON.stringify(sentence)}); };
${names.map((name) => `export { refuse as ${name} };\n`).join("")}`,
        };
      },
    );
  },
};

/**
 * Keeps the names of the OAuth library's models. The library passes them to its storage, and minified names would store no sign-in and no
 * token.
 */
const namedModels: Plugin = {
  name: "named-models",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]oidc-provider[\\/]lib[\\/]models[\\/]\w+\.js$/ }, async ({ path }) => ({
      contents: (await transform(readFileSync(path, "utf8"), { keepNames: true })).code,
    }));
  },
};

/**
 * Compresses the API description. A cold start reads the whole bundle, and the description is larger than all code in it, but repetitive:
 * compressed, it has a fourteenth of its size. The first call that needs it decompresses it.
 */
const packedDescription: Plugin = {
  name: "packed-description",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shared[\\/]system[\\/]api-document\.ts$/ }, async ({ path }) => {
      const text = JSON.stringify((await import(path)).default);
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
      const parser: Uint8Array = createRequire(path)(path);
      return {
        contents: `const { brotliDecompressSync } = require("node:zlib");
module.exports = ${unpacked(parser)};`,
      };
    });
  },
};

/** Returns an expression for these bytes, which the bundle contains compressed. Its module must import `brotliDecompressSync`. */
function unpacked(bytes: Uint8Array): string {
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).toString("base64");
  return `brotliDecompressSync(Buffer.from("${packed}", "base64"))`;
}

/** Plugins for the function bundles, used in serverless.yml (docs/decisions/0007-small-lambda-bundles.md). */
export default [
  smallUndici,
  noJsonSchemas,
  noSchemaCompiler,
  oneListOfMediaTypes,
  httpWithoutFetch,
  protocolsWithoutRest,
  namedModels,
  packedDescription,
  packedParser,
];
