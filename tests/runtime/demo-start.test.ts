import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { call } from "../support/http/call.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const sandbox = await startServer();
afterAll(() => sandbox.close());

const run = promisify(execFile);
const keyIn = (printed: string) => /dk_[0-9A-Za-z]{49}/.exec(printed)?.[0] ?? "";

async function keysAt(baseUrl: string): Promise<readonly { readonly label: string }[]> {
  const answer = await call(baseUrl, "GET", "/svc/api/api-key", { headers: { Authorization: adminAccount } });
  return answer.body.response["api-keys"];
}

verifies("runtime:start:sandbox", async () => {
  const service = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
  const readiness = await call(service.baseUrl, "GET", "/svc/readyz");
  expect([readiness.status, readiness.body.checks.fileMakerServer.ok]).toEqual([200, true]);
  const answer = await call(service.baseUrl, "GET", recordsPath("Orders.fmp12"), { key: keyIn(service.printed()) });
  expect(answer).toSucceed();
});

verifies("runtime:demo:marked", async () => {
  const demo = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
  const ready = async ({ baseUrl }: typeof demo) =>
    (await call(baseUrl, "GET", "/svc/readyz")).body.checks.fileMakerServer.text;
  const isDemo = async ({ baseUrl }: typeof demo) =>
    (await call(baseUrl, "GET", "/svc/api/info")).body.response.service.isDemo;
  const headers = { Authorization: adminAccount };
  const shown = { isOn: true, title: "", files: [], schedules: [], notices: [] };
  await call(demo.baseUrl, "PUT", "/svc/api/settings/status-page", { headers, json: shown });
  expect(demo.printed()).toContain("This is a demo server");
  expect([await ready(demo), await isDemo(demo)]).toEqual(["responds (demo server)", true]);
  expect((await call(demo.baseUrl, "GET", "/svc/status")).text).toContain("<p>Demo server</p>");

  const server = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data"), FMS_URL: sandbox.origin });
  expect([await ready(server), await isDemo(server)]).toEqual(["responds", false]);
});

