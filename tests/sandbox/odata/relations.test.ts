import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";

test.each(["POST", "PATCH", "PUT"])("%s of a $ref relates another record to this one", async (method) => {
  const { shop, root } = await anODataServer();
  const body = { "@odata.id": `${root}/Orders(103)` };
  expect((await shop(method, "/Customers('C-1')/Orders/$ref", { body })).status).toBe(204);
  expect((await shop("GET", "/Orders(103)/customer")).json.value).toBe("C-1");
});

test("the side with the foreign key changes, seen from either end", async () => {
  const { shop } = await anODataServer();
  await shop("PUT", "/Orders(101)/Customers/$ref", { body: { "@id": "Customers('C-2')" } });
  expect((await shop("GET", "/Orders(101)/customer")).json.value).toBe("C-2");
  expect((await shop("GET", "/Customers('C-2')/key")).json.value).toBe("C-2");
});

test("DELETE of a $ref ends the relation, specified in the path, in $id, or in the body", async () => {
  const { shop, root } = await anODataServer();
  const customer = async (order: number) => (await shop("GET", `/Orders(${order})/customer`)).json.value;
  await shop("DELETE", "/Customers('C-1')/Orders(101)/$ref");
  expect(await customer(101)).toBeNull();
  await shop("DELETE", `/Customers('C-1')/Orders/$ref?$id=${root}/Orders(102)`);
  expect(await customer(102)).toBeNull();
  await shop("DELETE", "/Customers('C-2')/Orders/$ref", { body: { "@odata.id": "Orders(103)" } });
  expect(await customer(103)).toBeNull();
});

test("a $ref to nothing is rejected", async () => {
  const { shop } = await anODataServer();
  const ref = (body: object) => shop("POST", "/Customers('C-1')/Orders/$ref", { body });
  expect(await ref({})).toMatchObject({ status: 400, code: "-1002" });
  expect(await ref({ "@odata.id": "Lines(101,'a')" })).toMatchObject({ status: 400, code: "-1002" });
  expect(await ref({ "@odata.id": "Orders(999)" })).toMatchObject({ status: 404, code: "-1023" });
  expect(await shop("DELETE", "/Customers('C-1')/Orders/$ref")).toMatchObject({ status: 400, code: "-1003" });
  expect(await shop("GET", "/Customers('C-1')/Orders/$ref")).toMatchObject({ status: 400, code: "-1003" });
});

test("$crossjoin combines every row with every other, flat", async () => {
  const { shop, root } = await anODataServer();
  const answer = await shop("GET", "/$crossjoin(Orders,Lines)?$top=3&$skip=1");
  expect(answer.rows).toHaveLength(3);
  expect(answer.rows[0]).toMatchObject({
    "Orders@navigationLink": `${root}/Orders('101')`,
    "Lines@navigationLink": `${root}/Lines(102,'b')`,
    number: 101,
    text: "second",
  });
});

test("$crossjoin shows one expanded table, times out without $top, and supports little else", async () => {
  const { shop } = await anODataServer();
  const [row] = (await shop("GET", "/$crossjoin(Orders,Lines)?$top=1&$expand=Lines")).rows;
  expect(row).toHaveProperty("text");
  expect(row).not.toHaveProperty("number");
  expect((await shop("GET", "/$crossjoin(Orders,Lines)")).status).toBe(504);
  for (const query of ["$expand=Orders,Lines", "$filter=number eq order", "$select=number", "$orderby=number"]) {
    const answer = await shop("GET", `/$crossjoin(Orders,Lines)?$top=1&${query}`);
    expect(answer).toMatchObject({ status: 400, code: "-1002" });
  }
});
