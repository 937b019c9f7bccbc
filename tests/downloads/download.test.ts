import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { readFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";
import { saved } from "./support/saved.ts";

const host = anEmptyHost();
const service = await testService(hostedOn(host));
const hosted = await hostedService(service, host);
const { at, statusOf } = hosted;
afterAll(() => hosted.stop());

const direct = (name: string, query = "") => service.admin("GET", `/svc/api/fm-file/${name}/download${query}`);

verifies("files:download:live", async () => {
  const answer = await direct("contacts");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toContain('filename="Contacts.fmp12"');
  expect(answer.headers["content-type"]).toBe("application/octet-stream");
  const copy = readFileOf(saved(answer.bytes));
  expect(copy.header?.isOpen).toBe(false);
  expect(copy.definition?.tables.find(({ name }) => name === "Contacts")?.records.length).toBeGreaterThan(0);
  expect(statusOf("Contacts")).toBe("NORMAL");
  const clone = await direct("Contacts.fmp12", "?clone=1");
  expect(clone.headers["content-disposition"]).toContain('filename="Contacts_clone.fmp12"');
  expect(readFileOf(saved(clone.bytes)).definition?.tables.flatMap(({ records }) => records)).toEqual([]);
});

verifies("files:download:closed", async () => {
  expect(statusOf("Archive")).toBe("CLOSED");
  const answer = await direct("Archive");
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(readFileSync(at("Data/Databases/Archive.fmp12")))).toBe(true);
});
