import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aChatServer } from "./support/a-chat-server.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const chat = await aChatServer();
const host = aHost();
/** State of the machines, which tests change. */
let freeBytes = 100_000_000;
let endsAt = Number.POSITIVE_INFINITY;
let ownEndsAt: number | undefined;
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    callouts: calloutsToThisMachine,
    dataDiskFreeBytes: async () => freeBytes,
    ownCertificateEndsAt: ownEndsAt,
    certificate: async () => ({
      ...{ host: "fms", issuer: "An authority", fingerprint: "", pin: undefined, seenAt: undefined },
      names: [],
      nameFits: true,
      distrust: undefined,
      validFrom: 0,
      validTo: endsAt,
    }),
  }),
});
endsAt = service.clock.now() + 365 * day;
let agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  await chat.stop();
  host.remove();
});
beforeEach(() => service.sandbox.faults.clear());

const at = "/svc/api/notifications/destinations";
/** Creates a destination for only these events, with its own path. */
const subscribe = async (path: string, events: readonly string[], minimumSeverity = "info") => {
  const target = { type: "webhook", webhookUrl: chat.url(path) };
  const { body } = await service.admin("POST", at, { label: path, target, events, minimumSeverity });
  return () => service.admin("DELETE", `${at}/${body.response.destination.id}`);
};
/** Returns the requests at a path. Turning the clock during a delivery may send it twice, with the same id. */
const cameTo = (path: string) => [
  ...new Map(chat.at(path).map(({ headers, json }) => [headers["webhook-id"], json])).values(),
];
/** Returns them once there are this many. Turns the clock meanwhile. */
const arrived = async (path: string, count: number, stepMs = 20_000) => {
  while (cameTo(path).length < count) {
    await service.turn(stepMs);
    await service.clock.sleep(20);
  }
  expect(cameTo(path)).toHaveLength(count);
  return cameTo(path);
};
const eventsNamed = async (name: string) => {
  const { body } = await service.admin("GET", "/svc/api/notifications/events?limit=100");
  return body.response.events.filter(({ event }: { event: string }) => event === name);
};
/** Turns the clock until a condition is true. */
const until = async (isSo: () => Promise<boolean>, stepMs = 20_000) => {
  while (!(await isSo())) {
    await service.turn(stepMs);
    await service.clock.sleep(20);
  }
};

verifies("notifications:agent:away", async () => {
  const unsubscribe = await subscribe("/agent", ["agent_away", "agent_back"], "error");
  await agent.stop();
  const stoppedAt = service.clock.now();
  const [away] = await arrived("/agent", 1);
  expect(service.clock.now() - stoppedAt).toBeGreaterThanOrEqual(2 * minute);
  expect(away).toEqual({
    event: "agent_away",
    data: {
      subject: expect.any(String),
      text: expect.stringMatching(/^The agent on .* is offline\.$/),
      serverUrl: service.baseUrl,
      timestamp: expect.stringMatching(/^2026-11-20T/),
    },
  });
  agent = await anAgent(service, host, { again: true });
  const [, back] = await arrived("/agent", 2);
  expect(back.event).toBe("agent_back");
  expect(back.data.text).toMatch(/is online again\. It was offline for \d+m/);
  const [listed] = await eventsNamed("agent_back");
  expect(listed).toMatchObject({ severity: "info", title: "Agent online" });

  // Within the hour it is counted, and its end isn't reported.
  await agent.stop();
  await until(async () => (await eventsNamed("agent_away"))[0].repeats === 1);
  agent = await anAgent(service, host, { again: true });
  await until(async () => (await service.rows("notification-troubles")).length === 0);
  // If it lasts longer than an hour, it is reported then.
  await agent.stop();
  await until(async () => (await eventsNamed("agent_away"))[0].repeats === 2);
  expect(cameTo("/agent")).toHaveLength(2);
  const [, , again] = await arrived("/agent", 3, 5 * minute);
  expect(again.event).toBe("agent_away");
  agent = await anAgent(service, host, { again: true });
  const [, , , backAgain] = await arrived("/agent", 4);
  expect(backAgain.event).toBe("agent_back");
  await unsubscribe();
});

