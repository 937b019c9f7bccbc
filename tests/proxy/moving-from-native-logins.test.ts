import { readFileSync } from "node:fs";
import { afterAll, beforeEach, expect } from "vitest";
import { type Answer, type CallOptions, call } from "../support/http/call.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const guide = readFileSync(new URL("../../docs/guides/moving-from-native-logins.md", import.meta.url), "utf8");
const listed = guide.slice(guide.indexOf("## Differences"));

const root = "/fmi/data/vLatest";
const file = (name = "Contacts") => `${root}/databases/${name}`;
const json = {};
const account = { Authorization: basicAuth("api", "demo-pass") };
const asKey = (key: string) => ({ Authorization: basicAuth("apiKey", key) });
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

const direct = (method: string, path: string, options?: CallOptions) =>
  call(service.sandbox.origin, method, path, options);
const proxied = (method: string, path: string, options?: CallOptions) => service.raw(method, `/svc${path}`, options);
const tokenOf = ({ body }: Answer): string => body.response.token;

const key = await service.aKey();
/** Creates keys of accounts that no other call here uses, so that they have no open session. */
const unused = await service.aKey({ user: "Admin", pass: "full-access-pass" });
const refused = await service.aKey({ user: "readonly", pass: "readonly-pass" });
const nativeLogin = async () => tokenOf(await direct("POST", `${file()}/sessions`, { headers: account, json }));
const login = async (own = key) => tokenOf(await proxied("POST", `${file()}/sessions`, { headers: asKey(own), json }));

/** Returns an answer in the guide's notation. */
async function shown(answer: Promise<Answer>): Promise<string> {
  try {
    const { status, body } = await answer;
    return `${status} \`${body?.messages?.[0]?.code}\``;
  } catch {
    return "no response"; // The connection was closed.
  }
}

type Pair = readonly [native: () => Promise<Answer>, proxied: () => Promise<Answer>];

/** Makes the same call in both ways. */
const both = (method: string, path: string, native: CallOptions = {}, own: CallOptions = native): Pair => [
  () => direct(method, path, native),
  () => proxied(method, path, own),
];
const loginIn = (name: string, own = key): Pair =>
  both("POST", `${file(name)}/sessions`, { headers: account, json }, { headers: asKey(own), json });

const globals = { globalFields: { "Contacts::gSearch": "Bern" } };

/** Pairs of calls for each line of the guide's table. */
const different: Readonly<Record<string, () => Promise<readonly Pair[]>>> = {
  "`GET …/databases` without a credential": async () => [both("GET", `${root}/databases`)],
  "`GET …/databases` with an account of a file": async () => [both("GET", `${root}/databases`, { headers: account })],
  "login with an account of the file instead of `apiKey` and a key": async () => [
    both("POST", `${file()}/sessions`, { headers: account, json }),
  ],
  "login to a file that the key doesn't open": async () => [loginIn("Private")],
  "login with a `Content-Type` other than JSON": async () => {
    const plain = { "Content-Type": "text/plain" };
    const own = { headers: { ...asKey(key), ...plain }, body: "{}" };
    return [both("POST", `${file()}/sessions`, { headers: { ...account, ...plain }, body: "{}" }, own)];
  },
  "login while FileMaker Server has no session left": async () => {
    service.sandbox.faults.set({ kind: "tooManySessions" });
    return [loginIn("Contacts", unused)];
  },
  "call to another file with the token of a login": async () => [
    both("GET", `${file("Orders")}/layouts`, bearer(await nativeLogin()), bearer(await login())),
  ],
  "call that spells the file differently from the login": async () => [
    both("GET", `${file("CONTACTS.fmp12")}/layouts`, bearer(await nativeLogin()), bearer(await login())),
  ],
  "call with Basic instead of a token": async () => [
    both("GET", `${file()}/layouts`, { headers: account }, { headers: asKey(key) }),
  ],
  "global fields with a key and without a login": async () => [
    both(
      "PATCH",
      `${file()}/globals`,
      { ...bearer(await nativeLogin()), json: globals },
      { ...bearer(key), json: globals },
    ),
  ],
  "two credentials: in the header, and as `apiKey` in the query": async () => [
    both("GET", `${file()}/layouts?apiKey=${key}`, bearer(await nativeLogin()), bearer(key)),
  ],
  "path with `..`, in any encoding": async () => {
    const token = await nativeLogin();
    return [
      both("GET", `${file()}/layouts/..%2f..%2fx/records`, bearer(token), bearer(key)),
      both("GET", `${file()}/layouts/%2e%2e%2fx/records`, bearer(token), bearer(key)),
    ];
  },
  "path with an empty segment": async () => [
    both("GET", `${root}//databases`, bearer(await nativeLogin()), bearer(key)),
  ],
  "any call while the password of the key's account is wrong": async () => {
    service.sandbox.faults.set({ kind: "wrongPassword" });
    return [
      [
        () => direct("POST", `${file()}/sessions`, { headers: account, json }),
        () => proxied("GET", `${file()}/layouts`, { key: refused }),
      ],
    ];
  },
  "any call while FileMaker Server closes the connection": async () => {
    const token = await nativeLogin();
    service.sandbox.faults.set({ kind: "reset", at: "start" });
    return [both("POST", `${file()}/layouts/Contacts/records`, { ...bearer(token), json: {} }, { key, json: {} })];
  },
};

