import { enableCompileCache } from "node:module";

// Read once, our sources start twice as fast the next time.
enableCompileCache();
const { startSandbox } = await import("./command-line.ts");
await startSandbox(process.argv.slice(2));
