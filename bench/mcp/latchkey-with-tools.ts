import { ServiceError } from "#shared/contract/errors.ts";
import { adminMcp } from "#shared/mcp/admin/contract.ts";
import { serve } from "../../functions/edge/serve.ts";
import { adminMcpOn, holderOfAdminKey, toolEndpoint } from "../../functions/mcp/admin.ts";
import type { Platform } from "../../functions/platform.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { readFunctions } from "../../local-runtime/functions.ts";
import { startRuntime } from "../../local-runtime/runtime.ts";
import { fiftyTools } from "./fifty-tools.ts";

// Latchkey on one machine, with fifty other tools at its endpoint for administrators: gateway, pipeline, key and protocol are the product's
// own. Without the counting and logging of its own tools' calls, because no client makes that many.
const withFiftyTools = (platform: Platform) => ({
  ...adminMcpOn(platform),
  adminMcp: (_input: unknown, call: Parameters<ReturnType<typeof toolEndpoint>>[0]) =>
    toolEndpoint(platform)(call, async () => {
      const value = call.header("authorization")?.slice("Bearer ".length);
      const holder = value === undefined ? undefined : await holderOfAdminKey(platform)(value);
      if (holder === undefined) throw new ServiceError("unauthenticated");
      return fiftyTools;
    }),
});

const settings = readLocalSettings();
const functions = readFunctions();
const handlers = new Map(functions.handlers).set("mcp", serve(adminMcp, withFiftyTools));
const runtime = await startRuntime(settings, settings.FMS_URL ?? "", { functions: { ...functions, handlers } });
process.stdout.write(`${runtime.localUrl}\n`);
process.once("SIGTERM", () => void runtime.stop().then(() => process.exit(0)));
