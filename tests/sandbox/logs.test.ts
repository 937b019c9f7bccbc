import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aServer, basic } from "./support/a-server.ts";
import { smallWorld } from "./support/small-world.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "sandbox-logs-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** 2026-11-20 09:30:00.120 in UTC+1. */
const clock = { now: () => Date.UTC(2026, 10, 20, 8, 30, 0, 120) };
const TIME = "2026-11-20 09:30:00.120 +0100";

test("each request is a line of fmdapi.log in FileMaker's columns", async () => {
  const logDir = folder();
  const server = await aServer({ logDir, clock });
  const token = await server.login();
  await server.people("POST", "/layouts/People/_find?", { token, body: { query: [{ name: "nobody" }] } });
  await server.ask("GET", "/fmi/data/v1/databases/");
  await server.people("GET", "/layouts/People/script/Fail?script.param=secret", { token });
  await server.people("DELETE", `/sessions/${token}`);
  await server.flushLogs();
  const text = readFileSync(join(logDir, "fmdapi.log"), "utf8");
  const people = "/fmi/data/vLatest/databases/People";
  expect(text.split("\n")).toEqual([
    "Timestamp\tError\tMessage\tUsage",
    `${TIME}\t0\tINFO\t127.0.0.1\tfull\tPOST\t${people}/sessions\t118`,
    `${TIME}\t401\tERROR\t127.0.0.1\tfull\tPOST\t${people}/layouts/People/_find\t84`,
    `${TIME}\t0\tINFO\t127.0.0.1\t\tGET\t/fmi/data/v1/databases/\t70`,
    `${TIME}\t123\tERROR\t\t\t\tScript Error -- Script File: 'People', Script Name: 'Fail', Script Step: 'Exit Script'\t0`,
    `${TIME}\t0\tINFO\t127.0.0.1\tfull\tGET\t${people}/layouts/People/script/Fail\t98`,
    `${TIME}\t0\tINFO\t127.0.0.1\tfull\tDELETE\t${people}/sessions/***\t56`,
    "",
  ]);
});

test("sessions are lines of Access.log", async () => {
  const logDir = folder();
  const server = await aServer({ logDir, clock });
  await server.people("DELETE", `/sessions/${await server.login()}`);
  await server.flushLogs();
  const client = "full (Data API) [127.0.0.1]";
  expect(readFileSync(join(logDir, "Access.log"), "utf8").split("\n")).toEqual([
    `${TIME}\tInformation\t638\tfms.test\tClient "${client}" opening a connection from "127.0.0.1" using "Data API 22.0.2.204 [fmrest]".`,
    `${TIME}\tInformation\t94\tfms.test\tClient "${client}" opening database "People" as "full".`,
    `${TIME}\tInformation\t98\tfms.test\tClient "${client}" closing database "People" as "full".`,
    `${TIME}\tInformation\t22\tfms.test\tClient "${client}" closing a connection.`,
    "",
  ]);
});

test("closing the server writes the remaining lines, which contain no passwords or tokens", async () => {
  const logDir = folder();
  const server = await aServer({ logDir });
  const token = await server.login();
  await server.people("POST", "/sessions", { body: {}, headers: basic("full:wrong-pass") });
  await server.close();
  const text = readFileSync(join(logDir, "fmdapi.log"), "utf8") + readFileSync(join(logDir, "Access.log"), "utf8");
  expect(text).toContain('closing database "People"');
  expect(text).toContain("\t212\tERROR\t");
  for (const secret of [token, "wrong-pass", "full-pass"]) expect(text).not.toContain(secret);
});

test("a log that has reached its size starts again, and the next server continues it", async () => {
  const logDir = folder();
  const small = smallWorld();
  const world = { ...small, server: { ...small.server, logMaxBytes: 1024 } };
  const first = await aServer({ logDir, world, clock });
  for (let at = 0; at < 5; at += 1) await first.login();
  await first.close();
  const second = await aServer({ logDir, world, clock });
  await second.login();
  await second.close();
  expect(readFileSync(join(logDir, "Access-old.log"), "utf8").length).toBeGreaterThan(1024);
  expect(readFileSync(join(logDir, "Access.log"), "utf8")).toMatch(
    /^\S+ \S+ \S+\tInformation\t228\tfms\.test\tThe previous log file/,
  );
});