const rows = [...listed.matchAll(/^\| (?!call \||--- )(.+?) \| (.+?) \| (.+?) \|$/gm)];

verifies("proxy:client:differences", "every line of the table is tested", () => {
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(different));
});

for (const [, name = "", native = "", own = ""] of rows) {
  verifies("proxy:client:differences", name, async () => {
    for (const [asked, through] of (await different[name]?.()) ?? []) {
      expect(await shown(asked())).toBe(native);
      expect(await shown(through())).toBe(own);
      expect(native).not.toBe(own);
    }
  });
}

const contacts = `${file()}/layouts/Contacts/records?_limit=1`;

/** Check for each sentence of the guide's list, by the beginning of the sentence. */
const behaviours: Readonly<Record<string, () => Promise<void>>> = {
  "`GET …/databases` lists the key's files": async () => {
    const names = async (answer: Promise<Answer>) =>
      (await answer).body.response.databases.map(({ name }: { readonly name: string }) => name);
    expect(await names(direct("GET", `${root}/databases`, { headers: account }))).toEqual(["Contacts", "Orders"]);
    expect(await names(proxied("GET", `${root}/databases`, { key }))).toEqual(["Contacts"]);
    expect(await names(proxied("GET", `${root}/databases`, bearer(await login())))).toEqual(["Contacts"]);
  },
  "File names work": async () => {
    for (const name of ["contacts", "CONTACTS.FMP12", "Contacts.fmp12"])
      expect(await proxied("GET", `${file(name)}/layouts`, { key })).toSucceed();
  },
  "Container URLs": async () => {
    const { body } = await proxied("GET", contacts, { key });
    const address = new URL(body.response.data[0].fieldData.photo);
    expect(address.origin).toBe(service.baseUrl);
    const first = await service.raw("GET", address.pathname + address.search);
    expect(first.status).toBe(302);
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    const bytes = await service.raw("GET", address.pathname + address.search, { headers: { Cookie: cookie } });
    expect(bytes.status).toBe(200);
  },
  "Calls with a key share sessions": async () => {
    const before = service.sandbox.counters.logins;
    for (let calls = 0; calls < 5; calls += 1) expect(await proxied("GET", contacts, { key })).toSucceed();
    expect(service.sandbox.counters.logins - before).toBeLessThanOrEqual(1);
    const { body } = await call(service.sandbox.origin, "GET", "/fmi/admin/api/v2/clients", {
      headers: { Authorization: basicAuth("admin", "admin-pass") },
    });
    const clients: readonly { readonly userName: string; readonly ipaddress: string }[] = body.response.clients;
    expect(clients).toContainEqual(expect.objectContaining({ appType: "FMDAPI", ipaddress: "127.0.0.1" }));
  },
  "If FileMaker Server ends a session": async () => {
    expect(await proxied("GET", contacts, { key })).toSucceed();
    service.sandbox.faults.set({ kind: "deadToken", times: 1 });
    expect(await proxied("GET", contacts, { key })).toSucceed();
    const token = await login();
    await proxied("DELETE", `${file()}/sessions/${token}`);
    expect(await shown(proxied("GET", contacts, bearer(token)))).toBe("401 `952`");
  },
  "The token of a login ends with its key": async () => {
    const own = await service.aKey({ label: "short-lived" });
    const token = await login(own);
    expect(await proxied("GET", contacts, bearer(token))).toSucceed();
    const { body } = await service.admin("GET", "/svc/api/api-key?limit=100");
    const rows: readonly { readonly id: number; readonly label: string }[] = body.response["api-keys"];
    const id = rows.find(({ label }) => label === "short-lived")?.id;
    expect((await service.admin("DELETE", `/svc/api/api-key/${id}`)).status).toBe(200);
    // Another process may have cached the key for some seconds.
    await service.turn(10_000);
    expect(await shown(proxied("GET", contacts, bearer(token)))).toBe("401 `952`");
  },
  "A login that names other files": async () => {
    const source = { database: "Private", username: "private", password: "private-pass" };
    expect(await login()).toBeDefined();
    const before = service.sandbox.counters.logins;
    const own = { headers: asKey(key), json: { fmDataSource: [source] } };
    expect(await proxied("POST", `${file()}/sessions`, own)).toSucceed();
    // One for the session, and one that checks the account of the other file.
    expect(service.sandbox.counters.logins - before).toBe(2);
  },
  "Logins with OAuth or Claris ID": async () => {
    // Without a credential that Latchkey accepts, and with an unknown one.
    const forms = [
      [{ "X-FM-Data-OAuth-Request-Id": "request", "X-FM-Data-OAuth-Identifier": "identifier" }, "401 `10`"],
      [{ Authorization: "FMID token" }, "401 `212`"],
    ] as const;
    const before = service.sandbox.counters.failedLogins;
    for (const [headers, refusal] of forms)
      expect(await shown(proxied("POST", `${file()}/sessions`, { headers, json }))).toBe(refusal);
    expect(service.sandbox.counters.failedLogins).toBe(before);
  },
  "Pages of other origins": async () => {
    const allowed = "access-control-allow-origin";
    const token = await nativeLogin();
    const origin = { Origin: "https://app.example" };
    const native = await direct("GET", contacts, { headers: { ...bearer(token).headers, ...origin } });
    expect(native.headers[allowed]).toBeDefined();
    const own = await proxied("GET", contacts, { key, headers: origin });
    expect([own.status, own.headers[allowed]]).toEqual([200, undefined]);
  },
  "A body can have any size": async () => {
    const large = { fieldData: { notes: "x".repeat(1000) }, more: "y".repeat(8_000_000) };
    expect(await shown(proxied("POST", `${file()}/layouts/Contacts/records`, { key, json: large }))).toBe("400 `960`");
    const limited = await testService({ largestBodyBytes: 100_000 });
    try {
      const own = await limited.aKey();
      const path = `/svc${file()}/layouts/Contacts/records`;
      expect((await limited.raw("POST", path, { key: own, json: large })).status).toBe(413);
    } finally {
      await limited.stop();
    }
  },
};

