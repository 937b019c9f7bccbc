import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { systemClock } from "../../local-agent/clock.ts";
import { fetchZip } from "../../local-agent/deployments/fetch-zip.ts";
import { spaceGuard } from "../../local-agent/disk/disk-space.ts";
import { sizeOf } from "../../local-agent/disk/on-disk.ts";
import { aFile, aReleaseSetup, calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { mayMount } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const megabyte = 1_000_000;
const diskBytes = 128 * megabyte;
const floorBytes = 80 * megabyte;

const server = await aReleaseSetup(
  (options) => testService(options),
  "endless",
  [aFile("Contacts", { records: 1 })],
  true,
  { diskFloorBytes: floorBytes },
);
afterAll(() => server.stop());

/** Sends chunks until the caller disconnects. */
function sendEndlessly(answer: ServerResponse, onBytes: (bytes: number) => void = () => undefined): void {
  const piece = Buffer.alloc(64 * 1024, 1);
  const send = () => {
    for (let isFree = true; isFree && !answer.destroyed; isFree = answer.write(piece)) onBytes(piece.length);
  };
  answer.on("drain", send);
  send();
}

/** Starts a server with such sources. Returns its address. */
async function listening(answer: RequestListener): Promise<string> {
  const http = createServer(answer);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://files.example.test:${(http.address() as AddressInfo).port}`;
}

interface Announced {
  readonly sizeBytes?: number | null;
  readonly sha256?: string | null;
}

/** Downloads to a disk with this number of free bytes, minus the bytes received. Returns the error and the number of bytes received. */
async function fetchedOnto(freeBytes: number, from: string, { sizeBytes = null, sha256 = null }: Announced = {}) {
  const folder = scratchFolder();
  const space = spaceGuard({ folder, floorBytes, freeBytes: async () => freeBytes - (await sizeOf(folder)) });
  const clock = { ...systemClock, sleep: async () => undefined };
  const context = { clock, signal: new AbortController().signal, progress: () => undefined };
  const thrown: unknown = await fetchZip(
    context,
    calloutsToThisMachine,
    { address: from, sha256, sizeBytes, space },
    join(folder, "build.zip"),
  ).catch((error: unknown) => error);
  return { thrown, bytes: await sizeOf(folder) };
}

verifies("files:disk:unannounced", "from an endless source", async () => {
  const address = await listening((_, answer) => sendEndlessly(answer));
  const { thrown, bytes } = await fetchedOnto(floorBytes + 10 * megabyte, `${address}/r.build.zip`);
  expect(thrown).toMatchObject({ fault: "no-space", message: expect.stringContaining("80.0 MB") });
  expect(bytes).toBeGreaterThan(9 * megabyte);
  expect(bytes).toBeLessThanOrEqual(10 * megabyte);
});

verifies(
  "files:disk:unannounced",
  "from a source that announces more than fits, before a byte is written",
  async () => {
    const address = await listening((_, answer) => {
      answer.writeHead(200, { "Content-Length": 1_000 * megabyte });
      sendEndlessly(answer);
    });
    const announced = await fetchedOnto(floorBytes + 10 * megabyte, `${address}/r.build.zip`);
    expect(announced).toMatchObject({ bytes: 0, thrown: { fault: "no-space" } });
    expect((announced.thrown as Error).message).toContain("1000.0 MB are expected");
    // The manifest says so, but its server doesn't.
    const chunked = await listening((_, answer) => sendEndlessly(answer));
    const ofManifest = await fetchedOnto(floorBytes + 10 * megabyte, `${chunked}/r.build.zip`, {
      sizeBytes: 11 * megabyte,
    });
    expect(ofManifest).toMatchObject({ bytes: 0, thrown: { fault: "no-space" } });
  },
);

verifies("files:disk:unannounced", "from a source that keeps aborting", async () => {
  let sent = 0;
  const address = await listening((request, answer) => {
    const [, from = "0"] = /bytes=(\d+)-/.exec(request.headers.range ?? "") ?? [];
    answer.writeHead(from === "0" ? 200 : 206, { "Content-Range": `bytes ${from}-/*` });
    sent += megabyte;
    answer.write(Buffer.alloc(megabyte, 1), () => answer.socket?.end());
  });
  const { thrown, bytes } = await fetchedOnto(floorBytes + 3 * megabyte, `${address}/r.build.zip`, {
    sha256: "a".repeat(64),
  });
  expect(thrown).toMatchObject({ fault: "no-space" });
  expect(sent).toBe(4 * megabyte);
  expect(bytes).toBeLessThanOrEqual(3 * megabyte);
});

verifies("deployments:plan:size-unknown", async () => {
  const fileOperations = [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } }];
  for (const source of [
    { type: "url", url: "http://files.example.test:9/r.build.zip" },
    { type: "file_urls", files: [{ url: "http://files.example.test:9/a", filename: "Contacts.fmp12" }] },
  ]) {
    const { body } = await server.post("deployment/plan", { label: "Plan", deployments: [{ source, fileOperations }] });
    const [part] = body.response.parts;
    const space = part.findings.find(({ code }: { readonly code: string }) => code === "space");
    expect(space, JSON.stringify(part.findings)).toMatchObject({ level: "info" });
    expect(space.text).toContain("doesn't report the size of its files");
    // Estimated as the size of the replaced files, plus the zip.
    expect(part.disks.every(({ neededBytes }: { readonly neededBytes: number }) => neededBytes > 0)).toBe(true);
  }
});

if (mayMount)
  verifies("files:disk:unannounced", "during a deployment; FileMaker Server keeps its disk space", async () => {
    const backups = server.at("Data", "Backups");
    mountOver(backups);
    onTestFinished(() => {
      execFileSync("umount", ["-l", backups]);
    });
    let leastFree = Number.POSITIVE_INFINITY;
    const address = await listening((request, answer) => {
      if (request.url?.startsWith("/announced")) answer.writeHead(200, { "Content-Length": 1_000 * megabyte });
      sendEndlessly(answer, () => {
        leastFree = Math.min(leastFree, freeBytes(backups));
      });
    });
    for (const source of [
      { type: "url", url: `${address}/r.build.zip` },
      { type: "url", url: `${address}/announced.build.zip` },
      { type: "file_urls", files: [{ url: `${address}/Contacts.fmp12`, filename: "Contacts.fmp12" }] },
    ]) {
      const fileOperations = [
        { operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } },
      ];
      const { body } = await server.post("deployment", { label: "Fill", deployments: [{ source, fileOperations }] });
      const { processIds } = body.response;
      const ended = await server.ended(processIds[0]);
      expect(ended).toMatchObject({ state: "failed" });
      expect(await server.log(processIds[0])).toMatch(/would have less than 80.0 MB left/);
    }
    expect(leastFree).toBeGreaterThanOrEqual(floorBytes);
    const work = join(backups, "Latchkey Builds", "work");
    expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  });

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Mounts a small disk in place of a folder, with the folder's content. */
function mountOver(folder: string): void {
  const copy = mkdtempSync(join(tmpdir(), "latchkey-disk-"));
  cpSync(folder, copy, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", folder]);
  cpSync(copy, folder, { recursive: true });
  rmSync(copy, { recursive: true });
}
