import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eachEventDelivered } from "../oracles/work-ended.ts";
import type { Fault, LiveRow } from "../row.ts";
import { demoCall, isAlive, type StartedLatchkey, until } from "../support/latchkey.ts";
import { withoutLibrary } from "../support/programs.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const missing = () => withoutLibrary(library);
const calls = 40;

export const clockRows: readonly LiveRow[] = [
  {
    id: "H8",
    sentence: "the service's clock is set an hour ahead and back: requests continue, without a login storm",
    missing,
    async run(fault) {
      const { latchkey, set, sessions } = await withSetClock(fault, { FAKETIME_DONT_FAKE_MONOTONIC: "1" });
      await callsGoOn(latchkey, sessions);
      for (const time of ["+3600s", "+0s", "-3600s", "+0s"]) {
        set(time);
        // By this clock, sessions may look too old: one more login per jump.
        await callsGoOn(latchkey, sessions + 1);
      }
    },
  },
  {
    id: "H8",
    endsProduct: true,
    sentence: "every timer jumps ahead by an hour, as after a machine was asleep",
    missing,
    async run(fault) {
      const { latchkey, set, sessions } = await withSetClock(fault, {});
      await callsGoOn(latchkey, sessions);
      set("+3600s");
      await callsGoOn(latchkey, sessions + 1);
      // A start without the fault: timestamps written meanwhile are in the future.
      latchkey.child.kill("SIGTERM");
      await until("it has ended", () => !isAlive(latchkey.child.pid ?? 0));
    },
  },
  {
    id: "H8",
    sentence: "the clocks of agent and service differ by an hour: both times are named, and the link comes back",
    missing,
    async run(fault) {
      // The agent is started with a separate environment, and keeps the real time.
      const { latchkey, set } = await withSetClock(fault, { FAKETIME_DONT_FAKE_MONOTONIC: "1" });
      await until("the agent answers", () => readsFiles(latchkey));
      set("+3600s");
      await until("the agent is away", async () => !(await readsFiles(latchkey)));
      await until("both times are named", () =>
        /more than two minutes apart[^"]*\d{4}-\d\d-\d\dT[^"]*\d{4}-\d\d-\d\dT/.test(latchkey.log()),
      );
      set("+0s");
      await until("the agent answers again", () => readsFiles(latchkey), 120);
    },
  },
];

/**
 * Starts the service with a clock that `set` sets. Returns it with the maximum number of sessions that its calls need. Its agent has the
 * real time.
 */
async function withSetClock(fault: Fault, environment: Readonly<Record<string, string>>) {
  const file = join(fault.folder, "time");
  const set = (time: string) => writeFileSync(file, `${time}\n`);
  set("+0s");
  const faked = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1", ...environment };
  // Sessions are counted, so no other call may need one.
  const latchkey = await startLatchkey(fault, undefined, faked, { areas: ["management", "notes"] });
  // Earlier events use the same account: on a busy machine, one may wait for another long enough for the pool to open an additional
  // session.
  for (const { watched } of fault.witnesses) await eachEventDelivered(watched);
  return { latchkey, set, sessions: Math.max(1, await sessionsOf(latchkey)) };
}

/** Makes calls with a key, one after another. @throws if one isn't answered, or if they left more sessions */
async function callsGoOn(latchkey: StartedLatchkey, maxSessions: number): Promise<void> {
  const { key, address } = demoCall(latchkey.printed());
  // A kept-alive connection may be closed at the time of a jump, which says nothing about calls.
  const headers = { Authorization: `Bearer ${key}`, Connection: "close" };
  for (let call = 0; call < calls; call += 1) {
    const { status } = await fetch(address, { headers });
    assert.equal(status, 200, `call ${call}`);
  }
  const sessions = await sessionsOf(latchkey);
  assert(sessions >= 1 && sessions <= maxSessions, `${sessions} sessions after ${calls} calls`);
}

/** Returns the number of Data API sessions that FileMaker Server counts: logins without a logout. */
async function sessionsOf({ ask }: StartedLatchkey): Promise<number> {
  const answer = await ask("/svc/api/clients");
  const body = (await answer.json()) as {
    readonly response: { readonly clients: readonly { readonly extendedPrivilege: string }[] };
  };
  return body.response.clients.filter(({ extendedPrivilege }) => extendedPrivilege === "fmrest").length;
}

async function readsFiles({ ask }: StartedLatchkey): Promise<boolean> {
  return (await ask("/svc/api/files?path=documents")).status === 200;
}
