import { afterAll, beforeEach, expect } from "vitest";
import { OutboundError } from "#shared/ports/outbound.ts";
import type { Point } from "#shared/system/contract.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let isHostGone = false;
const service = await testService({
  decorate: (platform) => {
    const reachable = (outbound: typeof platform.fileMaker.dataApi): typeof outbound => ({
      ...outbound,
      async request(request) {
        if (isHostGone) throw noWayThere();
        return outbound.request(request);
      },
      relay(request, handler) {
        if (!isHostGone) return outbound.relay(request, handler);
        queueMicrotask(() => handler.fail(noWayThere()));
        return { pause() {}, resume() {}, abort() {} };
      },
    });
    const { dataApi, adminApi } = platform.fileMaker;
    return { ...platform, fileMaker: { dataApi: reachable(dataApi), adminApi: reachable(adminApi) } };
  },
});
afterAll(() => service.stop());

function noWayThere(): OutboundError {
  const cause = Object.assign(new Error("No route to host"), { code: "EHOSTUNREACH" });
  return new OutboundError("refused", true, { cause });
}

const dataKey = await service.aKey({ databases: ["Contacts.fmp12"], isOData: true });
const adminKey = await service.anAdminKey();
const asAdmin = { Authorization: `Bearer ${adminKey}` };
const { sandbox } = service;

/** Stops or starts the Database Server as a FileMaker Server administrator would, outside of Latchkey. */
async function switchDatabaseServer(status: "RUNNING" | "STOPPED"): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/fmi/admin/api/v2/server/status`, {
    method: "PATCH",
    headers: {
      Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ status }),
  });
  expect(answer.status).toBe(200);
}

beforeEach(async () => {
  isHostGone = false;
  sandbox.faults.clear();
  sandbox.reload();
  await service.turn(20 * 60_000);
});

/** Returns everything that reports FileMaker Server's state, requested at one time. */
async function everything() {
  await service.turn(5_000);
  const newKey = { databases: ["Orders"], label: "new", user: "api", pass: "demo-pass" };
  const raw = (path: string) => service.raw("GET", path, { headers: asAdmin });
  const info = (await service.raw("GET", "/svc/api/info")).body.response.FileMakerServer;
  const ready = await service.raw("GET", "/svc/readyz");
  const strict = await service.raw("GET", "/svc/readyz?strict");
  const check = await service.raw("POST", "/svc/api/prerequisites", { headers: asAdmin, json: {} });
  const points: readonly Point[] = check.body.response.points;
  const relevant = ["server_reachable", "database_server", "admin_account", "data_api_enabled", "odata_enabled"];
  const named = (answer: { readonly status: number; readonly body: { readonly messages?: readonly unknown[] } }) => {
    const [first] = (answer.body.messages ?? []) as readonly { readonly code: number; readonly text: string }[];
    return `${answer.status} ${first?.code} ${first?.text}`;
  };
  const unwell = Object.entries<{ readonly ok: boolean | null }>(ready.body.checks);
  return {
    info: [info.fmsRunning, info.trouble],
    parts: info.parts,
    readyz: [ready.status, strict.status],
    unwell: unwell.filter(([, { ok }]) => ok === false).map(([name]) => name),
    points: Object.fromEntries(
      points
        .filter(({ id }) => relevant.includes(id))
        .map(({ id, state, text }) => [id, `${state}: ${text.replace(sandbox.origin, "http://fms.example.com")}`]),
    ),
    databases: named(await raw("/svc/api/databases")),
    clients: named(await raw("/svc/api/clients")),
    newKey: named(await service.raw("POST", "/svc/api/api-key", { headers: asAdmin, json: newKey })),
    dataApi: (await service.raw("GET", recordsPath("Contacts.fmp12"), { key: dataKey })).status,
    odata: (await service.raw("GET", "/svc/fmi/odata/v4/Contacts/contacts?$top=1", { key: dataKey })).status,
    adminApi: (await service.raw("GET", "/svc/fmi/admin/api/v2/server/status", { headers: asAdmin })).status,
  };
}

verifies("system:server-down:agree", "everything is up", async () => {
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 200,
      "clients": "200 0 ok",
      "dataApi": 200,
      "databases": "200 0 ok",
      "info": [
        true,
        null,
      ],
      "newKey": "200 0 ok",
      "odata": 200,
      "parts": {
        "adminApi": "running",
        "dataApi": "running",
        "databaseServer": "running",
        "odata": "running",
        "webServer": "running",
      },
      "points": {
        "admin_account": "ok: The Admin API accepts the account.",
        "data_api_enabled": "ok: The Data API is enabled.",
        "database_server": "ok: The Database Server is running.",
        "odata_enabled": "ok: OData is enabled.",
        "server_reachable": "ok: FileMaker Server responds at http://fms.example.com.",
      },
      "readyz": [
        200,
        200,
      ],
      "unwell": [],
    }
  `);
});

