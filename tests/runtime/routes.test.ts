import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { type RouteEntry, readRouteTable } from "../../local-runtime/http/route-table.ts";
import { router } from "../../local-runtime/http/router.ts";
import { routeDifferences, servedContracts } from "../../scripts/check-routes.ts";

const root = new URL("../../", import.meta.url);

test("every operation is below a prefix of the function that serves it, and each prefix has one owner", async () => {
  const routes = readRouteTable(new URL("serverless.yml", root));
  expect(routeDifferences(routes, await servedContracts(routes))).toEqual([]);
  const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/check-routes.ts", root))], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

describe("detected differences", () => {
  const shared = { summary: "x", access: "anyone", input: z.object({}), output: z.object({}), errors: [] } as const;
  const notes = resource({
    listNotes: { ...shared, method: "GET", path: "/svc/api/notes" },
    download: { ...shared, method: "GET", path: "/svc/api/notes/{id}/file", answers: "bytes" },
  });
  const keys = resource({ listKeys: { ...shared, method: "GET", path: "/svc/api/keys" } });
  const served = { notes, keys };
  const route = (template: string, owner: string, streams = false, method = "ANY"): RouteEntry => ({
    function: owner,
    module: `functions/${owner}/handler`,
    method,
    template,
    streams,
  });
  const list = route("/api/notes", "notes", true);
  const rest = route("/api/notes/{path+}", "notes", true);
  const ofKeys = route("/api/keys", "keys");
  const good = [list, rest, ofKeys];

  test.each<[string, readonly RouteEntry[], readonly string[]]>([
    ["nothing", good, []],
    ["a missing route", [list, ofKeys], ["notes.download (GET /api/notes/{id}/file) has no route"]],
    [
      "a route without an operation",
      [...good, route("/api/keys/{path+}", "keys")],
      ["no operation uses ANY /api/keys/{path+}"],
    ],
    ["a duplicate route", [...good, ofKeys], ["ANY /api/keys occurs several times in serverless.yml"]],
    [
      "a prefix with two owners",
      [...good, route("/api/notes/{id}/{path+}", "keys")],
      [
        "notes.download (GET /api/notes/{id}/file) is below a prefix of keys",
        "no operation uses ANY /api/notes/{id}/{path+}",
      ],
    ],
    [
      "a function that doesn't stream although it must",
      [{ ...list, streams: false }, rest, ofKeys],
      ["ANY /api/notes does not stream, unlike the operations of notes"],
    ],
    [
      "a function that streams unnecessarily",
      [list, rest, { ...ofKeys, streams: true }],
      ["ANY /api/keys streams, unlike the operations of keys"],
    ],
    [
      "a route for one method",
      [list, rest, { ...ofKeys, method: "GET" }],
      ["GET /api/keys has a single method, but a function owns its prefixes for all methods"],
    ],
  ])("%s", (_what, routes, differences) => {
    expect(routeDifferences(routes, served, served)).toEqual(differences);
  });

  test("two operations with one path", () => {
    const twice = { notes: { ...notes, again: notes.listNotes }, keys };
    expect(routeDifferences(good, twice, twice)).toEqual(["GET /api/notes is the path of several operations"]);
  });

  test("an operation that no function serves, and one that isn't in the catalog", () => {
    expect(
      routeDifferences(good, served, { notes, keys, more: { more: { ...keys.listKeys, method: "POST" } } }),
    ).toEqual(["no function serves more.more (POST /api/keys)"]);
    expect(routeDifferences(good, served, { notes })).toEqual(["keys.listKeys (GET /api/keys) isn't in the catalog"]);
  });
});

describe("the router", () => {
  const entry = (method: string, template: string): RouteEntry => ({
    function: "f",
    module: "m",
    method,
    template,
    streams: false,
  });
  const table = [
    entry("GET", "/api/notes/{id}"),
    entry("GET", "/api/notes/newest"),
    entry("POST", "/api/notes/newest"),
    entry("ANY", "/fmi/data/{path+}"),
  ];
  const { find, methods } = router(table, ["svc", "otto"]);
  const template = (method: string, path: string) => find(method, path)?.route.template;

  test("prefers literals to parameters, and accepts each prefix", () => {
    expect(template("GET", "/svc/api/notes/newest")).toBe("/api/notes/newest");
    expect(template("GET", "/otto/api/notes/41")).toBe("/api/notes/{id}");
    expect(find("GET", "/otto/api/notes/41")?.prefix).toBe("otto");
    expect(template("PUT", "/svc/fmi/data/a/b/c")).toBe("/fmi/data/{path+}");
  });

  test("accepts HEAD if there is a GET, and no other additional method", () => {
    expect(template("HEAD", "/svc/api/notes/41")).toBe("/api/notes/{id}");
    for (const [method, path] of [
      ["DELETE", "/svc/api/notes/newest"],
      ["GET", "/svc/api/notes/"],
      ["GET", "/svc/api/notes/41/more"],
      ["GET", "/svc/fmi/data/"],
      ["GET", "/svc/fmi/database"],
      ["GET", "/nobody/api/notes/41"],
      ["GET", "/svc"],
      ["GET", "/"],
    ] as const)
      expect(find(method, path), path).toBeUndefined();
    expect(methods("/svc/api/notes/newest").toSorted()).toEqual(["GET", "HEAD", "POST"]);
    expect(methods("/svc/api/other")).toEqual([]);
  });
});
