import { afterAll, expect, test } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { tappedServer } from "../support/http/tapped-server.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const tap = await tappedServer();
const service = await testService({ environment: { FMS_URL: tap.origin } });
tap.leadTo(service.sandbox.origin);
afterAll(async () => {
  await service.stop();
  tap.close();
});

const key = await service.aKey({ databases: ["Contacts.fmp12"] });

/** Returns the path of the newest call for records, as FileMaker Server received it. */
function arrived(): string | undefined {
  return tap.request("/records")?.split(" ")[1];
}

verifies("proxy:data:extension", async () => {
  expect(await service.raw("GET", recordsPath("Contacts.fmp12"), { key })).toSucceed();
  expect(arrived()).toBe("/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1");
});

verifies("proxy:data:extension-added", async () => {
  expect(await service.raw("GET", recordsPath("Contacts"), { key })).toSucceed();
  expect(arrived()).toBe("/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1");
});

verifies("proxy:data:case", async () => {
  for (const name of ["contacts", "CONTACTS.FMP12", "cOnTaCtS.fmp12"]) {
    const path = recordsPath("Contacts").replace("databases/Contacts", `databases/${name}`);
    expect(await service.raw("GET", path, { key }), name).toSucceed();
    expect(arrived()).toMatch(/^\/fmi\/data\/vLatest\/databases\/Contacts\.fmp12\//);
  }
});

verifies(
  "proxy:data:case",
  "a file that an any-database key doesn't name is spelled as the server lists it",
  async () => {
    const any = await service.aKey({ allowAnyDatabase: true });
    const path = recordsPath("Orders").replace("databases/Orders", "databases/oRDERS");
    expect(await service.raw("GET", path, { key: any })).toSucceed();
    expect(arrived()).toMatch(/databases\/Orders\.fmp12\//);
  },
);

test("a file that the server doesn't list is requested under the given name", async () => {
  const any = await service.aKey({ allowAnyDatabase: true });
  const path = recordsPath("Archive");
  expect(await service.raw("GET", path, { key: any })).toRefuseLikeFileMaker("file_not_available");
  expect(tap.request("POST")).toContain("/databases/Archive.fmp12/sessions");
});

verifies("proxy:data:path", async () => {
  const native = "/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=2&_offset=3";
  const answer = await service.raw("GET", `/svc${native}`, { key });
  expect(answer).toSucceed();
  expect(answer.body.response.data).toHaveLength(2);
  expect(arrived()).toBe(native);
});

verifies("proxy:data:vlatest", async () => {
  expect(await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", { key })).toSucceed();
  expect(tap.request("/layouts ")).toMatch(/^GET \/fmi\/data\/vLatest\//);
});

verifies("proxy:data:version-segments", async () => {
  for (const version of ["v1", "v2"]) {
    const path = recordsPath().replace("vLatest", version);
    expect(await service.raw("GET", path, { key }), version).toSucceed();
    expect(arrived()).toMatch(new RegExp(`^/fmi/data/${version}/`));
  }
  for (const version of ["v3", "V1", "vlatest"]) {
    const answer = await service.raw("GET", recordsPath().replace("vLatest", version), { key });
    expect(answer, version).toRefuseLikeFileMaker("route_not_found");
  }
});

verifies("proxy:match:exact", async () => {
  for (const name of ["%43ontacts", "Contacts%2Efmp12", "Conta%63ts.FMP12"]) {
    const path = recordsPath("Contacts").replace("databases/Contacts", `databases/${name}`);
    expect(await service.raw("GET", path, { key }), name).toSucceed();
  }
  for (const name of [
    "Contact",
    "Contacts2",
    "Contacts.fmp12.fmp12",
    "xContacts",
    "Contacts%20",
    "Cont.cts",
    ".*",
    "Contacts.fmp",
  ]) {
    const path = recordsPath("Contacts").replace("databases/Contacts", `databases/${name}`);
    expect(await service.raw("GET", path, { key }), name).toRefuseLikeFileMaker("key_file_not_allowed");
  }
});
