import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { decodedKey } from "#shared/s3/decoded-key.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const server = await aReleaseSetup(testService, "production", [aFile("Contacts", { records: 1 })]);
afterAll(() => Promise.all([service.stop(), server.stop()]));

const hostile = [
  "http://127.0.0.1/%zz",
  "http://127.0.0.1/%",
  "http://127.0.0.1/?q=%c3%28",
  "http://127.0.0.1:99999/",
  "http://[/",
  "http://%zz/",
  "http://a b/",
  "http://",
  "sftp://127.0.0.1/%zz",
  "mailto:%zz",
];

type Json = Readonly<Record<string, unknown>>;

/** Returns copies of a value, each with one of its addresses replaced. */
function exchanged(value: unknown, address: string): readonly unknown[] {
  if (typeof value === "string") return URL.canParse(value) && value.includes("://") ? [address] : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => exchanged(item, address).map((other) => value.with(index, other)));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    exchanged(field, address).map((other) => ({ ...value, [name]: other })),
  );
}

function requestOf({ method, path }: Operation, input: Json) {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name ?? "");
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? "1")));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
  if (method !== "GET" && method !== "DELETE") return [filled, rest] as const;
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, field]): [string, string] => [name, String(field)]),
  );
  return [`${filled}?${query}`] as const;
}

verifies("access:input:addresses", async () => {
  let count = 0;
  for (const [name, operation] of Object.values(catalogue).flatMap((one) => Object.entries<Operation>(one))) {
    const input = operation.example?.input as Json | undefined;
    if (operation.access !== "admin" || input === undefined) continue;
    for (const address of hostile)
      for (const other of exchanged(input, address)) {
        const [path, json] = requestOf(operation, other as Json);
        const { status, text } = await service.raw(operation.method, path, {
          headers: { Authorization: `Basic ${btoa("admin:admin-pass")}` },
          ...(json !== undefined && { json }),
        });
        count += 1;
        expect(status, `${name} ${JSON.stringify(other)}: ${text}`).not.toBe(500);
      }
  }
  expect(count).toBeGreaterThan(100);
});

verifies("access:input:addresses", "an offsite location needs a callable address", async () => {
  for (const endpoint of ["s3.example.com:99999", "1.2.3.999", "http://[::1::1]", "[1.2]"]) {
    const location = { remote_name: "store", endpoint, access_key_id: "AKIDEXAMPLE", secret_access_key: "secret" };
    const refused = await service.admin("POST", "/svc/api/settings/offsite/remotes", location);
    expect(refused, endpoint).toRefuseWith("input_invalid");
  }
});

verifies(
  "access:input:addresses",
  "a build isn't published to a path that can't be decoded or that leads upward",
  async () => {
    await server.built({ buildId: "release", files: [{ fileName: "Contacts", clone: false }] });
    const post = (serverUrl: string) =>
      server.post("build/release/publish", {
        destination: { type: serverUrl.slice(0, 4).replace(":", ""), serverUrl },
      });
    for (const path of ["%zz", "%", "%c3%28", "a%2f..%2f..%2fup", "..%2Fup", "a%5cb", "%0d%0aNOOP", "%00"])
      for (const scheme of ["sftp", "ftp"]) {
        const refused = await post(`${scheme}://files.example.test/${path}`);
        expect(refused, `${scheme} ${path}`).toRefuseWith("input_invalid");
        expect(refused.body.messages[0].text).toMatch(/`serverUrl`: .*path/);
      }
    expect((await post("sftp://files.example.test/a%20b/M%C3%A4rz")).status).toBe(200);
  },
);

verifies(
  "access:input:addresses",
  "a deployment from a path that can't be decoded fails on the first attempt",
  async () => {
    const operation = { operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } };
    const source = { type: "url", url: `${server.url}/%zz.build.zip` };
    const started = await server.post("deployment", {
      label: "Undecodable",
      deployments: [{ source, fileOperations: [operation] }],
    });
    const [processId] = started.body.response.processIds;
    const end = await server.ended(processId);
    expect(end).toMatchObject({ state: "failed", reason: expect.stringContaining("HTTP 4") });
    expect(await server.log(processId)).not.toContain("Something went wrong in Latchkey");
  },
);

verifies("access:input:addresses", "a store that doesn't encode names in its listing is read as it is", () => {
  expect(["a%20b+c", "100%.txt", "%zz"].map(decodedKey)).toEqual(["a b c", "100%.txt", "%zz"]);
});
