import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { S3Server } from "../../sandbox/s3/server.ts";
import { blobsSuite } from "../ports/blobs-suite.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { aClient, aTarget } from "./s3-worlds.ts";

const remoteBucket = process.env.REMOTE === "1" ? (process.env.LATCHKEY_TEST_BUCKET ?? "") : undefined;
const folder = mkdtempSync(join(tmpdir(), "latchkey-test-"));
let target: S3Server | undefined;
let client: S3Client;

beforeAll(async () => {
  if (remoteBucket !== undefined) {
    client = new S3Client(clientSettings({ answerMs: 30_000 }));
    return;
  }
  target = await aTarget(folder);
  client = aClient(target.origin);
});
afterAll(async () => {
  client.destroy();
  await target?.close();
  rmSync(folder, { recursive: true });
});

blobsSuite(remoteBucket === undefined ? "S3 as the sandbox has it" : "S3", async () => {
  const clock = turnableClock();
  const bucket = remoteBucket ?? "blobs";
  // The bucket is never emptied: every test has its own prefix in it.
  const blobs = s3Blobs({ client, bucket, prefix: `${randomUUID()}/`, clock, ids: systemIds(clock) });
  return { blobs, clock, close: () => {} };
});
