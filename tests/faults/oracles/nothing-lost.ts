import assert from "node:assert/strict";
import type { Watched } from "./watched.ts";

/** Checks oracle I1. */
export async function nothingLost(watched: Watched): Promise<void> {
  await keysAreThere(watched);
  await notesAreThere(watched);
}

async function keysAreThere({ call, ledger }: Watched): Promise<void> {
  const listed = new Set<number>();
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await call(`/svc/api/api-key?limit=1000${query}`, { area: "oracle", form: "envelope" });
    assert.equal(answer?.status, 200, "keys are listed");
    for (const { id } of answer.body.response["api-keys"]) listed.add(id);
    cursor = answer.body.response.cursor ?? null;
  } while (cursor !== null);
  const wrong = [...ledger.keys].filter(([id, isThere]) => listed.has(id) !== isThere);
  assert.deepEqual(
    wrong.map(([id, isThere]) => `key ${id} was ${isThere ? "made" : "deleted"}, and is${isThere ? " not" : ""} there`),
    [],
  );
}

async function notesAreThere({ call, ledger }: Watched): Promise<void> {
  for (const [file, texts] of ledger.notes) {
    const answer = await call(`/svc/api/file-notes/${file}`, { area: "oracle", form: "envelope" });
    assert.equal(answer?.status, 200, `the note of ${file} is there`);
    // Text sent since then without an answer may have been written as well.
    assert(texts.includes(answer.body.response.note.excerpt), `the note of ${file} is one that was written`);
  }
}
