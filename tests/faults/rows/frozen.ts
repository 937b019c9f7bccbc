import assert from "node:assert/strict";
import type { LiveRow } from "../row.ts";
import { type StartedLatchkey, until } from "../support/latchkey.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

/** Longer than any lease. */
const frozenSeconds = 90;

export const frozenRows: readonly LiveRow[] = [
  {
    id: "H9",
    waits: true,
    sentence: "SIGSTOP of the service for 90 s during an agent task: one final state, and nothing is done twice",
    async run(fault) {
      const latchkey = await startLatchkey(fault, undefined, {}, { deadlineSeconds: frozenSeconds + 30 });
      const own = latchkey.child.pid ?? 0;
      await until(
        "the agent answers",
        async () => (await latchkey.ask("/svc/api/files?path=documents")).status === 200,
      );
      const id = await begun(latchkey);
      process.kill(own, "SIGSTOP");
      fault.atEnd(() => void process.kill(own, "SIGCONT"));
      await new Promise((resolve) => setTimeout(resolve, frozenSeconds * 1_000));
      process.kill(own, "SIGCONT");
      await until("it is over", async () => (await processOf(latchkey, id)).endedAt !== null);
      const ended = await processOf(latchkey, id);
      assert.equal(ended.state, "done", `it ended as ${ended.state}: ${ended.reason}`);
      // A late message or report must not change anything.
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      assert.deepEqual(await processOf(latchkey, id), ended);
      assert.equal((await latchkey.ask("/svc/readyz?strict")).status, 200);
    },
  },
];

interface ShownProcess {
  readonly state: string;
  readonly reason: string | null;
  readonly endedAt: string | null;
}

async function begun({ ask }: StartedLatchkey): Promise<number> {
  const opener = { username: "Admin", password: "full-access-pass", force: true };
  const options = { sourceFile: "Contacts", targetFile: { filename: "Frozen" }, ...opener };
  const answer = await ask("/svc/api/fm-file/copy-compress", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(options),
  });
  const { response } = (await answer.json()) as { readonly response: { readonly processId?: number } };
  assert(response.processId !== undefined, `accepted: ${JSON.stringify(response)} ${answer.status}`);
  return response.processId;
}

async function processOf({ ask }: StartedLatchkey, id: number): Promise<ShownProcess> {
  const answer = await ask(`/svc/api/processes/${id}`);
  const body = (await answer.json()) as { readonly response: { readonly process: ShownProcess } };
  return body.response.process;
}
