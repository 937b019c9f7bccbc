// Counterpart of the product's local-runtime/start.mjs.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL("../../node_modules/.cache/latchkey/compiled", import.meta.url),
);
enableCompileCache();
const { runService } = await import("./run-service.ts");
await runService(process.argv.slice(2));
