import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import { systemClock } from "../../local-agent/clock.ts";
import { fetchZip } from "../../local-agent/deployments/fetch-zip.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const toThisMachine = callouts({
  isAllowed: (address) => address === "127.0.0.1",
  isListed: () => true,
  addressesOf: async () => ["127.0.0.1"],
});

/** Fetches a file from a server. Returns its content and the pauses in milliseconds. */
async function fetchedFrom(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const pauses: number[] = [];
  let ahead = 0;
  const clock = {
    now: () => systemClock.now() + ahead,
    sleep: async (milliseconds: number) => {
      pauses.push(milliseconds);
      ahead += milliseconds;
    },
  };
  const target = join(scratchFolder(), "build.zip");
  const space = { announced: async () => undefined, writing: async () => undefined } as never;
  const address = `http://files.example.test:${(server.address() as AddressInfo).port}/svc/api/build/download`;
  await fetchZip(
    { clock, signal: new AbortController().signal, progress: () => undefined },
    toThisMachine,
    { address, sha256: null, sizeBytes: null, space },
    target,
  );
  return { text: readFileSync(target, "utf8"), pauses };
}

verifies("deployments:fetch:waits", async () => {
  let calls = 0;
  const { text, pauses } = await fetchedFrom(({ url }, answer) => {
    if (url === "/stored") return void answer.end("the build");
    calls += 1;
    if (calls <= 40) answer.writeHead(503, { "Retry-After": "5" }).end("The download is still being prepared");
    else answer.writeHead(302, { Location: "/stored" }).end();
  });
  expect(text).toBe("the build");
  expect(pauses).toEqual(Array.from({ length: 40 }, () => 5_000));
});

verifies("deployments:fetch:waits", "a server that is never ready is given up after half a day", async () => {
  const never = fetchedFrom((_, answer) => void answer.writeHead(503, { "Retry-After": "86400" }).end());
  await expect(never).rejects.toMatchObject({ fault: "failed", message: "The server responded with HTTP 503." });
});
