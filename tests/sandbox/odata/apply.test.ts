import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test("aggregate creates one row of figures", async () => {
  const { shop } = await anODataServer();
  const figures =
    "aggregate(amount with sum as total,amount with average as mean,amount with min as least,amount with max as most,customer with countdistinct as buyers,$count as orders)";
  expect((await shop("GET", `/Orders?$apply=${figures}`)).rows).toEqual([
    { total: 57.5, mean: 57.5 / 3, least: 7.5, most: 30, buyers: 2, orders: 3 },
  ]);
});

test("groupby creates a row per combination, which can be sorted and limited", async () => {
  const { shop, root } = await anODataServer();
  const answer = await shop(
    "GET",
    "/Orders?$apply=groupby((customer),aggregate(amount with sum as total))&$orderby=total",
  );
  expect(answer.json["@context"]).toBe(`${root}/$metadata#Orders("customer","total")`);
  expect(answer.rows).toEqual([
    { customer: "C-2", total: 7.5 },
    { customer: "C-1", total: 50 },
  ]);
  const two = await shop("GET", "/Orders?$apply=filter(amount gt 10)/groupby((customer,placed))&$top=1&$count=true");
  expect(two.json).toMatchObject({ "@count": 2, value: [{ customer: "C-1", placed: "2026-01-05" }] });
});

test("aggregating nothing returns empty figures", async () => {
  const { shop } = await anODataServer();
  const answer = await shop(
    "GET",
    "/Orders?$apply=filter(amount gt 99)/aggregate(amount with sum as total,$count as n)",
  );
  expect(answer.rows).toEqual([{ total: null, n: 0 }]);
});

test("invalid expressions are rejected, and encoded parentheses aren't recognized", async () => {
  const { shop } = await anODataServer();
  for (const apply of [
    "nope(amount)",
    "aggregate(amount)",
    "groupby(customer)",
    "aggregate(amount with sum as a)/filter(a gt 1)",
    "filter(amount gt 1)",
    "aggregate%28amount with sum as a%29",
  ]) {
    expect(await shop("GET", `/Orders?$apply=${apply}`)).toMatchObject({ status: 400, code: "-1002" });
  }
  expect((await shop("GET", "/Orders?$apply=groupby((nope))")).code).toBe("8309");
  expect((await shop("GET", "/Orders?$apply=groupby((customer))&$filter=amount gt 1")).code).toBe("-1003");
});

test("a newer server's defects are available", async () => {
  const { shop } = await anODataServer({ world: shopWorld({ applyDefects: true }) });
  const answer = await shop("GET", "/Orders?$apply=aggregate(amount with sum as total)");
  expect(answer.json).toEqual({ error: { code: "-1002", message: "Error: parse failure in URL at: ')'" } });
  const grouped = await shop("GET", "/Orders?$apply=groupby((customer))");
  const text = "All non-aggregated field references must be in the groupby clause.";
  expect(grouped.json).toEqual({ error: { code: "8309", message: text } });
  expect((await shop("GET", "/Orders?$apply=groupby((customer,placed))")).rows).toHaveLength(3);
  const figures = "groupby((customer,placed),aggregate(amount with max as most))";
  expect((await shop("GET", `/Orders?$apply=${figures}`)).code).toBe("-1002");
});

test("the version decides if $apply is supported, and with which defects", async () => {
  const answers = async (version: string, odata = {}) => {
    const { shop } = await anODataServer({ world: shopWorld(odata, { version }) });
    const sum = await shop("GET", "/Orders?$apply=aggregate(amount with sum as total)");
    const groups = await shop("GET", "/Orders?$apply=groupby((customer))");
    return [sum.code ?? "sum", groups.code ?? "groups"];
  };
  expect(await answers("19.6.4.402")).toEqual(["-1002", "-1002"]);
  expect(await answers("21.1.2.500")).toEqual(["-1002", "-1002"]);
  expect(await answers("22.0.2.204")).toEqual(["sum", "groups"]);
  expect(await answers("26.0.1.68")).toEqual(["-1002", "8309"]);
  expect(await answers("26.0.1.68", { applyDefects: false })).toEqual(["sum", "groups"]);
});