verifies("system:server-down:agree", "the Data API's engine is down", async () => {
  sandbox.faults.set({ kind: "stopped", path: "^/fmi/data/" });
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 200,
      "clients": "200 0 ok",
      "dataApi": 502,
      "databases": "200 0 ok",
      "info": [
        true,
        "FileMaker Server's web server responds, but the Data API doesn't.",
      ],
      "newKey": "502 18054 FileMaker Server can't be reached: its web server responded instead of the Data API",
      "odata": 200,
      "parts": {
        "adminApi": "running",
        "dataApi": "stopped",
        "databaseServer": "running",
        "odata": "running",
        "webServer": "running",
      },
      "points": {
        "admin_account": "ok: The Admin API accepts the account.",
        "data_api_enabled": "failed: The web server responds, but the Data API doesn't.",
        "database_server": "ok: The Database Server is running.",
        "odata_enabled": "ok: OData is enabled.",
        "server_reachable": "ok: FileMaker Server responds at http://fms.example.com.",
      },
      "readyz": [
        200,
        503,
      ],
      "unwell": [
        "fileMakerServer",
        "dataApi",
      ],
    }
  `);
});

verifies("system:server-down:agree", "the Data API is disabled", async () => {
  sandbox.world.server.engines.dataApi = false;
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 200,
      "clients": "200 0 ok",
      "dataApi": 503,
      "databases": "200 0 ok",
      "info": [
        true,
        "The Data API is disabled.",
      ],
      "newKey": "503 18326 The Data API is disabled in FileMaker Server",
      "odata": 200,
      "parts": {
        "adminApi": "running",
        "dataApi": "off",
        "databaseServer": "running",
        "odata": "running",
        "webServer": "running",
      },
      "points": {
        "admin_account": "ok: The Admin API accepts the account.",
        "data_api_enabled": "failed: The Data API is disabled.",
        "database_server": "ok: The Database Server is running.",
        "odata_enabled": "ok: OData is enabled.",
        "server_reachable": "ok: FileMaker Server responds at http://fms.example.com.",
      },
      "readyz": [
        200,
        503,
      ],
      "unwell": [
        "fileMakerServer",
        "dataApi",
      ],
    }
  `);
});

verifies("system:server-down:agree", "the Database Server is down", async () => {
  await switchDatabaseServer("STOPPED");
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 200,
      "clients": "503 18325 FileMaker Server's Database Server isn't accepting requests: it is stopped, stopping or starting",
      "dataApi": 500,
      "databases": "503 18325 FileMaker Server's Database Server isn't accepting requests: it is stopped, stopping or starting",
      "info": [
        false,
        "The Database Server is stopped: files can't be opened.",
      ],
      "newKey": "503 18325 FileMaker Server's Database Server isn't accepting requests: it is stopped, stopping or starting",
      "odata": 404,
      "parts": {
        "adminApi": "running",
        "dataApi": "running",
        "databaseServer": "stopped",
        "odata": "running",
        "webServer": "running",
      },
      "points": {
        "admin_account": "ok: The Admin API accepts the account.",
        "data_api_enabled": "ok: The Data API is enabled.",
        "database_server": "failed: The Database Server is stopped: files can't be opened.",
        "odata_enabled": "ok: OData is enabled.",
        "server_reachable": "ok: FileMaker Server responds at http://fms.example.com.",
      },
      "readyz": [
        200,
        503,
      ],
      "unwell": [
        "fileMakerServer",
        "databaseServer",
      ],
    }
  `);
});

verifies("system:server-down:agree", "the web server is down", async () => {
  sandbox.world.server.stopped.add("HTTPSERVER");
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 502,
      "clients": "502 18055 FileMaker Server closed the connection before its response was complete",
      "dataApi": 502,
      "databases": "502 18055 FileMaker Server closed the connection before its response was complete",
      "info": [
        false,
        "The web server of FileMaker Server does not respond at 127.0.0.1.",
      ],
      "newKey": "502 18055 FileMaker Server closed the connection before its response was complete",
      "odata": 502,
      "parts": {
        "adminApi": "unknown",
        "dataApi": "unknown",
        "databaseServer": "unknown",
        "odata": "unknown",
        "webServer": "stopped",
      },
      "points": {
        "admin_account": "unknown: The Admin API did not respond: FileMaker Server closed the connection before its response was complete.",
        "data_api_enabled": "unknown: Couldn't check the Data API.",
        "database_server": "unknown: Couldn't check the Database Server.",
        "odata_enabled": "unknown: Couldn't check OData.",
        "server_reachable": "failed: No response from FileMaker Server at http://fms.example.com: the host is reachable, but its web server isn't running.",
      },
      "readyz": [
        200,
        503,
      ],
      "unwell": [
        "fileMakerServer",
        "webServer",
      ],
    }
  `);
});