const sentences = [...listed.matchAll(/^- (.+)$/gm)].map(([, sentence = ""]) => sentence);

verifies("proxy:client:differences", "every sentence of the list is tested", () => {
  const names = Object.keys(behaviours);
  expect(sentences.map((sentence) => names.find((name) => sentence.startsWith(name)))).toEqual(names);
});

for (const [name, check] of Object.entries(behaviours)) verifies("proxy:client:differences", name, check);

verifies("proxy:client:differences", "what the guide doesn't list is answered like a native login", async () => {
  const [native, token] = [await nativeLogin(), await login()];
  const unknown = bearer("0".repeat(52));
  const text = { "Content-Type": "text/plain" };
  const records = `${file()}/layouts/Contacts/records`;
  const calls: readonly (readonly [method: string, path: string, options?: CallOptions])[] = [
    ["GET", `${file()}/layouts`],
    ["HEAD", `${file()}/layouts`],
    ["GET", `${file()}/layouts/`],
    ["GET", `${file()}/scripts`],
    ["GET", `${file()}/layouts/Contacts`],
    ["GET", `${file()}/layouts/Contacts/metadata`],
    ["GET", `${file()}/layouts/Nowhere/records`],
    ["GET", `${file()}/layouts/A%2FB/records`],
    ["GET", `${file()}/layouts/Contacts/script/Echo?script.param=a+b%20c`],
    ["GET", `${file()}/layouts/Contacts/script/Missing`],
    ["GET", `${file()}/layouts/Contacts/script/Fail`],
    ["GET", `${records}?_limit=1&_offset=3&portal=[]`],
    ["GET", `${records}?_limit=1&unknown=1`],
    ["GET", `${records}/999999`],
    ["PATCH", `${records}/1`, { json: { fieldData: { nothing: 1 } } }],
    ["PATCH", `${records}/1`, { json: { fieldData: {}, modId: "77" } }],
    ["DELETE", `${records}/999999`],
    ["POST", records, { body: "{", headers: { "Content-Type": "application/json" } }],
    ["POST", records, { body: "{}", headers: text }],
    ["PUT", records, { json: {} }],
    ["OPTIONS", records],
    ["POST", `${file()}/layouts/Contacts/_find`, { json: { query: [{ city: "Bern" }], limit: 1 } }],
    ["POST", `${file()}/layouts/Contacts/_find`, { json: { query: [{ city: "==No such" }] } }],
    ["POST", `${file()}/layouts/Contacts/_find`, { json: { query: [] } }],
    ["GET", `${file()}/nothing`],
    ["GET", "/fmi/data/v3/databases"],
    ["GET", `${root}/productInfo`],
    ["GET", `${root}/validateSession`],
    ["GET", `${file()}/sessions`],
    ["GET", `${file()}/layouts`, unknown],
    ["GET", `${root}/validateSession`, unknown],
    ["DELETE", `${file()}/sessions/${"0".repeat(52)}`],
  ];
  // The sentence with a number may be Latchkey's own.
  const comparable = ({ status, body }: Answer) => [
    status,
    body?.messages?.[0]?.code,
    JSON.stringify(body?.response)?.replaceAll(/https?:\/\/[^"]*?MainDB\/[0-9A-F]+/g, ""),
  ];
  for (const [method, path, options = {}] of calls) {
    const as = (own: string): CallOptions => ({ ...options, headers: { ...bearer(own).headers, ...options.headers } });
    const expected = comparable(await direct(method, path, as(native)));
    expect(comparable(await proxied(method, path, as(token))), `${method} ${path}, with the token of a login`).toEqual(
      expected,
    );
    if (options !== unknown)
      expect(comparable(await proxied(method, path, as(key))), `${method} ${path}`).toEqual(expected);
  }
  const wrong = { headers: { Authorization: basicAuth("apiKey", "wrong") }, json };
  expect(await shown(proxied("POST", `${file()}/sessions`, wrong))).toBe(
    await shown(direct("POST", `${file()}/sessions`, wrong)),
  );
  const globalsOf = (own: string) => ({ ...bearer(own), json: globals });
  expect(comparable(await proxied("PATCH", `${file()}/globals`, globalsOf(token)))).toEqual(
    comparable(await direct("PATCH", `${file()}/globals`, globalsOf(native))),
  );
  const out = await direct("DELETE", `${file()}/sessions/${native}`);
  expect(comparable(await proxied("DELETE", `${file()}/sessions/${token}`))).toEqual(comparable(out));
});
