import { enableCompileCache } from "node:module";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(
    "Latchkey needs Node 24, which npm installs beside it: start it with `npm start`, after `npm ci` without --omit=optional.",
  );
  process.exit(1);
}
enableCompileCache();
const { main } = await import("./main.ts");
await main();
