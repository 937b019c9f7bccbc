import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect } from "vitest";
import { verifies } from "../support/verifies.ts";

verifies("client:package:small", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../../client/latchkey-client.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    // Modules of Node don't exist for this platform, so importing one fails.
    platform: "browser",
    target: "es2022",
  });
  const text = outputFiles[0]?.text ?? "";
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(12_000);
  expect(Object.keys(metafile.inputs).filter((file) => !/(?:^|\/)client\/[\w-]+\.(?:ts|json)$/.test(file))).toEqual([]);
  expect(text).not.toMatch(/\b(?:process\.env|Buffer|require|Deno|Bun|window|document)\b/);
});