verifies("system:server-down:agree", "the Admin API is down", async () => {
  sandbox.world.server.stopped.add("ADMINSERVER");
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 502,
      "clients": "502 18054 FileMaker Server can't be reached: its web server responded instead of the Admin API",
      "dataApi": 200,
      "databases": "502 18054 FileMaker Server can't be reached: its web server responded instead of the Admin API",
      "info": [
        true,
        "The Admin API does not respond. Calls with keys still work, but the server can't be managed.",
      ],
      "newKey": "200 0 ok",
      "odata": 200,
      "parts": {
        "adminApi": "stopped",
        "dataApi": "running",
        "databaseServer": "unknown",
        "odata": "running",
        "webServer": "running",
      },
      "points": {
        "admin_account": "unknown: The Admin API did not respond: FileMaker Server can't be reached: its web server responded instead of the Admin API.",
        "data_api_enabled": "ok: The Data API is enabled.",
        "database_server": "unknown: Couldn't check the Database Server.",
        "odata_enabled": "ok: OData is enabled.",
        "server_reachable": "ok: FileMaker Server responds at http://fms.example.com.",
      },
      "readyz": [
        200,
        503,
      ],
      "unwell": [
        "adminApi",
      ],
    }
  `);
});

verifies("system:server-down:agree", "OData is disabled", async () => {
  sandbox.world.server.engines.odata = false;
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 200,
      "clients": "200 0 ok",
      "dataApi": 200,
      "databases": "200 0 ok",
      "info": [
        true,
        null,
      ],
      "newKey": "200 0 ok",
      "odata": 502,
      "parts": {
        "adminApi": "running",
        "dataApi": "running",
        "databaseServer": "running",
        "odata": "off",
        "webServer": "running",
      },
      "points": {
        "admin_account": "ok: The Admin API accepts the account.",
        "data_api_enabled": "ok: The Data API is enabled.",
        "database_server": "ok: The Database Server is running.",
        "odata_enabled": "warning: OData is disabled.",
        "server_reachable": "ok: FileMaker Server responds at http://fms.example.com.",
      },
      "readyz": [
        200,
        200,
      ],
      "unwell": [],
    }
  `);
});

verifies("system:server-down:agree", "the host is down", async () => {
  isHostGone = true;
  expect(await everything()).toMatchInlineSnapshot(`
    {
      "adminApi": 502,
      "clients": "502 18054 FileMaker Server can't be reached",
      "dataApi": 502,
      "databases": "502 18054 FileMaker Server can't be reached",
      "info": [
        false,
        "No response from 127.0.0.1: the host is down or unreachable, or the address is wrong.",
      ],
      "newKey": "502 18054 FileMaker Server can't be reached",
      "odata": 502,
      "parts": {
        "adminApi": "unknown",
        "dataApi": "unknown",
        "databaseServer": "unknown",
        "odata": "unknown",
        "webServer": "unknown",
      },
      "points": {
        "admin_account": "unknown: The Admin API did not respond: FileMaker Server can't be reached.",
        "data_api_enabled": "unknown: Couldn't check the Data API.",
        "database_server": "unknown: Couldn't check the Database Server.",
        "odata_enabled": "unknown: Couldn't check OData.",
        "server_reachable": "failed: No response at http://fms.example.com.",
      },
      "readyz": [
        200,
        503,
      ],
      "unwell": [
        "fileMakerServer",
      ],
    }
  `);
});

verifies("system:server-down:agree", "findings from before the host went down aren't reported as current", async () => {
  expect((await everything()).parts.databaseServer).toBe("running");
  isHostGone = true;
  expect((await everything()).parts.databaseServer).toBe("unknown");
});
