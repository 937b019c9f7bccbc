import { expect, test } from "vitest";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";
import { aServer, basic, type TestServer } from "../support/a-server.ts";

type Database = NonNullable<WorldInput["databases"]>[number];

/** Returns orders in one file, and customers in another file with its own account. */
function world(orders: Partial<Database> = {}): WorldInput {
  return {
    databases: [
      {
        name: "Orders",
        accounts: [
          { name: "clerk", password: "clerk-pass" },
          { name: "both", password: "both-pass" },
        ],
        tables: [
          {
            name: "Orders",
            fields: [{ name: "customer" }, { name: "city" }, { name: "gCity", global: true, globalValue: "Bern" }],
            records: [{ values: { customer: "c1", city: "Bern" } }, { values: { customer: "c2", city: "Chur" } }],
          },
        ],
        occurrences: [
          { name: "Customers", table: "People", file: "Crm.fmp12" },
          { name: "InCity", table: "Orders" },
        ],
        relationships: [
          { from: "Orders", to: "Customers", match: [{ from: "customer", to: "id" }], createTo: true },
          { from: "Orders", to: "InCity", match: [{ from: "gCity", to: "city" }], createTo: true },
        ],
        layouts: [
          {
            name: "Orders",
            occurrence: "Orders",
            fields: ["customer", "gCity", "Customers::name"],
            portals: [
              { occurrence: "InCity", fields: ["InCity::customer"] },
              { occurrence: "Customers", fields: ["Customers::name"] },
            ],
          },
          { name: "Customers", occurrence: "Customers", fields: ["id", "name"] },
          { name: "InCity", occurrence: "InCity", fields: ["customer", "Orders::customer"] },
        ],
        ...orders,
      },
      {
        name: "Crm",
        accounts: [
          { name: "crm", password: "crm-pass" },
          { name: "both", password: "both-pass", privilegeSet: "Reader" },
        ],
        privilegeSets: [{ name: "Reader", extendedPrivileges: ["fmrest", "fmodata"], records: { edit: false } }],
        tables: [
          {
            name: "People",
            fields: [{ name: "id", validation: { notEmpty: true, unique: true } }, { name: "name" }],
            records: [{ values: { id: "c1", name: "Ann" } }, { values: { id: "c2", name: "Bob" } }],
          },
        ],
      },
    ],
  };
}

interface Row {
  readonly fieldData: Readonly<Record<string, string>>;
  readonly portalData: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
}

const base = "/fmi/data/vLatest/databases/Orders";

async function login(server: TestServer, account: string, sources?: readonly object[]) {
  const body = sources === undefined ? {} : { fmDataSource: sources };
  const answer = await server.ask("POST", `${base}/sessions`, { body, headers: basic(account) });
  return { ...answer, token: String(answer.response.token) };
}

async function rows(server: TestServer, token: string, layout = "Orders"): Promise<readonly Row[]> {
  const answer = await server.ask("GET", `${base}/layouts/${layout}/records`, { token });
  return answer.response.data as readonly Row[];
}

test("a relationship can start from a global field, with the session's value", async () => {
  const server = await aServer({ world: world() });
  const [{ token }, other] = [await login(server, "clerk:clerk-pass"), await login(server, "clerk:clerk-pass")];
  const related = async (who: string) =>
    (await rows(server, who)).map(({ portalData }) => portalData.InCity?.map((row) => row["InCity::customer"]));
  expect(await related(token)).toEqual([["c1"], ["c1"]]);
  await server.ask("PATCH", `${base}/globals`, { token, body: { globalFields: { "Orders::gCity": "Chur" } } });
  expect(await related(token)).toEqual([["c2"], ["c2"]]);
  expect(await related(other.token)).toEqual([["c1"], ["c1"]]);

  const made = { portalData: { InCity: [{ "InCity::customer": "c3" }] } };
  const edited = await server.ask("PATCH", `${base}/layouts/Orders/records/1`, { token, body: made });
  expect(edited.response).toMatchObject({ newPortalRecordInfo: [{ tableName: "InCity", recordId: "3" }] });
  expect(await related(token)).toEqual(Array(3).fill(["c2", "c3"]));
  // From the other side, the relationship leads nowhere.
  expect((await rows(server, token, "InCity"))[0]?.fieldData["Orders::customer"]).toBe("");
});

