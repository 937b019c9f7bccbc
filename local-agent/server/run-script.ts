import * as z from "zod";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import type { ScriptEnd, ServerScript } from "./file-server.ts";

/** Calls the Admin API in a session. */
export type AskServer = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly code: string; readonly text: string; readonly response: Readonly<Record<string, unknown>> }>;

const firstPauseMs = 50;
const longestPauseMs = 1_000;
/** Milliseconds to wait first: an earlier run may have just started the schedule. */
const quietPeriodMs = 2_000;
/** Maximum milliseconds for the server to begin. */
const beginMs = 5 * 60_000;
/** Time of the schedule. A schedule needs one; this one never comes, and the schedule is also disabled. */
const never = "2099-12-31T23:59:00";

const Schedules = z.array(
  z.object({
    id: z.coerce.string(),
    name: z.string(),
    status: z.string().catch(""),
    lastRun: z.string().catch(""),
    lastError: z.coerce.number().int().catch(-1),
  }),
);

/**
 * Runs a script as a schedule of FileMaker Server. The schedule's state decides the next step: an interrupted run continues with it, and
 * the script doesn't run twice.
 * @throws Refused
 */
export async function runScript(
  ask: AskServer,
  { name, file, script, parameter, username, password, timeoutSeconds }: ServerScript,
  { clock, stopping }: { readonly clock: Clock; readonly stopping: AbortSignal },
): Promise<ScriptEnd> {
  const startedAt = clock.now();
  let askAfter = (await find(ask, name)) === undefined ? startedAt : startedAt + quietPeriodMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const row = await find(ask, name);
    const now = clock.now();
    if (row === undefined) await create();
    else if (hasRun(row) && row.status !== "RUNNING") return { end: "ran", error: row.lastError };
    else if (row.status !== "RUNNING" && now >= askAfter) {
      askAfter = now + beginMs;
      await accepted(ask("PATCH", `/schedules/${encodeURIComponent(row.id)}`, { status: "RUNNING" }));
    }
    if (now - startedAt >= timeoutSeconds * 1_000) return { end: "timed-out" };
    await clock.sleep(pauseMs, stopping);
  }

  async function create(): Promise<void> {
    const filemakerScriptType = {
      resource: `file:${file}`,
      fmScriptName: script,
      fmScriptParam: parameter,
      fmScriptAccount: username,
      fmScriptPassword: password,
      timeout: Math.ceil(timeoutSeconds / 60),
      autoAbort: true,
    };
    const schedule = { name, enabled: false, filemakerScriptType, onceType: { startTimeStamp: never } };
    await accepted(ask("POST", "/schedules/filemakerscript", schedule));
  }
}

/** Deletes the schedule of a script, which ends a run in progress. Ignores a missing one. @throws Refused */
export async function forgetScript(ask: AskServer, name: string): Promise<void> {
  const row = await find(ask, name);
  if (row !== undefined) await accepted(ask("DELETE", `/schedules/${encodeURIComponent(row.id)}`));
}

async function find(ask: AskServer, name: string) {
  const answer = await ask("GET", "/schedules");
  const rows = Schedules.safeParse(answer.response.schedules);
  if (!rows.success) throw new Refused("failed", `FileMaker Server did not list its schedules: ${answer.text}`);
  return rows.data.find((row) => row.name === name);
}

/** True if the schedule has run. If it never ran, FileMaker Server reports the year 0000. */
function hasRun({ lastRun }: { readonly lastRun: string }): boolean {
  return lastRun !== "" && !lastRun.startsWith("0000");
}

async function accepted(asked: ReturnType<AskServer>): Promise<void> {
  const { code, text } = await asked;
  if (code !== "0") throw new Refused("failed", `FileMaker Server did not run the script: ${text} (${code})`);
}
