// Not TypeScript: older versions of Node can read it and say what is missing, and starts with compiled code don't load the 15 MB TypeScript
// compiler.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(
    "Latchkey needs Node 24, which npm installs with it. Run `npm ci` without --omit=optional, then `npm start`.",
  );
  process.exit(1);
}
// A release archive contains everything in a few files (scripts/release/bundled-program.ts).
const bundled = new URL("../program/service.mjs", import.meta.url);
const isRelease = existsSync(bundled);
// In the installation, not in a folder that all users can write to, because its contents are executed. Child processes inherit it.
const compiled = isRelease ? "../.cache/compiled" : "../node_modules/.cache/latchkey/compiled";
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(compiled, import.meta.url));
enableCompileCache();
const { main } = await (isRelease ? import(bundled.href) : import("./main.ts"));
await main({ words: process.argv.slice(2), variables: process.env, isRelease });
