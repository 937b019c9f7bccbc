import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, vi } from "vitest";
import { blobsOnS3 } from "../../../functions/lambda/openers/blobs-on-s3.ts";
import { resource as proxy } from "../../../functions/proxy/proxy.ts";
import { readAwsSettings } from "../../../functions/settings/aws.ts";
import { startS3 } from "../../../sandbox/s3/server.ts";
import { awsVariables } from "../../support/aws/aws-variables.ts";
import { handlerOf, streamedEntry } from "../../support/aws/lambda-entries.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../../support/aws/streaming-runtime.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, bring } from "./support/bring.ts";

installStreamingRuntime();
const service = await testService();
const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
const credentials = { accessKeyId: "local", secretAccessKey: "local secret" };
const s3 = await startS3({ folder, ...credentials, region: "eu-central-1", buckets: ["latchkey-blobs"] });
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

verifies("files:upload:taken", "a Lambda of the proxy streams the stored file too", async () => {
  const key = await service.aKey();
  const file = aFile(6_000_000);
  const id = await bring(service, key, file, { fileName: "lambda.bin" });
  const handler = streamedEntry(handlerOf(proxy, service.runtime.platform));
  const target = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records/1/containers/photo/1";
  const headers = { Authorization: `Bearer ${key}`, "X-Svc-Upload": id };
  const answer = await invokeStream(handler, restEvent("POST", target, { headers }));
  expect(answer.prelude?.statusCode).toBe(200);
  const records = service.sandbox.world.database("Contacts")?.tables.get("contacts")?.records;
  const cell = records?.get(1)?.cells.get("photo") as { name: string; bytes: Buffer };
  expect(cell.name).toBe("lambda.bin");
  expect(cell.bytes.equals(file)).toBe(true);
});

verifies("files:upload:begun", "a Lambda has parts uploaded to the configured bucket", async () => {
  // Names as Lambda passes them to its functions, and the address of the emulators' S3.
  for (const [name, value] of Object.entries({
    AWS_ENDPOINT_URL_S3: s3.origin,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }))
    vi.stubEnv(name, value);
  const settings = readAwsSettings(awsVariables);
  const { blobs, addresses } = blobsOnS3({ ...service.runtime.platform, settings });
  const name = "uploads/1/01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24/0001";
  const address = await addresses.put(name, { sizeBytes: 5, expiresSeconds: 60 });
  expect(new URL(address).pathname).toBe(`/latchkey-blobs/${name}`);
  expect((await fetch(address, { method: "PUT", body: "12345" })).status).toBe(200);
  expect(await blobs.head(name)).toMatchObject({ sizeBytes: 5 });
});
