import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import type { AgentClient } from "#shared/agent/agent-client.ts";
import { emptyTrash } from "#shared/trash/empty-trash.ts";
import { aBrowsedHost } from "../browser/support/a-browsed-host.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());

const trash = join(host.path, "Data/Documents/.latchkey-trash");
const removed = async (name: string): Promise<string> => {
  host.write(`Data/Documents/${name}`, "content");
  return (await as("DELETE", "/svc/api/files", { path: `documents/${name}` })).body.response.trashId;
};
/** Repeats the call until everything was tried: on a busy machine, one call may not finish. */
async function emptied(query: Readonly<Record<string, string>> = {}) {
  const all = { deleted: [] as string[], freedBytes: 0 };
  for (;;) {
    const answer = await as("DELETE", "/svc/api/trash", query);
    expect(answer).toSucceed();
    const { deleted, freedBytes, refused, isFinished } = answer.body.response;
    expect(refused).toEqual([]);
    all.deleted.push(...deleted);
    all.freedBytes += freedBytes;
    if (isFinished) return all;
  }
}
const listed = async () => (await as("GET", "/svc/api/trash")).body.response.trash;

verifies("files:trash:emptied", async () => {
  const ids = [];
  for (let count = 0; count < 60; count += 1) ids.push(await removed(`note ${count}.txt`));
  const { deleted, freedBytes } = await emptied();
  expect([deleted, freedBytes]).toEqual([ids.toReversed(), 60 * "content".length]);
  expect([await listed(), readdirSync(trash)]).toEqual([[], []]);
  const [entry] = (await as("GET", "/svc/api/audit", { action: "emptyTrash" })).body.response.entries;
  expect(entry).toMatchObject({ outcome: "done" });
  expect(entry.objects).toContain(`trash:${ids[0]}`);
});

verifies("files:trash:emptied", "files deleted after the caller's time stay", async () => {
  const first = await removed("first.txt");
  const [{ deletedAt }] = await listed();
  await service.turn(1_000);
  const second = await removed("second.txt");
  expect((await emptied({ until: deletedAt })).deleted).toEqual([first]);
  expect((await listed()).map(({ id }: { readonly id: string }) => id)).toEqual([second]);
});

verifies(
  "files:trash:emptied",
  "files that the host refuses to delete are named, and the rest is deleted",
  async () => {
    const [left] = await listed();
    // Left by an earlier attempt to delete it.
    const obstacle = join(trash, `${left.id}.gone`);
    mkdirSync(join(obstacle, "kept"), { recursive: true });
    const other = await removed("third.txt");
    const { response } = (await as("DELETE", "/svc/api/trash")).body;
    expect(response).toMatchObject({ deleted: [other], isFinished: true });
    expect(response.refused).toEqual([{ id: left.id, filename: left.filename, text: expect.any(String) }]);
    rmSync(obstacle, { recursive: true });
    expect((await as("DELETE", "/svc/api/trash")).body.response.deleted).toEqual([left.id]);
  },
);

verifies("files:trash:emptied", "a trash that takes long to empty says that there is more", async () => {
  const clock = turnableClock();
  const ids = Array.from({ length: 20 }, (_, place) => `01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b${10 + place}`);
  const gone: string[] = [];
  const host: Pick<AgentClient, "request"> = {
    // Each takes a second.
    async request(name: string, fields: object) {
      if (name === "trash.list")
        return { entries: ids.map((id) => ({ id, filename: "a", deletedAt: 0 })), cursor: null } as never;
      await clock.turn(1_000);
      gone.push((fields as { readonly id: string }).id);
      return { freedBytes: 1 } as never;
    },
  };
  const answer = await emptyTrash(host, clock, { deadlineMs: 20_000 }, clock.now());
  expect(answer).toMatchObject({ isFinished: false, deleted: gone, freedBytes: gone.length });
  expect(gone.length).toBeGreaterThan(0);
  expect(gone.length).toBeLessThan(ids.length);
});
