import { afterAll, expect } from "vitest";
import { Stopping } from "../../local-agent/tasks/stopping.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aChatServer } from "./support/a-chat-server.ts";

const chat = await aChatServer();
const server = await aReleaseSetup(
  testService,
  "development",
  [aFile("Contacts", { records: 1 }), aFile("Orders", { records: 1 })],
  false,
);
/** Actions at the start of a host task's step, by step name. */
const onStep = new Map<string, () => Promise<void>>();
const watchedAgent = () =>
  server.agent({
    async noteWatch(when, note) {
      if (when === "before" && note.note === "step" && note.state === "begun") await onStep.get(note.name)?.();
    },
  });
let agent = await watchedAgent();
afterAll(async () => {
  await server.stop();
  await chat.stop();
});

const { service } = server;
const files = [{ fileName: "Contacts" }];
const own = (path: string) => [
  { type: "slack", channelUrl: chat.url(`${path}/slack`), label: "Slack" },
  { type: "webhook", webhookUrl: chat.url(`${path}/webhook`), headers: { "X-Token": "canary-of-a-header" } },
  { type: "webhook", webhookUrl: chat.url(`${path}/trouble`), sendSuccessNotifications: false },
];
/** Returns the requests at a path, once there are this many. */
const arrived = async (path: string, count: number) => {
  for (;;) {
    if (chat.at(path).length >= count) return chat.at(path).map(({ json }) => json);
    await service.turn(1);
  }
};
/** Returns a part of a deployment with its own destinations. Without an existing build, it fails. */
const part = (path: string, more: object = {}) => ({
  source: { type: "local", fileNames: ["Orders"] },
  fileOperations: [{ operation: "install", source: { fileName: "Orders" }, target: { fileName: "Copy" } }],
  options: { notifications: own(path) },
  ...more,
});
const nowhere = { name: "Nowhere", source: { type: "build_inbox", buildId: "nowhere" } };
const deploy = async (json: object) => {
  const started = await server.post("deployment", json);
  expect(started.status, started.text).toBe(200);
  return started.body.response;
};
const fails = async (label: string) => {
  const { processIds } = await deploy({
    label,
    deployments: [{ ...part("/none", nowhere), name: label, options: {} }],
  });
  expect(await server.ended(processIds[0])).toMatchObject({ state: "failed" });
};
const subscribe = async (target: object, more: object) => {
  const json = { label: "Operations", target, ...more };
  const { id } = (await server.post("notifications/destinations", json)).body.response.destination;
  const at = `/svc/api/notifications/destinations/${id}`;
  return {
    source: `notification-${id}`,
    read: async () => (await service.admin("GET", at)).body.response.destination,
    change: (changes: object) => service.admin("PATCH", at, changes),
    remove: () => service.admin("DELETE", at),
  };
};
const slack = (path: string) => ({ type: "slack", channelUrl: chat.url(path) });
const webhook = (path: string) => ({ type: "webhook", webhookUrl: chat.url(path) });
const eventsSent = async (query = "") => (await server.get(`notifications/events${query}`)).body.response;
/** Turns the clock until a destination is disabled. */
const disabled = async ({ read }: Awaited<ReturnType<typeof subscribe>>) => {
  for (;;) {
    const destination = await read();
    if (!destination.active) return destination;
    await service.turn(1);
  }
};
const deliveriesOf = async (source: string) =>
  (await server.get(`deliveries?source=${source}`)).body.response.deliveries;

verifies("notifications:builds:start", "a build's own destinations are notified of its start and success", async () => {
  const built = await server.built({ buildId: "release-1", files, notifications: own("/one") });
  expect(built).toMatchObject({ status: "completed" });
  const [started, succeeded, ...more] = await arrived("/one/webhook", 2);
  expect(more).toEqual([]);
  const data = {
    buildId: "release-1",
    ottofmsId: built.ottofmsId,
    serverUrl: service.baseUrl,
    buildUrl: `${service.baseUrl}/svc/builds/${built.ottofmsId}`,
    getBuildUrl: `${service.baseUrl}/svc/api/build/db/${built.ottofmsId}`,
    files: ["Contacts.fmp12"],
    fileCount: 1,
    timestamp: expect.stringMatching(/^2026-11-20T/),
  };
  expect(started).toEqual({ event: "build_started", data: { status: "started", ...data } });
  expect(succeeded).toEqual({
    event: "build_succeeded",
    data: {
      status: "completed",
      ...data,
      duration: expect.any(Number),
      durationFormatted: expect.stringMatching(/s$/),
      downloadUrl: expect.stringContaining("/svc/api/build/download?token="),
      downloadFolderUrl: expect.stringContaining("/svc/api/build/downloadFolder?token="),
    },
  });
  expect((await service.raw("GET", succeeded.data.downloadUrl.slice(service.baseUrl.length))).status).toBe(200);
  expect(chat.at("/one/webhook")[0]?.headers).toMatchObject({ "x-token": "canary-of-a-header" });
});

