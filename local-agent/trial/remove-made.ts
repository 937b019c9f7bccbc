import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Clock } from "../clock.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { Refused } from "../refused.ts";
import { adminApiFiles } from "../server/admin-api-files.ts";
import type { AdminCall } from "../server/admin-calls.ts";
import { signedIn, signedOut } from "../server/admin-calls.ts";
import { refusalOf } from "../server/database-rows.ts";
import type { OwnKey } from "../server/own-key.ts";
import { findSchedule } from "../server/schedule-rows.ts";
import { forgetMade, type MadeThing, madeThings, trialPrefix } from "./made-things.ts";

/** FileMaker Server as a trial uses it: with this host's own key. */
export interface TrialServer {
  /** Folder of the agent, which has the journal. */
  readonly folder: string;
  readonly call: AdminCall;
  readonly key: Pick<OwnKey, "authorization" | "refused">;
  readonly origin: string;
  readonly pin: string | undefined;
  readonly clock: Clock;
}

const closeMs = 60_000;
/** Milliseconds to wait for FileMaker Server to notice that a file is gone. */
const forgetMs = 10_000;
const pauseMs = 500;

/** Removes everything that trials have made, also those that were killed. Repeatable. @throws Refused if something is left */
export async function removeMade(server: TrialServer): Promise<void> {
  const things = madeThings(server.folder);
  if (things.length === 0) return;
  const of = <K extends MadeThing["kind"]>(kind: K) =>
    things.filter((thing): thing is Extract<MadeThing, { readonly kind: K }> => thing.kind === kind);
  if (things.some(({ kind }) => kind !== "folder"))
    await inSession(server, async (ask) => {
      for (const { name } of of("schedule")) await removeSchedules(name, ask);
      for (const { name } of of("key")) await removeKey(name, ask);
    });
  for (const file of of("file")) await removeFile(file, server);
  for (const { path } of of("folder"))
    if (basename(path).startsWith(trialPrefix)) await rm(path, { recursive: true, force: true });
  forgetMade(server.folder);
}

type Ask = (method: string, path: string, body?: unknown) => ReturnType<AdminCall>;

/** Uses a session that ends afterward. @throws Refused if the server doesn't accept this host's key */
export async function inSession<T>({ call, key }: TrialServer, use: (ask: Ask) => Promise<T>): Promise<T> {
  const authorization = key.authorization();
  if (authorization === undefined) throw new Refused("not-allowed", "this host has no key for FileMaker Server");
  const session = await signedIn(call, authorization);
  if ("refusal" in session) throw refusalOf(session.refusal, "FileMaker Server doesn't accept this host's own key");
  try {
    return await use((method, path, body) => call(method, path, `Bearer ${session.token}`, body));
  } finally {
    await signedOut(call, session.token);
  }
}

/** Deletes all schedules with a name: a server may allow several. */
async function removeSchedules(name: string, ask: Ask): Promise<void> {
  for (;;) {
    const row = await findSchedule(ask, name);
    if (row === undefined) return;
    const answer = await ask("DELETE", `/schedules/${encodeURIComponent(row.id)}`);
    if (answer.code !== "0") throw refusalOf(answer, "FileMaker Server did not delete the schedule of the trial");
  }
}

async function removeKey(name: string, ask: Ask): Promise<void> {
  const path = "/server/config/pkipublickey";
  const { response } = await ask("GET", path);
  if (!JSON.stringify(response).includes(JSON.stringify(name))) return;
  const answer = await ask("DELETE", path, { names: [name] });
  if (answer.code !== "0") throw refusalOf(answer, "FileMaker Server did not delete the key of the trial");
}

async function removeFile(
  { name, path }: { readonly name: string; readonly path: string },
  { origin, pin, clock, key, call }: TrialServer,
): Promise<void> {
  if (!basename(path).startsWith(trialPrefix)) return;
  const { signal } = new AbortController();
  const server = adminApiFiles({ origin, pin, clock, waitMs: closeMs, stopping: signal, ownKey: key, call })(null);
  if ((await server.files()).some(({ filename }) => filename === `${name}.fmp12`))
    await server.close([name], { force: true, message: "" });
  if ((await found(dirname(path))) === undefined) return;
  for (const one of [path, `${path}.part`]) await rm(one, { force: true });
  await syncFolder(dirname(path));
  // FileMaker Server lists a removed file until it looks at the folder again.
  const until = clock.now() + forgetMs;
  const isListed = async () => (await server.files()).some(({ filename }) => filename === `${name}.fmp12`);
  while ((await isListed()) && clock.now() < until) await clock.sleep(pauseMs);
}
