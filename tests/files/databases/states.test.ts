import { afterAll, beforeEach, expect } from "vitest";
import { newestEntry } from "../../support/audit-trail.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { aBusyServer } from "./support/a-busy-server.ts";

const world = aBusyServer();
const service = await testService({ sandbox: { world } });
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reload();
});

type Action = "open" | "close" | "pause" | "resume";

const change = (action: Action, files: readonly string[], more: object = {}) =>
  service.admin("POST", `/svc/api/fm-file/${action}`, { files, ...more });
const file = (name: string) => {
  const found = service.sandbox.world.database(name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
};
const messages = () => [...service.sandbox.world.server.clients.values()].map((client) => client.messages);

verifies("files:state:opened", async () => {
  const answer = await change("open", ["archive"]);
  expect(answer.status).toBe(200);
  expect(answer.body.response).toEqual({
    ok: true,
    files: [{ filename: "Archive.fmp12", outcome: "done", state: "normal", text: "It is open." }],
  });
  expect(file("Archive").status).toBe("NORMAL");
  expect(await newestEntry(service)).toMatchObject({
    action: "openFiles",
    objects: ["file:archive.fmp12"],
    outcome: "done",
  });
});

verifies(
  "files:state:opened",
  "an encrypted file with its password, which FileMaker Server stores on request",
  async () => {
    const before = service.clock.now();
    const wrong = await change("open", ["Payroll"], { encryptionKey: "wrong" });
    expect(wrong.body.response).toMatchObject({ ok: false, files: [{ outcome: "failed", state: "closed" }] });
    expect(wrong.body.response.files[0].text).toContain("encryption password is missing or wrong");
    expect(service.clock.now() - before).toBeLessThan(20_000);
    const right = await change("open", ["Payroll"], { encryptionKey: "the-long-password", saveEncryptionKey: true });
    expect(right.body.response.ok).toBe(true);
    await change("close", ["Payroll"]);
    expect((await change("open", ["Payroll"])).body.response.ok).toBe(true);
    expect(await service.logs()).not.toContain("the-long-password");
  },
);

verifies("files:state:closed", async () => {
  const message = "We update the price list.";
  const answer = await change("close", ["Orders", "Contacts.fmp12"], { message, force: true });
  expect(answer.body.response).toEqual({
    ok: true,
    files: ["Orders.fmp12", "Contacts.fmp12"].map((filename) => ({
      filename,
      outcome: "done",
      state: "closed",
      text: "It is closed.",
    })),
  });
  expect([file("Orders").status, file("Contacts").status]).toEqual(["CLOSED", "CLOSED"]);
  expect(service.sandbox.world.server.clients.size).toBe(0);
});

verifies("files:state:timeout", "users get a message and time; the response waits at most 20 seconds", async () => {
  const begun = service.clock.now();
  const closing = change("close", ["Orders", "Private"], { message: "Back in a minute." });
  await until(() => file("Orders").status === "CLOSING" && file("Private").status === "CLOSED");
  await service.turn(20_000);
  const answer = await closing;
  expect(answer.status).toBe(202);
  expect(answer.body.response).toEqual({
    ok: false,
    files: [
      { filename: "Orders.fmp12", outcome: "underWay", state: "closing", text: "It is closing." },
      { filename: "Private.fmp12", outcome: "done", state: "closed", text: "It is closed." },
    ],
  });
  expect(messages()).toEqual([["Back in a minute."], ["Back in a minute."]]);
  expect(service.clock.now() - begun).toBeLessThan(40_000);
});

verifies("files:state:paused", async () => {
  expect((await change("pause", ["Contacts", "Orders"])).body.response).toMatchObject({
    ok: true,
    files: [{ outcome: "done", state: "paused", text: "It is paused." }, { state: "paused" }],
  });
  expect(file("Orders").status).toBe("PAUSED");
  expect((await change("resume", ["Contacts", "Orders"])).body.response).toMatchObject({
    ok: true,
    files: [{ outcome: "done", state: "normal" }, { state: "normal" }],
  });
  expect(file("Orders").status).toBe("NORMAL");
});

verifies("files:state:all-or-none", async () => {
  const unknown = await change("close", ["Contacts", "Nowhere", "Neither"], { force: true });
  expect(unknown).toRefuseWith("database_not_found");
  expect(unknown.body.response).toEqual({ files: ["Nowhere", "Neither"] });
  const forbidden = await change("pause", ["Contacts", "Archive"]);
  expect(forbidden).toRefuseWith("database_state_forbids");
  expect(forbidden.body.response).toEqual({ files: [{ filename: "Archive.fmp12", state: "closed" }] });
  expect(await change("resume", ["Contacts", "Archive"])).toRefuseWith("database_state_forbids");
  expect([file("Contacts").status, file("Archive").status]).toEqual(["NORMAL", "CLOSED"]);
});

verifies("files:state:all-or-none", "files already in that state stay unchanged", async () => {
  await change("pause", ["Orders"]);
  const answer = await change("open", ["Orders", "Contacts", "Archive"]);
  expect(answer.body.response).toMatchObject({
    ok: true,
    files: [
      { outcome: "unchanged", state: "paused" },
      { outcome: "unchanged", state: "normal" },
      { outcome: "done", state: "normal" },
    ],
  });
});

verifies("files:state:each-reported", async () => {
  const answer = await change("open", ["Archive", "Broken"]);
  expect(answer.status).toBe(200);
  expect(answer.body.response).toMatchObject({
    ok: false,
    files: [
      { filename: "Archive.fmp12", outcome: "done", state: "normal" },
      { filename: "Broken.fmp12", outcome: "failed", state: "closed", text: expect.stringContaining("damaged") },
    ],
  });
});

verifies("files:state:each-reported", "a request for a file that FileMaker Server still holds is retried", async () => {
  const code = { kind: "status", status: 400, code: "1709", method: "PATCH", path: "/databases/", times: 2 } as const;
  service.sandbox.faults.set(code);
  expect((await change("open", ["Archive"])).body.response).toMatchObject({ ok: true, files: [{ outcome: "done" }] });
});

verifies(
  "files:state:each-reported",
  "each file is reported even if FileMaker Server stops responding in the middle",
  async () => {
    await service.admin("GET", "/svc/api/databases"); // Its session is alive from here on.
    const before = service.sandbox.counters.faults;
    // The list and two commands succeed.
    service.sandbox.faults.set({ kind: "stopped", path: "/databases", skip: 3 });
    const closing = change("close", ["Contacts", "Private"], { force: true });
    await until(() => service.sandbox.counters.faults > before);
    await service.turn(21_000);
    const answer = await closing;
    const outcomes = answer.body.response.files.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(["unknown", "unknown"]);
    expect(answer.body.response.files[0].text).toContain("can't be reached");
    expect(answer.body.response.ok).toBe(false);
  },
);

verifies("files:state:refused", async () => {
  service.sandbox.faults.set({ kind: "stopped" });
  expect((await change("close", ["Contacts"])).status).toBe(502);
  service.sandbox.faults.clear();
  expect(await service.raw("POST", "/svc/api/fm-file/close", { json: { files: ["Contacts"] } })).toRefuseWith(
    "unauthenticated",
  );
  for (const files of [undefined, [], "Contacts", ["Contacts", "contacts.fmp12"], ["a/b"], [""], Array(101).fill("x")])
    expect(await service.admin("POST", "/svc/api/fm-file/close", { files })).toRefuseWith("input_invalid");
  expect(file("Contacts").status).toBe("NORMAL");
});
