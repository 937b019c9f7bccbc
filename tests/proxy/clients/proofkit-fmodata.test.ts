import { contains, eq, FMServerConnection, fmTableOccurrence, numberField, textField } from "@proofkit/fmodata";
import { afterAll, beforeEach, expect } from "vitest";
import { trustingFetch } from "../../support/http/trusting-fetch.ts";
import { verifies } from "../../support/verifies.ts";
import { aClientSetup, account, outcomeOf } from "./support/a-client-setup.ts";

// The package reads the count from `@odata.count`.
const servers = await aClientSetup(true, { countName: "odata" });
const { direct, service, key } = servers;
const trusting = trustingFetch();
beforeEach(() => servers.reset());
afterAll(async () => {
  await trusting.close();
  await servers.stop();
});

const fetchClientOptions = { fetchHandler: trusting.fetch };
const native = { username: account.user, password: account.pass };
const connections = {
  // With a key, it automatically adds `/otto` in front of its paths.
  "a key as a bearer token": { serverUrl: service.baseUrl, auth: { apiKey: key } },
  "a key as Basic": { serverUrl: `${service.baseUrl}/svc`, auth: { username: "apiKey", password: key } },
  "a native account": { serverUrl: `${service.baseUrl}/svc`, auth: native },
};

const phones = fmTableOccurrence("Phones", { id: numberField(), kind: textField(), number: textField() });
const people = fmTableOccurrence(
  "Contacts",
  {
    uuid: textField().primaryKey(),
    firstName: textField(),
    lastName: textField().notNull(),
    city: textField(),
  },
  { navigationPaths: ["Phones"] },
);

/** Uses the package's main functions, and returns their results. */
async function everything(connection: FMServerConnection): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  const note = async (promise: PromiseLike<unknown>) => outcomes.push(await outcomeOf(Promise.resolve(promise)));
  const db = connection.database("Contacts.fmp12");
  await note(connection.listDatabaseNames());
  await note(db.listTableNames());
  await note(db.getMetadata({ format: "json" }));
  await note(db.getMetadata({ format: "xml" }));
  await note(db.from(people).list().where(contains(people.city, "er")).top(3).skip(1).execute());
  await note(db.from(people).list().select({ city: people.city }).top(2).execute());
  await note(db.from(people).list().expand(phones).top(2).execute());
  await note(db.from(people).list().top(1).count().execute());
  await note(db.from(people).get("no such").execute());
  await note(db.runScript("Echo", { scriptParam: "said" }));
  await note(db.runScript("Missing"));

  const inserted = await db.from(people).insert({ firstName: "Zoë", lastName: "O'Proof", city: "Bern" }).execute();
  outcomes.push(inserted);
  const id = inserted.data?.uuid ?? "";
  await note(db.from(people).get(id).execute());
  await note(db.from(people).get(id).getSingleField(people.city).execute());
  await note(db.from(people).get(id).navigate(phones).execute());
  await note(db.from(people).update({ city: "Chur" }).byId(id).execute());
  await note(
    db
      .from(people)
      .update({ city: "Genf" })
      .where((query) => query.where(eq(people.lastName, "O'Proof")))
      .execute(),
  );
  const found = () => db.from(people).list().where(eq(people.lastName, "O'Proof"));
  await note(found().execute());

  // GETs, changes, and both.
  await note(db.batch([found(), db.from(people).list().top(2), db.from(phones).list().top(1)]).execute());
  await note(
    db
      .batch([
        db.from(people).insert({ lastName: "Batched", city: "Bern" }),
        db.from(people).update({ city: "Basel" }).byId(id),
      ])
      .execute(),
  );
  await note(
    db
      .batch([found(), db.from(people).update({ city: "Thun" }).byId(id), db.from(people).delete().byId(id), found()])
      .execute(),
  );
  await note(db.batch([db.from(people).get("no such"), found()]).execute());
  await note(
    db
      .from(people)
      .delete()
      .where((query) => query.where(eq(people.lastName, "Batched")))
      .execute(),
  );
  return outcomes;
}

for (const [way, options] of Object.entries(connections)) {
  verifies("proxy:odata:same-results", `@proofkit/fmodata, with ${way}`, async () => {
    const straight = await everything(
      new FMServerConnection({ serverUrl: direct.origin, auth: native, fetchClientOptions }),
    );
    const proxied = await everything(new FMServerConnection({ ...options, fetchClientOptions }));
    expect(servers.comparable(proxied)).toEqual(servers.comparable(straight));
    expect(JSON.stringify(straight)).toContain('"city":"Genf"');
  });
}
