import type { Finding } from "../finding.ts";
import type { Stage } from "../stage.ts";
import { adminApi } from "./admin-api.ts";
import { coldStart } from "./cold-start.ts";
import { compression } from "./compression.ts";
import { largeAnswers } from "./large-answers.ts";
import { largeLog } from "./large-log.ts";
import { leavingClients } from "./leaving-clients.ts";
import { lockedStore } from "./locked-store.ts";
import { logins } from "./logins.ts";
import { manyKeys } from "./many-keys.ts";
import { odata } from "./odata.ts";
import { oneGigabyte } from "./one-gigabyte.ts";
import { openPaths } from "./open-paths.ts";
import { slowScripts } from "./slow-scripts.ts";
import { slowUpstream } from "./slow-upstream.ts";
import { start } from "./start.ts";
import { throughput } from "./throughput.ts";

/** Figures of the proxy bench, in the order in which they are measured. */
export const figures = {
  throughput,
  logins,
  "slow-upstream": slowUpstream,
  "slow-scripts": slowScripts,
  "locked-store": lockedStore,
  "large-answers": largeAnswers,
  compression,
  odata,
  "admin-api": adminApi,
  "open-paths": openPaths,
  "one-gigabyte": oneGigabyte,
  "leaving-clients": leavingClients,
  "many-keys": manyKeys,
  "large-log": largeLog,
  "cold-start": coldStart,
  start,
} as const satisfies Record<string, (stage: Stage) => Promise<Finding>>;

export type FigureName = keyof typeof figures;

/** Returns true if a word is the name of a figure. */
export function isFigure(word: string): word is FigureName {
  return Object.hasOwn(figures, word);
}
