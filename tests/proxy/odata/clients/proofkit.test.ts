import { eq, FMServerConnection, fmTableOccurrence, textField } from "@proofkit/fmodata";
import { afterAll, expect } from "vitest";
import { call } from "../../../support/http/call.ts";
import { certificate, trustingFetch } from "../../../support/http/trusting-fetch.ts";
import { adminAccount, testService } from "../../../support/test-service.ts";
import { verifies } from "../../../support/verifies.ts";

// The package only uses HTTPS, and with a key it uses `otto` as the first segment.
const { file, keyFile, ca, servername } = certificate;
const service = await testService({
  environment: { TLS_CERT_FILE: file, TLS_KEY_FILE: keyFile, SERVICE_PREFIX_ALIASES: "otto" },
});
const trusting = trustingFetch();
afterAll(async () => {
  await trusting.close();
  await service.stop();
});
const made = await call(service.baseUrl, "POST", "/svc/api/api-key", {
  headers: { Authorization: adminAccount },
  json: { databases: ["Contacts"], user: "api", pass: "demo-pass", isOData: true, isDataApi: false },
  ca,
  servername,
});
const key: string = made.body.response.key;

const people = fmTableOccurrence("Contacts", {
  uuid: textField().primaryKey(),
  firstName: textField(),
  lastName: textField().notNull(),
  city: textField(),
});

const ways = {
  "with a key as a bearer token, below its own prefix": { serverUrl: service.baseUrl, auth: { apiKey: key } },
  "with a key as Basic, below ours": {
    serverUrl: `${service.baseUrl}/svc`,
    auth: { username: "apiKey", password: key },
  },
};

for (const [way, { serverUrl, auth }] of Object.entries(ways)) {
  const database = () =>
    new FMServerConnection({ serverUrl, auth, fetchClientOptions: { fetchHandler: trusting.fetch } }).database(
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
