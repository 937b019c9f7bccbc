import { readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";

const host = anEmptyHost();
const service = await testService(hostedOn(host));
const hosted = await hostedService(service, host);
const { at, ended, later } = hosted;
afterAll(() => hosted.stop());

const made = async (path: string, key?: string) => {
  const answer = key === undefined ? await service.admin("GET", path) : await service.raw("GET", path, { key });
  expect(answer.status).toBe(200);
  const { link, processId } = answer.body.response;
  await ended(processId);
  const token = new URL(link).searchParams.get("token") ?? "";
  return { link, token, path: link.slice(service.baseUrl.length) };
};

verifies("files:link:query-token", async () => {
  const { path } = await made("/svc/api/fm-file/Contacts/link");
  const answer = await service.raw("GET", path);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toContain('filename="Contacts.zip"');
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
});

verifies("files:link:path-token", async () => {
  const { token, path } = await made("/svc/api/fm-file/Contacts/link?clone=1");
  const byPath = await service.raw("GET", `/svc/api/fm-file/download/${token}`);
  expect(byPath.headers["content-disposition"]).toContain('filename="Contacts_clone.zip"');
  expect(byPath.bytes.equals((await service.raw("GET", path)).bytes)).toBe(true);
});

verifies("files:link:default-expiry", async () => {
  const { path } = await made("/svc/api/fm-file/Contacts/link");
  await later(8);
  expect((await service.raw("HEAD", path)).status).toBe(200);
  await later(2);
  expect(await service.raw("GET", path)).toRefuseWith("download_not_found");
});

verifies("files:link:expiry", async () => {
  const { path } = await made("/svc/api/fm-file/Contacts/link?expiry=2h");
  await later(110);
  expect((await service.raw("HEAD", path)).status).toBe(200);
  await later(10);
  expect(await service.raw("GET", path)).toRefuseWith("download_not_found");
  for (const wrong of ["0m", "10", "8d", "1w", "-1m", "1e3s", "", "10m10m"])
    expect(await service.admin("GET", `/svc/api/fm-file/Contacts/link?expiry=${wrong}`), wrong).toRefuseWith(
      "input_invalid",
    );
});

verifies("files:link:revoked", async () => {
  const key = await service.anAdminKey("for links");
  const { path } = await made("/svc/api/fm-file/Contacts/link", key);
  expect((await service.raw("HEAD", path)).status).toBe(200);
  expect((await service.admin("DELETE", `/svc/api/admin-api-key/${key}`)).status).toBe(200);
  expect(await service.raw("GET", path)).toRefuseWith("download_not_found");
});

verifies("files:download:names", "no token opens another download, and all wrong ones get the same error", async () => {
  const [one, other] = [await made("/svc/api/fm-file/Contacts/link"), await made("/svc/api/fm-file/Private/link")];
  const mixed = `${one.token.slice(0, 35)}${other.token.slice(35)}`;
  const flipped = one.token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const unknown = `dl_${"0".repeat(96)}`;
  const answers = await Promise.all(
    [mixed, flipped, unknown].map((token) => service.raw("GET", `/svc/api/fm-file/download?token=${token}`)),
  );
  for (const answer of answers) {
    expect(answer).toRefuseWith("download_not_found");
    expect(answer.body).toEqual(answers[0]?.body);
  }
  for (const token of ["", "..", "dl_", `${one.token}/..`, `${one.token}%00`])
    expect((await service.raw("GET", `/svc/api/fm-file/download?token=${token}`)).status, token).toBe(400);
});

verifies("files:link:secret", async () => {
  const { token, path } = await made("/svc/api/fm-file/Contacts/link");
  await service.raw("GET", path);
  await service.raw("GET", `/svc/api/fm-file/download/${token}`);
  await service.raw("GET", `/svc/api/fm-file/download/${token}x`);
  expect(await service.logs()).not.toContain(token.slice(3, 60));
  expect(await service.logs()).not.toContain(token.slice(35, 95));
});

verifies("files:download:swept", async () => {
  const folder = at("Data/Backups/Latchkey Downloads");
  await made("/svc/api/fm-file/Contacts/link");
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  await later(70);
  while (readdirSync(folder).length > 0) await later(60);
});