verifies("notifications:builds:success", "a Slack message says which build it was, and links to it", async () => {
  const [, succeeded] = await arrived("/one/slack", 2);
  expect(succeeded.text).toContain("Build finished: Build release-1");
  expect(succeeded.blocks[1].text.text).toMatch(
    /\*Files:\* Contacts\.fmp12\n.*\n?<http.*\/svc\/builds\/\d+\|Show it>/s,
  );
  const rows = await deliveriesOf("build-1");
  expect(rows.map(({ state }: { state: string }) => state)).toEqual([
    "delivered",
    "delivered",
    "delivered",
    "delivered",
  ]);
  const shown = (await server.get(`deliveries/${rows[0].id}`)).text;
  expect(shown).toContain("http://chat.example.test");
  expect(shown).not.toMatch(/\/one\/|canary/);
});

verifies("notifications:builds:failure", "a failed build and an aborted one are notified", async () => {
  onStep.set("copy", async () => {
    throw new Error("The disk is broken");
  });
  const failed = await server.built({ buildId: "fails", files, notifications: own("/two") });
  expect(failed).toMatchObject({ status: "failed" });
  const [, end] = await arrived("/two/webhook", 2);
  expect(end).toMatchObject({ event: "build_failed", data: { status: "failed", buildId: "fails" } });
  expect(end.data).not.toHaveProperty("downloadUrl");

  let waiting = 0;
  onStep.set("copy", async () => {
    const { body } = await server.post("build", { buildId: "aborted", files, notifications: own("/three") });
    waiting = body.response.processId;
    expect((await server.post(`processes/${waiting}/abort`)).status).toBe(200);
  });
  await server.built({ buildId: "before", files });
  onStep.clear();
  await server.ended(waiting);
  const [aborted] = await arrived("/three/webhook", 1);
  expect(aborted).toMatchObject({ event: "build_aborted", data: { status: "aborted" } });
});

verifies(
  "notifications:deployments:any",
  "a deployment's own destinations are notified of its start and end",
  async () => {
    const { batchId, processIds, subDeploymentIds } = await deploy({ label: "Copy", deployments: [part("/four")] });
    const process = await server.ended(processIds[0]);
    expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
    const data = {
      deploymentId: subDeploymentIds[0],
      name: "Copy",
      host: new URL(service.baseUrl).hostname,
      serverUrl: service.baseUrl,
      deploymentUrl: `${service.baseUrl}/svc/deployments/${batchId}`,
      getDeploymentUrl: `${service.baseUrl}/svc/api/deployment/${subDeploymentIds[0]}`,
      isSubDeployment: false,
      files: ["Copy"],
      fileCount: 1,
      timestamp: expect.stringMatching(/^2026-11-20T/),
    };
    expect(await arrived("/four/webhook", 2)).toEqual([
      { event: "deployment_started", data: { status: "started", ...data } },
      {
        event: "deployment_success",
        data: {
          status: "success",
          ...data,
          duration: expect.any(Number),
          durationFormatted: expect.stringMatching(/s$/),
          errorCount: 0,
        },
      },
    ]);
  },
);

verifies("notifications:deployments:any", "a failed part and a skipped one are reported", async () => {
  const parts = [part("/failed", nowhere), part("/left-out", { name: "Left out" })];
  const { processIds, subDeploymentIds } = await deploy({ label: "Both", abortRemaining: true, deployments: parts });
  for (const id of processIds) await server.ended(id);
  const [started, failed] = await arrived("/failed/webhook", 2);
  expect(started).toMatchObject({ event: "deployment_started", data: { name: "Nowhere", isSubDeployment: true } });
  expect(failed).toEqual({
    event: "deployment_failed",
    data: {
      ...started.data,
      status: "failed",
      duration: expect.any(Number),
      durationFormatted: expect.any(String),
      errorCount: 1,
      timestamp: expect.any(String),
    },
  });
  const [aborted] = await arrived("/left-out/webhook", 1);
  expect(aborted).toMatchObject({
    event: "deployment_aborted",
    data: { status: "aborted", name: "Left out", deploymentId: subDeploymentIds[1], isSubDeployment: true },
  });
  const [, message] = await arrived("/failed/slack", 2);
  expect(message.text).toContain("Deployment failed: Deployment Nowhere");
  expect(message.blocks[1].text.text).toContain("*Errors:* 1");
});

