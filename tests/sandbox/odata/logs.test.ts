import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";

test("every request has its line in fmodata.log, with code, address, and size, and without the password", async () => {
  const logDir = mkdtempSync(join(tmpdir(), "sandbox-odata-"));
  onTestFinished(() => rmSync(logDir, { recursive: true, force: true }));
  const now = Date.UTC(2026, 10, 20, 8, 31, 5, 232);
  const server = await anODataServer({ logDir, clock: { now: () => now } });
  const good = await server.shop("GET", "/Orders?$top=1");
  await server.shop("DELETE", "/Orders(101)");
  const bad = await server.shop("GET", "/Nope", { account: "full:wrong" });
  await server.flushLogs();
  const text = readFileSync(join(logDir, "fmodata.log"), "utf8");
  // It begins with the UTF-8 byte order mark.
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const lines = text.slice(1).trimEnd().split("\n");
  const time = "2026-11-20T09:31:05.232000+01:00";
  expect(lines).toEqual([
    [time, 0, "INFO", "127.0.0.1", "GET", "/fmi/odata/v4/Shop/Orders?$top=1", good.text.length].join("\t"),
    [time, 0, "INFO", "127.0.0.1", "DELETE", "/fmi/odata/v4/Shop/Orders(101)", 0].join("\t"),
    [time, 212, "ERROR", "127.0.0.1", "GET", "/fmi/odata/v4/Shop/Nope", bad.text.length].join("\t"),
  ]);
});

test("requests are counted by operation, including those of a batch", async () => {
  const server = await anODataServer();
  await server.shop("GET", "/Orders");
  const part = "--b\r\nContent-Type: application/http\r\n\r\nGET Orders HTTP/1.1\r\n\r\n\r\n";
  await server.shop("POST", "/$batch", {
    body: `${part}--b--\r\n`,
    headers: { "content-type": "multipart/mixed; boundary=b" },
  });
  expect(server.counters).toMatchObject({
    odataCalls: 2,
    odataByOperation: { "GET collection": 2, "POST batch": 1 },
    calls: 0,
  });
});