test("a table of another file is visible to an account of that file: through its own login, or with the same name and password", async () => {
  const server = await aServer({ world: world() });
  const names = async (token: string) =>
    (await rows(server, token)).map(({ fieldData }) => fieldData["Customers::name"]);
  const source = { database: "Crm", username: "crm", password: "crm-pass" };
  const known = await login(server, "clerk:clerk-pass", [source]);
  expect(await names(known.token)).toEqual(["Ann", "Bob"]);
  expect(await rows(server, known.token, "Customers")).toMatchObject([{ fieldData: { name: "Ann" } }, {}]);
  const both = await login(server, "both:both-pass");
  expect(await names(both.token)).toEqual(["Ann", "Bob"]);

  const unknown = await login(server, "clerk:clerk-pass");
  expect(await names(unknown.token)).toEqual(["", ""]);
  expect((await rows(server, unknown.token))[0]?.portalData.Customers).toEqual([]);
  const refused = await server.ask("GET", `${base}/layouts/Customers/records`, { token: unknown.token });
  expect([refused.status, refused.code]).toEqual([500, "802"]);
});

test.each(["802", "212"] as const)("a wrong account of another file gets %s when its table is needed", async (code) => {
  const server = await aServer({ world: { ...world(), server: { dataApi: { refusedSource: code } } } });
  const source = { database: "Crm", username: "crm", password: "wrong" };
  const { token } = await login(server, "clerk:clerk-pass", [source]);
  expect((await rows(server, token)).map(({ fieldData }) => fieldData["Customers::name"])).toEqual(["", ""]);
  const refused = await server.ask("GET", `${base}/layouts/Customers/records`, { token });
  expect([refused.status, refused.code]).toEqual([code === "802" ? 500 : 401, code]);
});

test("wrong passwords in logins with other files lock their account in its file", async () => {
  const server = await aServer({ world: world() });
  const source = { database: "Crm", username: "crm", password: "wrong" };
  for (let session = 0; session < 10; session += 1)
    await rows(server, (await login(server, "clerk:clerk-pass", [source])).token);
  const locked = await server.ask("POST", "/fmi/data/v2/databases/Crm/sessions", { headers: basic("crm:crm-pass") });
  expect(locked.code).toBe("214");
});

test("the permissions there are those of the account of that file", async () => {
  const server = await aServer({ world: world() });
  const write = async (token: string) =>
    (await server.ask("PATCH", `${base}/layouts/Customers/records/1`, { token, body: { fieldData: { name: "Eve" } } }))
      .code;
  expect(await write((await login(server, "both:both-pass")).token)).toBe("200");
  const source = { database: "Crm", username: "crm", password: "crm-pass" };
  const { token } = await login(server, "clerk:clerk-pass", [source]);
  expect(await write(token)).toBe("0");
  expect(server.world.database("Crm")?.tables.get("people")?.records.get(1)?.cells.get("name")).toBe("Eve");
});

test("OData shows them to an account that both files have with the same name and password", async () => {
  const server = await aServer({ world: world() });
  const ask = (account: string) => server.ask("GET", "/fmi/odata/v4/Orders/Customers", { headers: basic(account) });
  expect(JSON.parse((await ask("both:both-pass")).text)).toMatchObject({ value: [{ name: "Ann" }, { name: "Bob" }] });
  expect(JSON.parse((await ask("clerk:clerk-pass")).text)).toMatchObject({ error: { code: "802" } });
});

test.each([
  [{ occurrences: [{ name: "Customers", table: "People", file: "None" }] }, 'no file "None"'],
  [{ occurrences: [{ name: "Customers", table: "None", file: "Crm" }] }, 'no table "None"'],
])("a world whose files don't match is rejected", async (orders, reason) => {
  await expect(aServer({ world: world(orders) })).rejects.toThrow(reason);
});