verifies("notifications:filemaker-server:away", async () => {
  const unsubscribe = await subscribe("/server", ["filemaker_server_away", "filemaker_server_back"], "error");
  const settings = { isOn: true, title: "", files: [], schedules: [], notices: [] };
  await service.admin("PUT", "/svc/api/settings/status-page", settings);
  const incident = async () => (await service.raw("GET", "/svc/api/status")).body.response.incident;
  expect(await incident()).toBeNull();
  service.sandbox.faults.set({ kind: "stopped" });
  // The detected cause depends on how far the clock is turned during the check.
  const [away] = await arrived("/server", 1);
  expect(away).toMatchObject({
    event: "filemaker_server_away",
    data: { text: expect.stringMatching(/^The Data API|^Fi|^No/) },
  });
  await service.turn(16_000);
  expect(await incident()).toEqual({ startedAt: expect.any(String), endedAt: null });
  service.sandbox.faults.clear();
  const [, back] = await arrived("/server", 2);
  expect(back).toMatchObject({
    event: "filemaker_server_back",
    data: { text: expect.stringContaining("again. It was unavailable for") },
  });
  await service.turn(16_000);
  expect(await incident()).toEqual({ startedAt: expect.any(String), endedAt: expect.any(String) });
  await unsubscribe();
});

verifies("notifications:credential:refused", async () => {
  const unsubscribe = await subscribe("/key", ["key_failing", "key_working"]);
  const use = (key: string) => service.raw("GET", recordsPath("Contacts.fmp12"), { key });
  const refused = async (label: string) => {
    const key = await service.aKey({ label });
    service.sandbox.faults.set({ kind: "wrongPassword" });
    await service.admin("POST", `/svc/api/api-key/${key}/logout`);
    expect(await use(key)).toRefuseLikeFileMaker("stored_credentials_refused");
    await service.settle();
    service.sandbox.faults.clear();
    return key;
  };
  const key = await refused("Shop");
  const [failing] = await arrived("/key", 1);
  expect(failing.event).toBe("key_failing");
  expect(failing.data.text).toMatch(
    /^Data API Key \d+ “Shop” fails: FileMaker Server rejects its account in Contacts\.fmp12\.$/,
  );
  expect((await use(key)).status).toBe(200);
  const [, working] = await arrived("/key", 2);
  expect(working.data.text).toMatch(/^Data API Key \d+ “Shop” works again\. It had failed for/);

  // A deleted key isn't reported as working again.
  const remove = (value: string) => service.admin("DELETE", `/svc/api/api-key/${value}`);
  await remove(key);
  const deleted = await refused("Deleted");
  await arrived("/key", 3);
  await remove(deleted);
  await until(async () => (await service.rows("notification-troubles")).length === 0);
  expect(cameTo("/key")).toHaveLength(3);
  await unsubscribe();
});

verifies("notifications:disk:low", async () => {
  const unsubscribe = await subscribe("/disk", ["disk_low", "disk_enough"]);
  freeBytes = 1_900_000;
  const [low] = await arrived("/disk", 1, minute);
  expect(low).toMatchObject({
    event: "disk_low",
    data: { text: "Low disk space on Latchkey's machine: 2 MB for its data." },
  });
  // Near the threshold, the state doesn't change.
  freeBytes = 2_400_000;
  await service.turn(10 * minute);
  freeBytes = 3_000_000;
  const [, enough] = await arrived("/disk", 2, minute);
  expect(enough).toMatchObject({ event: "disk_enough" });
  await unsubscribe();
});

if (mayMount)
  verifies("notifications:disk:low", "a disk of the database host as well", async () => {
    const unsubscribe = await subscribe("/host-disk", ["disk_low", "disk_enough"]);
    const backups = join(host.path, "Data", "Backups");
    const disk = smallDisk(8_000_000);
    const taken = join(disk, "taken");
    rmSync(backups, { recursive: true });
    symlinkSync(disk, backups);
    writeFileSync(taken, Buffer.alloc(6_800_000));
    const [low] = await arrived("/host-disk", 1);
    expect(low).toMatchObject({
      event: "disk_low",
      data: { text: "Low disk space on the database host: 1 MB for backups." },
    });
    rmSync(taken);
    const [, enough] = await arrived("/host-disk", 2);
    expect(enough).toMatchObject({
      event: "disk_enough",
      data: { text: "The disks of the database host have enough free space again." },
    });
    await until(async () => (await service.rows("notification-troubles")).length === 0);
    expect(cameTo("/host-disk")).toHaveLength(2);
    rmSync(backups);
    mkdirSync(backups);
    await unsubscribe();
  });

