import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { auditStore } from "#shared/audit/store.ts";
import { auditTrail } from "#shared/audit/trail.ts";
import { systemClock as clock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { signInCodes } from "#shared/sessions/sign-in-code/sign-in-codes.ts";
import { timeLimits } from "../functions/settings/limits.ts";
import { type LocalSettings, readLocalSettings } from "../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../functions/settings/setting-refused.ts";
import { tableFileOf } from "./storage/store-check.ts";
import { openTable } from "./storage/table/table.ts";

// Prints a code for one sign-in while the service is running: npm run sign-in-code
try {
  const { code, expiresAt } = await newCode(readLocalSettings());
  console.log(code);
  console.error(`The code works once, until ${new Date(expiresAt).toISOString()}.`);
} catch (thrown) {
  if (!(thrown instanceof SettingRefused)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}

/** Anyone who can read the data folder can already do everything; the audit trail records the code anyway. */
async function newCode(settings: LocalSettings) {
  const file = tableFileOf(settings);
  if (!existsSync(file)) throw new SettingRefused(`DATA_DIR ${settings.DATA_DIR} has no data: start Latchkey first.`);
  const table = openTable({ file, clock });
  try {
    const ids = systemIds(clock);
    const trail = auditTrail({ store: auditStore(table, timeLimits(settings).auditKeptMs), clock, ids, log: console });
    const origin = { address: "", userAgent: "npm run sign-in-code", requestId: ids.uuid() };
    const subject = { actor: `host:${userInfo().username}`, action: "createSignInCode", objects: [], ...origin };
    const end = await trail.begin(subject);
    const made = await signInCodes({ table, clock, ids }).create();
    await end({ outcome: "done", error: null, objects: [`sign-in-code:${made.id}`] });
    return made;
  } finally {
    table.close();
  }
}
