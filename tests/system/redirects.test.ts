import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const host = new URL(service.sandbox.origin).hostname;
const open = (path: string) => service.raw("GET", `/svc/redirect/fm/${path}`);

verifies("system:redirect:filemaker", async () => {
  const answer = await open("Contacts.fmp12/Show%20orders?color=red%20%26%20blue&id=7&color=green");
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe(
    `fmp://${host}/Contacts.fmp12?script=Show%20orders&$color=red%20%26%20blue&$id=7&$color=green`,
  );
  expect((await open("Contacts/Go")).headers.location).toBe(`fmp://${host}/Contacts?script=Go`);
});

verifies("system:redirect:filemaker", "no input can redirect elsewhere", async () => {
  const marks = await open("Contacts/a%3Fscript%3Db%26c?x=%26script%3Dc%23d");
  expect(marks.headers.location).toBe(`fmp://${host}/Contacts?script=a%3Fscript%3Db%26c&$x=%26script%3Dc%23d`);
  for (const path of ["Contacts", "a%2Fb/Go", "Contacts/Go/more", `${"x".repeat(300)}/Go`])
    expect((await open(path)).status, path).toBeGreaterThanOrEqual(400);
});

verifies("system:redirect:console", async () => {
  for (const [path, page] of [
    ["/svc/", ""],
    ["/svc/app", ""],
    ["/svc/app/settings/anything?x=1", "#/settings"],
    ["/svc/app/api-keys", "#/keys"],
    ["/svc/deployments/14", "#/deployments/14"],
    ["/svc/builds/3", "#/builds/3"],
  ] as const) {
    const answer = await service.raw("GET", path);
    expect([answer.status, answer.headers.location], path).toEqual([302, `/svc/console/${page}`]);
  }
  expect((await service.raw("GET", "/svc/deployments/%0d%0aX")).status).not.toBe(200);
  expect((await service.raw("GET", "/svc/api/app")).status).toBe(404);
});
