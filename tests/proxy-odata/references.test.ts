import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { saying, wireUpstream } from "../support/wire-upstream.ts";

const upstream = await wireUpstream();
const home = await house({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await home.stop();
  await upstream.close();
});
const key = await home.aKey({ databases: ["Wire.fmp12"], isOData: true });
const path = "/svc/fmi/odata/v4/Wire.fmp12/customers('C-1')/orders/$ref";
const native = `${upstream.origin}/fmi/odata/v4/Wire`;
const own = `${home.baseUrl}/svc/fmi/odata/v4/Wire`;

/** What reached the server of a call that it took. */
async function passedOn(method: string, target: string, json?: unknown) {
  upstream.answers(saying(204, []));
  const answer = await home.raw(method, target, { key, ...(json !== undefined && { json }) });
  expect(answer.status, answer.text).toBe(204);
  const [call] = upstream.calls;
  const body = await call?.body;
  return { target: call?.target, body: body?.length ? JSON.parse(body.toString()) : undefined };
}

verifies("proxy:odata:references", async () => {
  for (const [sent, arrived] of [
    [`${own}/orders(7)`, `${native}/orders(7)`],
    [`${own}.fmp12/orders('a%2Fb')`, `${native}/orders('a%2Fb')`],
    ["/svc/fmi/odata/v4/Wire/orders(7)", `${native}/orders(7)`],
    [`${native}/orders(7)`, `${native}/orders(7)`],
    ["orders(7)", "orders(7)"],
    ["https://elsewhere.example/orders(7)", "https://elsewhere.example/orders(7)"],
  ]) {
    for (const member of ["@odata.id", "@id"]) {
      const { target, body } = await passedOn("POST", path, { [member]: sent, more: "Grüße" });
      expect(target).toBe("/fmi/odata/v4/Wire/customers('C-1')/orders/$ref");
      expect(body).toEqual({ [member]: arrived, more: "Grüße" });
    }
  }
});

verifies("proxy:odata:references", "in the query of one that is taken away, encoded or not", async () => {
  const gone = async (query: string) => (await passedOn("DELETE", `${path}?${query}`)).target?.split("?")[1];
  const arrived = encodeURIComponent(`${native}/orders(7)`);
  expect(await gone(`$id=${own}/orders(7)`)).toBe(`$id=${arrived}`);
  expect(await gone(`%24id=${encodeURIComponent(`${own}/orders(7)`)}&x=1`)).toBe(`%24id=${arrived}&x=1`);
  expect(await gone("$id=orders(7)&x=%20")).toBe("$id=orders(7)&x=%20");
});

verifies("proxy:odata:references", "one of another file is refused like a call to it", async () => {
  upstream.answers(saying(204, []));
  const json = { "@odata.id": `${home.baseUrl}/svc/fmi/odata/v4/Other/orders(7)` };
  const answer = await home.raw("POST", path, { key, json });
  expect(answer).toRefuseLikeOData("key_file_not_allowed");
  expect(upstream.calls).toHaveLength(0);
});

verifies("proxy:odata:references", "only there: what looks like an address elsewhere is data", async () => {
  const record = { "@odata.id": `${own}/orders(7)`, link: `${own}/orders(7)` };
  expect((await passedOn("POST", "/svc/fmi/odata/v4/Wire/orders", record)).body).toEqual(record);
});
