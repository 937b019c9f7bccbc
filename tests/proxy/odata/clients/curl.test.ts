import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect } from "vitest";
import { batchOf } from "../../../support/http/odata-batch.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";
import { testService } from "../../../support/test-service.ts";
import { verifies } from "../../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey({ isOData: true });
const file = `${service.baseUrl}/svc/fmi/odata/v4/Contacts.fmp12`;

/** Runs curl with options from its standard input, so that no process list shows a key. */
async function curl(...lines: readonly string[]): Promise<string> {
  const child = spawn("curl", ["--silent", "--show-error", "--config", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(lines.join("\n"));
  const printed = await buffer(child.stdout);
  if (child.exitCode === null) await once(child, "exit");
  return printed.toString();
}

const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const contacts = `${file}/Contacts?$top=1&$select=firstName`;
const answered = (text: string) => expect(JSON.parse(text).value).toHaveLength(1);

verifies("proxy:odata:clients", "curl, with the key in each of its places", async () => {
  answered(await curl(`url = ${quoted(contacts)}`, `header = ${quoted(`Authorization: Bearer ${key}`)}`));
  answered(await curl(`url = ${quoted(`${contacts}&apiKey=${key}`)}`));
  answered(await curl(`url = ${quoted(contacts.replace("://", `://apiKey:${key}@`))}`));
  answered(await curl(`url = ${quoted(contacts)}`, `user = ${quoted(`apiKey:${key}`)}`));
  answered(await curl(`url = ${quoted(contacts)}`, 'user = "api:demo-pass"'));
});

verifies("proxy:odata:clients", "curl, with a batch of raw bytes from a file, also in chunks", async () => {
  const path = join(scratchFolder(), "batch.txt");
  const call = { lines: ["GET /svc/fmi/odata/v4/Contacts.fmp12/Contacts?$top=1 HTTP/1.1"] };
  writeFileSync(path, batchOf("batch_1", [call, call]));
  const options = [
    `url = ${quoted(`${file}/$batch`)}`,
    `header = ${quoted(`Authorization: Bearer ${key}`)}`,
    'header = "Content-Type: multipart/mixed; boundary=batch_1"',
    `data-binary = ${quoted(`@${path}`)}`,
  ];
  for (const extra of [[], ['header = "Transfer-Encoding: chunked"']]) {
    const text = await curl(...options, ...extra);
    expect(text.match(/^HTTP\/1\.1 200/gm)).toHaveLength(2);
  }
});
