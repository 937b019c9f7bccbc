import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../support/until.ts";
import { aHost, type TestHost } from "./support/a-host.ts";

const LIST = ["-u", "admin", "-p", "admin-pass", "list", "files"];

function started({ at }: TestHost) {
  const child = spawn(at("Database Server/bin/fmsadmin"), LIST, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Resolves once the tool has requested its fault. */
async function struck({ server }: TestHost): Promise<void> {
  await until(() => server.counters.faults === 1);
}

test("a tool that hangs ends with a signal", async () => {
  const host = await aHost();
  host.server.faults.set({ kind: "tool", hang: true, path: "^/fmsadmin/LIST FILES$" });
  const child = started(host);
  await struck(host);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
});

test("a tool that ignores SIGTERM ends only with SIGKILL", async () => {
  const host = await aHost();
  host.server.faults.set({ kind: "tool", hang: true, ignoreTerm: true, printBytes: 10 });
  const child = started(host);
  // It prints once it ignores the signal.
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  host.server.faults.clear();
  // It is still running after a complete run of another tool.
  await host.fmsadmin("list", "files");
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill("SIGKILL");
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
});

test("a tool that hangs ends with the sandbox at the latest", async () => {
  const host = await aHost();
  host.server.faults.set({ kind: "tool", hang: true, ignoreTerm: true });
  const child = started(host);
  await struck(host);
  const [[code]] = await Promise.all([once(child, "exit"), host.server.close()]);
  expect(code).toBe(6);
});

test("a tool prints a hundred megabytes before its list", async () => {
  const host = await aHost();
  host.server.faults.set({ kind: "tool", printBytes: 100_000_000 });
  const child = started(host);
  let bytes = 0;
  let tail = "";
  for await (const chunk of child.stdout) {
    bytes += (chunk as Buffer).length;
    tail = (chunk as Buffer).subarray(-40).toString("utf8");
  }
  expect(bytes).toBeGreaterThan(100_000_000);
  expect(tail).toMatch(/Orders\.fmp12\n$/);
});

test("a tool fails with 255 and does nothing, once", async () => {
  const host = await aHost();
  host.server.faults.set({ kind: "tool", exitCode: 255, times: 1, path: "CLOSE" });
  expect((await host.fmsadmin("close", "-y")).code).toBe(255);
  expect(host.statusOf("Orders")).toBe("NORMAL");
  expect((await host.fmsadmin("close", "-y")).code).toBe(0);
  expect(host.server.counters.byTool).toEqual({ fmsadmin: 2 });
});

test("a tool is delayed, by the sandbox's clock", async () => {
  const host = await aHost();
  host.server.faults.set({ kind: "tool", milliseconds: 3_600_000 });
  const running = host.fmsadmin("list", "files");
  await struck(host);
  host.server.advance(3_600_000);
  expect((await running).lines).toHaveLength(2);
});
