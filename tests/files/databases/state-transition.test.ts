import { expect } from "vitest";
import type { DatabaseRow } from "#shared/filemaker/commands/server-commands.ts";
import { observe, requestChange, resultNow, stateTransition } from "#shared/files/databases/state-transition.ts";
import { verifies } from "../../support/verifies.ts";

const row = (status: string, more: Partial<DatabaseRow> = {}): DatabaseRow => ({
  id: "1",
  filename: "Archive.fmp12",
  folder: "",
  status,
  sizeBytes: 0,
  clients: 0,
  isEncrypted: false,
  hasSavedKey: false,
  keyHint: "",
  extendedPrivileges: [],
  ...more,
});
const accepted = async () => "accepted" as const;

verifies(
  "files:state:each-reported",
  "a file that still shows its old state has two seconds to start changing",
  async () => {
    const file = stateTransition(row("CLOSED"), "open");
    await requestChange(file, 0, accepted);
    observe(file, row("CLOSED"), 1_999);
    expect(file.result).toBeUndefined();
    expect(resultNow(file)).toMatchObject({ outcome: "underWay", state: "closed" });
    observe(file, row("CLOSED"), 2_000);
    expect(file.result).toMatchObject({ outcome: "failed", state: "closed" });
  },
);

verifies("files:state:each-reported", "a file that returns to its old state has failed immediately", async () => {
  const file = stateTransition(row("CLOSED"), "open");
  await requestChange(file, 0, accepted);
  observe(file, row("OPENING"), 10);
  observe(file, row("CLOSED"), 20);
  expect(file.result).toMatchObject({ outcome: "failed" });
  observe(file, row("NORMAL"), 30);
  expect(file.result).toMatchObject({ outcome: "failed" });
});

verifies(
  "files:state:each-reported",
  "a change is requested once, and not at all if it is already in progress",
  async () => {
    const asked: string[] = [];
    const ask = async (id: string) => {
      asked.push(id);
      return "accepted" as const;
    };
    const file = stateTransition(row("OPENING", { id: "7" }), "open");
    await requestChange(file, 0, ask);
    expect(asked).toEqual([]);
    observe(file, row("CLOSED", { id: "8" }), 10);
    expect(file.result).toBeUndefined();
    await requestChange(file, 20, ask);
    await requestChange(file, 30, ask);
    expect(asked).toEqual(["8"]);
  },
);

verifies("files:state:each-reported", "a request that may have succeeded isn't sent twice", async () => {
  let asked = 0;
  const file = stateTransition(row("NORMAL"), "close");
  const ask = async () => {
    asked += 1;
    return { trouble: "Its response was interrupted" };
  };
  await requestChange(file, 0, ask);
  await requestChange(file, 10, ask);
  expect(asked).toBe(1);
  expect(resultNow(file)).toMatchObject({ outcome: "unknown", text: "Its response was interrupted" });
  observe(file, row("CLOSED"), 20);
  expect(resultNow(file)).toMatchObject({ outcome: "done", state: "closed" });
});

verifies(
  "files:state:each-reported",
  "a file that is removed, or changed to another state, isn't waited for",
  async () => {
    const removed = stateTransition(row("CLOSED"), "open");
    observe(removed, undefined, 10);
    expect(removed.result).toMatchObject({
      outcome: "failed",
      text: expect.stringContaining("no longer has this file"),
    });
    const closed = stateTransition(row("NORMAL"), "pause");
    observe(closed, row("CLOSED"), 10);
    expect(closed.result).toMatchObject({ outcome: "failed", state: "closed" });
    const late = stateTransition(row("NORMAL"), "pause");
    expect(resultNow(late)).toMatchObject({
      outcome: "failed",
      text: "The time limit was reached before the request could be sent.",
    });
  },
);
