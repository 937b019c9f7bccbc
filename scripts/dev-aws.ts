// Runs the real serverless.yml on this machine, with serverless-offline and emulators of AWS services: npm run dev:aws
// The same as `npx serverless offline` (scripts/dev-aws/offline-plugin.ts), with less output at the start.
import { startServerlessOffline } from "./dev-aws/serverless-offline.ts";

const offline = startServerlessOffline();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => offline.stop());
process.exit(await offline.ended);