verifies("notifications:destinations:chosen", async () => {
  const destinations = await Promise.all([
    subscribe(webhook("/all"), {}),
    subscribe(webhook("/warning"), { minimumSeverity: "warning" }),
    subscribe(webhook("/start"), { events: ["deployment_started", "build_failed"] }),
    subscribe(webhook("/neither"), {
      events: ["deployment_started", "deployment_success"],
      minimumSeverity: "warning",
    }),
    subscribe(webhook("/off"), { active: false }),
  ]);
  await fails("missing");
  const names = async (path: string, count: number) => (await arrived(path, count)).map(({ event }) => event);
  expect(await names("/all", 2)).toEqual(["deployment_started", "deployment_failed"]);
  expect(await names("/warning", 1)).toEqual(["deployment_failed"]);
  expect(await names("/start", 1)).toEqual(["deployment_started"]);
  expect(await Promise.all(destinations.map(async ({ read }) => (await read()).delivered))).toEqual([2, 1, 1, 0, 0]);

  const { events, cursor } = await eventsSent("?limit=1");
  expect(events).toMatchObject([
    {
      event: "deployment_failed",
      severity: "error",
      title: "Deployment failed",
      text: "Deployment missing",
      repeats: 0,
    },
  ]);
  const next = await eventsSent(`?limit=1&cursor=${encodeURIComponent(cursor)}`);
  expect(next.events).toMatchObject([{ event: "deployment_started", severity: "info", text: "Deployment missing" }]);
  for (const { remove } of destinations) await remove();
});

verifies("notifications:releases:success-off", async () => {
  // Successes above weren't reported; failures were.
  expect(chat.at("/one/trouble")).toEqual([]);
  expect(chat.at("/four/trouble")).toEqual([]);
  expect((await arrived("/two/trouble", 1)).map(({ event }) => event)).toEqual(["build_failed"]);
  expect((await arrived("/failed/trouble", 1)).map(({ event }) => event)).toEqual(["deployment_failed"]);
});

/** Waits for the end of a task whose agent dies in a step: the next agent has no record of it. */
const crashed = async (step: string, start: () => Promise<{ readonly processId: number }>) => {
  const death = Promise.withResolvers<void>();
  onStep.set(step, async () => {
    death.resolve();
    throw new Stopping();
  });
  const { processId } = await start();
  await server.comesTo(death.promise, processId);
  onStep.clear();
  await agent.stop();
  agent = await watchedAgent();
  await server.ended(processId);
};

verifies("notifications:builds:crash", async () => {
  await crashed("put", async () => {
    const started = await server.post("build", { buildId: "crashes", files, notifications: own("/five") });
    return started.body.response;
  });
  const [, end] = await arrived("/five/webhook", 2);
  expect(end).toMatchObject({ event: "build_crashed", data: { status: "crashed", buildId: "crashes" } });
});

verifies("notifications:deployments:crash", async () => {
  await crashed("clock", async () => {
    const target = { fileName: "Another copy" };
    const fileOperations = [{ operation: "install", source: { fileName: "Orders" }, target }];
    const { processIds } = await deploy({ label: "Crashes", deployments: [part("/six", { fileOperations })] });
    return { processId: processIds[0] };
  });
  const [, end] = await arrived("/six/webhook", 2);
  expect(end).toMatchObject({ event: "deployment_crashed", data: { status: "crashed", name: "Crashes" } });
});

verifies("notifications:destinations:disabled", async () => {
  await subscribe(slack("/watcher"), { events: ["destination_disabled"] });
  const gone = await subscribe(webhook("/gone"), { label: "Gone", events: ["deployment_started"] });
  chat.answer("/gone", 410);
  const failing = await subscribe(webhook("/failing"), { events: ["deployment_started"] });
  chat.answer("/failing", 500);
  await fails("seen by both");
  /** Enables the destination, sends again, and waits until it is disabled. */
  const goes = async () => {
    await gone.change({ active: true });
    await server.post("deliveries/replay", { source: gone.source });
    return disabled(gone);
  };
  expect(await disabled(gone)).toMatchObject({
    disabledReason: "The destination responded that it is gone (HTTP 410).",
    lastResultIsError: true,
  });
  expect((await arrived("/watcher", 1))[0].text).toContain("Notification destination disabled: “Gone” was disabled.");
  expect((await gone.change({ active: true })).body.response.destination).toMatchObject({ disabledReason: null });

  // A repetition within an hour is only counted.
  await goes();
  const [event] = (await eventsSent()).events.filter((one: { event: string }) => one.event === "destination_disabled");
  expect(event).toMatchObject({ severity: "error", repeats: 1 });
  await service.turn(3_600_000);
  await goes();
  const [, again, ...more] = await arrived("/watcher", 2);
  expect(more).toEqual([]);
  expect(again.blocks[1].text.text).toContain("*Previous occurrences:* once");

  // A destination that accepts nothing for five days.
  const day = 24 * 3_600_000;
  await service.turn(4.9 * day);
  expect(await failing.read()).toMatchObject({ active: true, lastResultIsError: true, delivered: 0 });
  await service.turn(0.2 * day);
  await server.post("deliveries/replay", { source: failing.source });
  expect(await disabled(failing)).toMatchObject({ disabledReason: "Deliveries have failed for five days." });
});
