import assert from "node:assert/strict";
import type { SeenProcess } from "../load/ledger.ts";
import { until } from "../support/latchkey.ts";
import type { Watched } from "./watched.ts";

/** Longer than a lease lasts, and than a worker can be away before its task counts as crashed. */
const endsWithinSeconds = 240;
/** Longer than the lease of an attempt that a process has started and abandoned, and than the search for due deliveries takes. */
const deliveredWithinSeconds = 240;
const finalStates = ["done", "doneWithErrors", "failed", "aborted", "crashed"];

/** Checks oracle I5. */
export async function oneFinalState({ call, ledger }: Watched): Promise<void> {
  let open = "it is not known which processes are";
  const isNoneOpen = async (): Promise<boolean> => {
    const answer = await call("/svc/api/processes?state=open&limit=100", { area: "oracle", form: "envelope" });
    if (answer?.status !== 200) return false;
    open = JSON.stringify(answer.body.response.processes);
    return open === "[]";
  };
  await until("no process is open", isNoneOpen, endsWithinSeconds).catch((thrown: unknown) => {
    throw new Error(`${thrown}: ${open}`);
  });
  for (const [id, seen] of ledger.processes) {
    const ended = await processOf(call, id);
    assert(ended !== undefined, `process ${id} was accepted, and is not there`);
    assert(finalStates.includes(ended.state) && ended.endedAt !== null, `process ${id} is ${ended.state}`);
    if (seen !== undefined) assert.deepEqual(ended, seen, `process ${id} has ended twice`);
    ledger.processes.set(id, ended);
  }
}

/** Returns a process; undefined if it doesn't exist. */
export async function processOf(call: Watched["call"], id: number): Promise<SeenProcess | undefined> {
  const answer = await call(`/svc/api/processes/${id}`, { area: "oracle", form: "envelope" });
  if (answer?.status === 404) return undefined;
  assert.equal(answer?.status, 200, `process ${id} is read`);
  const { state, endedAt } = answer.body.response.process;
  return { state, endedAt };
}

/** Checks oracle I6. */
export async function eachEventDelivered({ call, ledger }: Watched): Promise<void> {
  for (const id of ledger.events) {
    const asked = { area: "oracle", form: "envelope" } as const;
    await until(
      `the event ${id} is delivered`,
      async () => {
        const answer = await call(`/svc/api/deliveries/${id}`, asked);
        assert.notEqual(answer?.status, 404, `the event ${id} was accepted, and is not there`);
        const state = answer?.body?.response?.delivery?.state;
        // After some failures, the next attempt is minutes away.
        if (state === "pending") await call(`/svc/api/deliveries/${id}/replay`, { ...asked, method: "POST" });
        return state === "delivered";
      },
      deliveredWithinSeconds,
    );
  }
}
