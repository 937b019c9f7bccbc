import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import { anAgent } from "../agent/support/an-agent.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aSandboxHost } from "./support/a-sandbox-host.ts";
import { aScriptServer } from "./support/a-script-server.ts";

const top = mkdtempSync(join(tmpdir(), "latchkey-server-"));
const path = join(top, "FileMaker Server");
const home = await testService({ sandbox: { world: aScriptServer(), folder: path } });
const host = aSandboxHost(path, join(top, "agent"));
afterAll(async () => {
  await home.stop();
  rmSync(top, { recursive: true, force: true });
});
beforeEach(() => {
  home.sandbox.faults.clear();
  home.sandbox.reload();
});

const change = (command: "start" | "stop" | "restart", service: string) =>
  home.admin("POST", "/svc/api/fms-process", { command, service });
const server = () => home.sandbox.world.server;

verifies("server:process:refused", "fmsadmin isn't available while no agent is connected", async () => {
  const { status, body } = await change("restart", "fmse");
  expect([status, body.messages[0].code]).toEqual([503, 18120]);
  expect((await home.admin("GET", "/svc/api/processes?kind=server.process")).body.response.processes).toEqual([]);
});

verifies("server:process:changed", async () => {
  const stopped = await change("stop", "fmdapi");
  expect(stopped.status).toBe(200);
  expect(stopped.body.response).toEqual({
    ok: true,
    state: "stopped",
    text: "The Data API is stopped.",
    isRunning: false,
    processId: expect.any(Number),
  });
  expect(server().engines.dataApi).toBe(false);
  expect((await change("start", "fmdapi")).body.response).toMatchObject({ ok: true, state: "running" });
  expect(server().engines.dataApi).toBe(true);
  for (const service of ["odata", "xdbc", "wpe", "server", "fmdapi"])
    expect((await change("restart", service)).body.response, service).toMatchObject({ ok: true, state: "running" });
  expect(server().running).toBe(true);
  expect(await newestEntry(home)).toMatchObject({ action: "changeServerProcess", objects: ["server-process:fmdapi"] });
});

verifies("server:process:states", async () => {
  const states = async () =>
    Object.fromEntries(
      (await home.admin("GET", "/svc/api/fms-process")).body.response.services.map(
        ({ service, state }: { readonly service: string; readonly state: string }) => [service, state],
      ),
    );
  const seen = { server: "running", fmdapi: "running", httpserver: "running", adminserver: "running" };
  // A process that can't be seen from outside is never reported as stopped or running.
  expect(await states()).toMatchObject({ ...seen, fmse: "unknown", fmsib: "unknown" });
  await change("stop", "fmdapi");
  expect(await states()).toMatchObject({ ...seen, fmdapi: "stopped" });
  await change("stop", "server");
  expect(await states()).toMatchObject({ server: "stopped", adminserver: "running", httpserver: "running" });
});

verifies("server:process:stopped-server", async () => {
  expect((await change("stop", "server")).body.response).toMatchObject({ ok: true, state: "stopped" });
  expect(server().running).toBe(false);
  // A state that already exists isn't an error.
  expect((await change("stop", "server")).body.response).toMatchObject({ ok: true, state: "stopped" });
  const started = await change("start", "server");
  expect(started.body.response).toMatchObject({ ok: true, state: "running", text: "The Database Server is running." });
  expect(home.sandbox.world.database("Tasks")?.status).toBe("NORMAL");
});

verifies("server:process:late", async () => {
  await change("stop", "server");
  home.sandbox.faults.set({ kind: "status", status: 400, code: "1709", path: "/server/status$", method: "PATCH" });
  const answer = change("start", "server");
  let isOver = false;
  void answer.then(() => {
    isOver = true;
  });
  while (!isOver) await home.turn(10_000);
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(body.response).toMatchObject({ ok: false, state: "stopped" });
  expect(body.response.text).toBe("the Database Server did not start within 90 seconds");
  expect((await finalProcess(home, body.response.processId)).state).toBe("doneWithErrors");
});

verifies("server:process:fmsadmin", async () => {
  const agent = await anAgent(home, host);
  for (const [command, service, state] of [
    ["stop", "fmse", "unknown"],
    ["start", "fmse", "unknown"],
    ["restart", "adminserver", "running"],
    ["stop", "httpserver", "stopped"],
  ] as const) {
    const { body } = await change(command, service);
    expect(body.response, `${command} ${service}`).toMatchObject({ ok: true, state });
  }
  expect([...server().stopped]).toEqual(["HTTPSERVER"]);
  await agent.stop();
});

verifies("server:process:refused", async () => {
  const agent = await anAgent(home, { ...host, folder: join(top, "agent-2") });
  const { body } = await change("start", "fmsib");
  expect(body.response).toMatchObject({ ok: false, state: "unknown" });
  expect(body.response.text).toContain("doesn't have this component");
  const { status } = await change("start", "nothing");
  expect(status).toBe(400);
  const { status: unknownCaller } = await home.raw("POST", "/svc/api/fms-process", {
    json: { command: "stop", service: "server" },
  });
  expect([unknownCaller, server().running]).toEqual([401, true]);
  await agent.stop();
});
