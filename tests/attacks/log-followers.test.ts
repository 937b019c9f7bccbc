import { request } from "node:http";
import { expect, onTestFinished } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { call } from "../support/http/call.ts";
import { type OpenStream, openStream } from "../support/http/open-stream.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const followers = fullCounts ? 400 : 14;
const maxFollowers = 10;
const rounds = 5;
const callsPerRound = 200;

/** Starts the service, in a separate process for full numbers, so that the result is the cost for the service and not for the test. */
async function started(): Promise<string> {
  if (!fullCounts) {
    const service = await testService();
    onTestFinished(() => service.stop());
    return service.baseUrl;
  }
  const sandbox = await startServer();
  onTestFinished(() => sandbox.close());
  return (await latchkeyProcess({ DATA_DIR: `${scratchFolder()}/data`, FMS_URL: sandbox.origin })).baseUrl;
}

/** Returns the 99th percentile of consecutive health checks in milliseconds. */
async function p99Ms(baseUrl: string): Promise<number> {
  const durations: number[] = [];
  for (let count = 0; count < callsPerRound; count += 1) {
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${baseUrl}/svc/healthz`, { agent: false }, (response) => {
        response.resume().once("end", resolve).once("error", reject);
      });
      sent.once("error", reject).end();
    });
    durations.push(performance.now() - startedAt);
  }
  return durations.toSorted((a, b) => a - b)[Math.floor(callsPerRound * 0.99)] as number;
}

verifies("access:limits:streams", "a viewer's excess followers are rejected, and cost the others little", async () => {
  const baseUrl = await started();
  const made = await call(baseUrl, "POST", "/svc/api/admin-api-key", {
    headers: { Authorization: adminAccount },
    json: { label: "viewer", user: "admin", pass: "admin-pass", role: "viewer" },
  });
  const headers = { Authorization: `Bearer ${made.body.response.key}` };
  const follow = () => openStream(baseUrl, "/svc/api/logs/svc-info.log/follow", headers);
  /** Returns the number of accepted followers. */
  const open = async (): Promise<number> => {
    streams.push(...(await Promise.all(Array.from({ length: followers }, follow))));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200, 429]));
    return streams.filter(({ status }) => status === 200).length;
  };
  const streams: OpenStream[] = [];
  const leave = () => Promise.all(streams.splice(0).map((stream) => stream.leave()));
  onTestFinished(async () => void (await leave()));

  expect(await open()).toBe(maxFollowers);
  expect((await call(baseUrl, "GET", "/svc/healthz")).status).toBe(200);
  if (!fullCounts) return;
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const withFollowersMs = await p99Ms(baseUrl);
    await leave();
    ratios.push(withFollowersMs / (await p99Ms(baseUrl)));
    expect(await open()).toBe(maxFollowers);
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] as number;
  console.log(`Health checks beside ${followers} followers: p99 is ${ratio.toFixed(2)} of what it is without`);
  expect(ratio).toBeLessThanOrEqual(2);
});
