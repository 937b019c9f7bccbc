import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { scheduleResources } from "#shared/filemaker/schedule-resources.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import type { ScriptEnd, ServerScript } from "./file-server.ts";
import { findSchedule, hasRun, never } from "./schedule-rows.ts";

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
  let askAfter = (await findSchedule(ask, name)) === undefined ? startedAt : startedAt + quietPeriodMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const row = await findSchedule(ask, name);
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
    const common = {
      fmScriptName: script,
      fmScriptParam: parameter,
      fmScriptAccount: username,
      fmScriptPassword: password,
      timeout: Math.ceil(timeoutSeconds / 60),
      autoAbort: true,
    };
    const post = (resource: string) => {
      const filemakerScriptType = { resource, ...common };
      const schedule = { name, enabled: false, filemakerScriptType, onceType: { startTimeStamp: never } };
      return ask("POST", "/schedules/filemakerscript", schedule);
    };
    const [usual, other] = scheduleResources(file);
    const answer = await post(usual);
    await accepted(answer.code === fileMakerCodes.valueInvalid ? post(other) : Promise.resolve(answer));
  }
}

/** Deletes the schedule of a script, which ends a run in progress. Ignores a missing one. @throws Refused */
export async function forgetScript(ask: AskServer, name: string): Promise<void> {
  const row = await findSchedule(ask, name);
  if (row !== undefined) await accepted(ask("DELETE", `/schedules/${encodeURIComponent(row.id)}`));
}

async function accepted(asked: ReturnType<AskServer>): Promise<void> {
  const { code, text } = await asked;
  if (code === "0") return;
  const hint =
    code === fileMakerCodes.valueInvalid
      ? ". Check that the script's name is unique in its file, and that the script engine (FMSE) is running"
      : "";
  throw new Refused("failed", `FileMaker Server did not run the script: ${text} (${code})${hint}`);
}
