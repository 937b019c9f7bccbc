import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Makes one file of the agent, which runs on Node 24 and nothing else: node scripts/package-agent.ts [where to] [another entry]
const root = new URL("../", import.meta.url);
const [
  outfile = fileURLToPath(new URL("dist/latchkey-agent.mjs", root)),
  entry = fileURLToPath(new URL("local-agent/start.ts", root)),
] = process.argv.slice(2);

await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "esm",
  mainFields: ["module", "main"],
  // ws and ssh2 ask for native helpers that they do without.
  external: ["bufferutil", "utf-8-validate", "cpu-features"],
  loader: { ".node": "empty" },
  banner: {
    js: 'import { createRequire as requireOfModule } from "node:module"; const require = requireOfModule(import.meta.url);',
  },
});
console.log(outfile);