verifies("runtime:start:ready-line", async () => {
  const service = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
  // The first requests, one for each of the three kinds of paths, as soon as the line is printed.
  const answers = await Promise.all([
    call(service.baseUrl, "GET", "/svc/healthz"),
    call(service.baseUrl, "GET", "/svc/readyz"),
    call(service.baseUrl, "GET", recordsPath(), { key: keyIn(service.printed()) }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(service.printed()).toMatch(/^Latchkey ready at http:\/\/127\.0\.0\.1:\d+\n/);
});

verifies("runtime:start:light", async () => {
  const folder = scratchFolder();
  const [hooks, loaded] = [join(folder, "hooks.mjs"), join(folder, "loaded")];
  writeFileSync(
    hooks,
    `import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(loaded)}, url + "\\n"); return next(url, context); } });`,
  );
  const service = await latchkeyProcess({ DATA_DIR: join(folder, "data"), NODE_OPTIONS: `--import ${hooks}` });
  const heavy = () => readFileSync(loaded, "utf8").match(/node_modules\/(@modelcontextprotocol|oidc-provider)\//g);
  expect(readFileSync(loaded, "utf8")).toContain("/local-runtime/runtime.ts");
  expect(heavy()).toBeNull();
  expect((await call(service.baseUrl, "POST", "/svc/admin-mcp", { json: {} })).status).toBe(401);
  expect(heavy()).not.toBeNull();
});

verifies("runtime:start:one-port", async () => {
  const service = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
  const { port } = new URL(service.baseUrl);
  expect(listeningPorts(service.pid)).toEqual([Number(port)]);
  for (const path of ["/svc/healthz", "/svc/apidoc/openapi.json"])
    expect((await call(service.baseUrl, "GET", path)).status).toBe(200);
  expect(await keysAt(service.baseUrl)).toHaveLength(1);
});

verifies("runtime:demo:curl-lines", async () => {
  const service = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
  const lines = service
    .printed()
    .split("\n")
    .filter((line) => line.startsWith("  curl "));
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const { stdout } = await run("bash", ["-c", line]);
    expect(String(JSON.parse(stdout).messages[0].code), line).toBe("0");
  }
  // The second one created a record.
  const { body } = await call(service.baseUrl, "POST", recordsPath().replace("/records?_limit=1", "/_find"), {
    key: keyIn(service.printed()),
    json: { query: [{ firstName: "==Ada", lastName: "==Lovelace" }] },
  });
  expect(body.response.data).toHaveLength(1);
});

verifies("runtime:demo:backups", async () => {
  const { baseUrl } = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data") });
  const asked = async (method: string, path: string, json?: object) => {
    const headers = { Authorization: adminAccount };
    const answer = await call(baseUrl, method, `/svc/api/${path}`, { headers, ...(json && { json }) });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body.response;
  };
  const becomes = async (path: string, isThere: (response: Awaited<ReturnType<typeof asked>>) => boolean) => {
    for (;;) {
      const response = await asked("GET", path);
      if (isThere(response)) return response;
      await sleep(50);
    }
  };
  const done = async ({ processId }: { readonly processId: number }) => {
    const { process } = await becomes(`processes/${processId}`, (shown) => shown.process.endedAt !== null);
    expect(process).toMatchObject({ state: "done" });
  };
  const at = "settings/offsite";
  expect(Object.keys((await asked("GET", `${at}/remotes`)).remotes)).toEqual(["demo"]);
  await asked("POST", `${at}/recovery-key`);
  await becomes("agents", ({ agents }) => agents[0]?.state === "linked");
  for (const layout of ["files", "blocks"]) {
    const place = { remote_name: "demo", bucket_name: "demo", remote_path: layout };
    await asked("POST", `${at}/schedules`, { name: `In ${layout}`, layout, ...place });
    await done(await asked("POST", `${at}/schedules/In%20${layout}/run`));
    const [{ backup }] = (await asked("GET", `${at}/backups?${new URLSearchParams(place)}`)).backups;
    const targetName = `Orders from ${layout}`;
    const files = [{ fileName: "Orders", targetName }];
    await done(await asked("POST", `${at}/restores`, { ...place, backup, files, to: "here" }));
    const { key } = await asked("POST", "api-key", {
      ...{ databases: [targetName], label: layout, user: "api", pass: "demo-pass" },
    });
    const records = recordsPath("Orders.fmp12").replace("Orders.fmp12", encodeURIComponent(targetName));
    expect(await call(baseUrl, "GET", records, { key })).toSucceed();
  }
});

verifies("runtime:demo:key-replaced", async () => {
  const DATA_DIR = join(scratchFolder(), "data");
  const first = await latchkeyProcess({ DATA_DIR });
  const firstKey = keyIn(first.printed());
  await first.terminate();
  const second = await latchkeyProcess({ DATA_DIR });
  expect(await call(second.baseUrl, "GET", recordsPath(), { key: firstKey })).toRefuseLikeFileMaker("key_unknown");
  expect(await keysAt(second.baseUrl)).toHaveLength(1);
  expect(await call(second.baseUrl, "GET", recordsPath(), { key: keyIn(second.printed()) })).toSucceed();
});

verifies(
  "runtime:demo:key-replaced",
  "the first start with a server on a folder without a recorded kind deletes the demo key",
  async () => {
    const DATA_DIR = join(scratchFolder(), "data");
    const demo = await latchkeyProcess({ DATA_DIR });
    await demo.terminate();
    const connection = new DatabaseSync(join(DATA_DIR, "latchkey.sqlite"));
    connection.exec("DELETE FROM items WHERE pk = 'installation' AND sk = 'kind'");
    connection.close();
    const real = await latchkeyProcess({ DATA_DIR, FMS_URL: sandbox.origin });
    expect(await call(real.baseUrl, "GET", recordsPath(), { key: keyIn(demo.printed()) })).toRefuseLikeFileMaker(
      "key_unknown",
    );
    expect(await keysAt(real.baseUrl)).toEqual([]);
  },
);

verifies("runtime:demo:nothing-secret", async () => {
  const service = await latchkeyProcess({ DATA_DIR: join(scratchFolder(), "data"), FMS_URL: sandbox.origin });
  expect(await keysAt(service.baseUrl)).toEqual([]);
  await service.terminate();
  expect(service.printed()).toBe(`Latchkey ready at ${service.baseUrl}\nConsole at ${service.baseUrl}/svc/console/\n`);
});

/** Returns the ports on which a process, without its children, listens. */
function listeningPorts(pid: number): readonly number[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).map((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`));
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.includes(`socket:[${inode}]`))
      .map(([, local = ""]) => Number.parseInt(local.split(":")[1] ?? "", 16)),
  );
}
