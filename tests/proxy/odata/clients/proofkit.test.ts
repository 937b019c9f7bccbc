import { readFileSync } from "node:fs";
import { eq, FMServerConnection, fmTableOccurrence, textField } from "@proofkit/fmodata";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, expect } from "vitest";
import { call } from "../../../support/http/call.ts";
import { adminAccount, testService } from "../../../support/test-service.ts";
import { verifies } from "../../../support/verifies.ts";

// The package uses https only, and with a key it uses the first segment `otto`.
const folder = new URL("../../../support/certificates/", import.meta.url);
const TLS_CERT_FILE = new URL("certificate.pem", folder).pathname;
const TLS_KEY_FILE = new URL("key.pem", folder).pathname;
const ca = readFileSync(TLS_CERT_FILE, "utf8");
const servername = "fms.example.test";
const service = await testService({ environment: { TLS_CERT_FILE, TLS_KEY_FILE, SERVICE_PREFIX_ALIASES: "otto" } });
const dispatcher = new Agent({ connect: { ca, servername } });
afterAll(async () => {
  await dispatcher.close();
  await service.stop();
});
const made = await call(service.baseUrl, "POST", "/svc/api/api-key", {
  headers: { Authorization: adminAccount },
  json: { databases: ["Contacts"], user: "api", pass: "demo-pass", isOData: true, isDataApi: false },
  ca,
  servername,
});
const key: string = made.body.response.key;

type Init = Parameters<typeof undiciFetch>[1];
const trusting = (async (input: string | URL | Request, init?: RequestInit) => {
  const isRequest = input instanceof Request;
  const body = isRequest ? await input.clone().text() : undefined;
  const own = isRequest ? { method: input.method, headers: [...input.headers], body: body === "" ? null : body } : {};
  const options = { ...own, ...init, dispatcher } as Init;
  return undiciFetch(isRequest ? input.url : input, options);
}) as unknown as typeof fetch;

const people = fmTableOccurrence("Contacts", {
  uuid: textField().primaryKey(),
  firstName: textField(),
  lastName: textField().notNull(),
  city: textField(),
});

const ways = {
  "with a key as bearer, below its own prefix": { serverUrl: service.baseUrl, auth: { apiKey: key } },
  "with a key as Basic, below ours": {
    serverUrl: `${service.baseUrl}/svc`,
    auth: { username: "apiKey", password: key },
  },
};

for (const [way, { serverUrl, auth }] of Object.entries(ways)) {
  const database = () =>
    new FMServerConnection({ serverUrl, auth, fetchClientOptions: { fetchHandler: trusting } }).database(
      "Contacts.fmp12",
    );

  verifies("proxy:odata:clients", `@proofkit/fmodata reads and writes, ${way}`, async () => {
    const db = database();
    const inserted = await db.from(people).insert({ firstName: "Zoë", lastName: "Proof", city: "Bern" }).execute();
    expect(inserted.error).toBeUndefined();
    const id = inserted.data?.uuid ?? "";
    const updated = await db.from(people).update({ city: "Zürich" }).byId(id).execute();
    expect(updated.error).toBeUndefined();
    const found = await db.from(people).list().where(eq(people.lastName, "Proof")).execute();
    expect(found.data?.map(({ city }) => city)).toEqual(["Zürich"]);
    const deleted = await db.from(people).delete().byId(id).execute();
    expect(deleted.data?.deletedCount).toBe(1);
  });

  verifies("proxy:odata:clients", `@proofkit/fmodata sends its batches, ${way}`, async () => {
    const db = database();
    const { results, errorCount } = await db
      .batch([
        db.from(people).list().top(2),
        db.from(people).insert({ firstName: "Ünal", lastName: "Batched", city: "Bern" }),
        db.from(people).list().where(eq(people.lastName, "Batched")),
      ])
      .execute();
    expect(errorCount, JSON.stringify(results)).toBe(0);
    expect(results[0]?.data).toHaveLength(2);
    const rows = results[2]?.data as readonly { readonly uuid: string; readonly firstName: string }[];
    expect(rows.map(({ firstName }) => firstName)).toEqual(["Ünal"]);
    for (const { uuid } of rows) await db.from(people).delete().byId(uuid).execute();
  });
}
