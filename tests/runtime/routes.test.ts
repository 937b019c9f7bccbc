import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type RouteEntry, readRouteTable } from "../../local-runtime/route-table.ts";
import { router } from "../../local-runtime/router.ts";
import { routeDifferences } from "../../scripts/check-routes.ts";
import { resource } from "../../shared/contract/operation.ts";

const root = new URL("../../", import.meta.url);

test("every operation has its route in serverless.yml, and every route its operation", () => {
  expect(routeDifferences(readRouteTable(new URL("serverless.yml", root)))).toEqual([]);
  const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/check-routes.ts", root))], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

describe("what differs is told", () => {
  const shared = { summary: "x", access: "anyone", input: z.object({}), output: z.object({}), errors: [] } as const;
  const notes = resource({
    getNote: { ...shared, method: "GET", path: "/svc/api/notes/{id}" },
    download: { ...shared, method: "GET", path: "/svc/api/notes/{id}/file", answers: "stream" },
  });
  const route = (method: string, template: string, streams = false, owner = "notes"): RouteEntry => ({
    function: owner,
    module: `functions/${owner}/handler`,
    method,
    template,
    streams,
  });
  const fitting = [route("GET", "/api/notes/{id}"), route("GET", "/api/notes/{id}/file", true)] as const;
  const [note, file] = fitting;

  test.each([
    ["nothing", fitting, []],
    ["a missing route", [note], ["notes.download (GET /api/notes/{id}/file) has no route"]],
    [
      "a route of nobody",
      [...fitting, route("PUT", "/api/notes/{id}")],
      ["PUT /api/notes/{id} is the route of no operation"],
    ],
    ["a route that stands twice", [...fitting, note], ["GET /api/notes/{id} stands several times in serverless.yml"]],
    [
      "a stream that is not marked",
      [note, { ...file, streams: false }],
      ["notes.download (GET /api/notes/{id}/file) streams, its route says otherwise"],
    ],
    [
      "a mark on what is no stream",
      [{ ...note, streams: true }, file],
      ["notes.getNote (GET /api/notes/{id}) does not stream, its route says otherwise"],
    ],
    [
      "a route of another function",
      [{ ...note, function: "keys" }, file],
      ["notes.getNote (GET /api/notes/{id}) belongs to notes, not to keys"],
    ],
  ])("%s", (_what, routes, differences) => {
    expect(routeDifferences(routes, { notes })).toEqual(differences);
  });

  test("two operations of one path", () => {
    expect(routeDifferences(fitting, { notes: { ...notes, again: notes.getNote } })).toEqual([
      "GET /api/notes/{id} is the path of several operations",
    ]);
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

  test("prefers words to parameters, and takes each prefix", () => {
    expect(template("GET", "/svc/api/notes/newest")).toBe("/api/notes/newest");
    expect(template("GET", "/otto/api/notes/41")).toBe("/api/notes/{id}");
    expect(find("GET", "/otto/api/notes/41")?.prefix).toBe("otto");
    expect(template("PUT", "/svc/fmi/data/a/b/c")).toBe("/fmi/data/{path+}");
  });

  test("takes HEAD where there is a GET, and nothing else that was not asked for", () => {
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
    expect(methods("/svc/api/notes/newest").toSorted()).toEqual(["GET", "POST"]);
    expect(methods("/svc/api/other")).toEqual([]);
  });
});