verifies("notifications:certificate:ends", async () => {
  const unsubscribe = await subscribe("/certificate", ["certificate_ends", "certificate_ended", "certificate_renewed"]);
  endsAt = service.clock.now() + 29.2 * day;
  const seen = async (event: string, count: number) => {
    await until(async () => (await eventsNamed(event)).length === count, 60 * minute);
    const [{ text }] = await eventsNamed(event);
    return text.replace(/\d{4}-\d\d-\d\d/, "the day");
  };
  expect(await seen("certificate_ends", 1)).toMatch(
    /^The certificate of FileMaker Server expires in 2\d days, on the day\.$/,
  );
  await service.turn(endsAt - service.clock.now() - 6.9 * day);
  expect(await seen("certificate_ends", 2)).toBe("The certificate of FileMaker Server expires in 6 days, on the day.");
  await service.turn(endsAt - service.clock.now() - 0.9 * day);
  expect(await seen("certificate_ends", 3)).toMatch(/expires today or tomorrow, on the day\.$/);
  await service.turn(endsAt - service.clock.now());
  expect(await seen("certificate_ended", 1)).toBe("The certificate of FileMaker Server expired on the day.");
  endsAt = service.clock.now() + 365 * day;
  await until(async () => (await eventsNamed("certificate_renewed")).length === 1, 6 * 60 * minute);
  const [renewed] = await eventsNamed("certificate_renewed");
  const on = new Date(endsAt).toISOString().slice(0, 10);
  expect(renewed).toMatchObject({ text: `The certificate of FileMaker Server was renewed. It expires on ${on}.` });
  await unsubscribe();
});

verifies("notifications:sign-ins:refused", async () => {
  const unsubscribe = await subscribe("/sign-ins", ["sign_ins_refused"]);
  const guess = () => service.raw("GET", recordsPath("Contacts.fmp12"), { key: `dk_${"0".repeat(60)}` });
  for (let tries = 0; tries < 60; tries += 1) await guess();
  // Rejections are written once per second.
  await service.turn(1_000);
  await guess();
  const [refused] = await arrived("/sign-ins", 1);
  expect(refused.data.text).toMatch(
    /^\d+ credentials were rejected within ten minutes, \d+ of them from 127\.0\.0\.1\.$/,
  );
  await unsubscribe();
});

verifies("notifications:triggers:any", async () => {
  const unsubscribe = await subscribe("/triggers", ["schema_changed", "webhook_disabled"]);
  const key = await service.aKey({ isOData: true, user: "Admin", pass: "full-access-pass" });
  chat.answer("/gone", 410);
  const targets = [{ kind: "url", url: chat.url("/gone") }];
  const created = await service.admin("POST", "/svc/api/triggers", {
    ...{ label: "Phones to the shop", filename: "Contacts", key, tableName: "Phones", notifySchemaChanges: true },
    destination: { kind: "relay", targets },
  });
  expect(created.status, created.text).toBe(200);
  const changed = await service.raw("PATCH", "/svc/fmi/odata/v4/Contacts/FileMaker_Tables/Phones", {
    key,
    json: { fields: [{ name: "more", type: "int" }] },
  });
  expect(changed.status, changed.text).toBeLessThan(300);
  const events = await arrived("/triggers", 2, 1_000);
  expect(events.map(({ event, data }) => [event, data.text])).toEqual([
    ["schema_changed", "The schema of table Phones in Contacts.fmp12 changed."],
    [
      "webhook_disabled",
      "A target of “Phones to the shop” was disabled. The receiver responded that it is gone (HTTP 410).",
    ],
  ]);
  await unsubscribe();
});

// The last test, because the agent isn't linked to the restarted service.
verifies("notifications:certificate:ends", "our own as well, which a restart renews", async () => {
  const unsubscribe = await subscribe("/own", ["certificate_ends", "certificate_renewed"]);
  const started = async (validMs: number) => {
    ownEndsAt = service.clock.now() + validMs;
    await service.restart();
    return new Date(ownEndsAt).toISOString().slice(0, 10);
  };
  const date = await started(5.5 * day);
  const [ends] = await arrived("/own", 1, 60 * minute);
  expect(ends.data.text).toMatch(/^The certificate of Latchkey expires in [45] days, on /);
  expect(ends.data.text).toContain(date);
  const later = await started(365 * day);
  const [, renewed] = await arrived("/own", 2, 60 * minute);
  expect(renewed.data.text).toBe(`The certificate of Latchkey was renewed. It expires on ${later}.`);
  await service.turn(12 * 60 * minute);
  await service.settle();
  expect(cameTo("/own")).toHaveLength(2);
  await unsubscribe();
});
