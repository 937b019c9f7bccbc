import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const program = new URL("../../local-runtime/start.mjs", import.meta.url).pathname;

verifies("runtime:stop:starter", async () => {
  // A second command keeps the shell from being replaced by the program.
  const shell = spawn("/bin/sh", ["-c", `'${process.execPath}' '${program}'; exit 3`], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: join(scratchFolder(), "data"),
      FMS_URL: "http://127.0.0.1:9",
      npm_lifecycle_event: "start",
    },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const group = shell.pid ?? 0;
  let isOver = false;
  onTestFinished(() => {
    if (!isOver) process.kill(-group, "SIGKILL");
  });
  const ready = Promise.withResolvers<string>();
  shell.stdout.on("data", (chunk: Buffer) => {
    const baseUrl = /Latchkey ready at (\S+)/.exec(String(chunk))?.[1];
    if (baseUrl !== undefined) ready.resolve(baseUrl);
  });
  // The service holds the other end of its output, which ends when the service has ended.
  const output = text(shell.stdout);
  const baseUrl = await ready.promise;
  shell.kill("SIGTERM");
  expect(await once(shell, "exit")).toEqual([null, "SIGTERM"]);
  await output;
  isOver = true;
  await expect(fetch(`${baseUrl}/svc/healthz`)).rejects.toThrow();
});
