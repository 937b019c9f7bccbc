import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { call } from "../support/http/call.ts";
import { freePort } from "../support/http/free-port.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { saying, wireUpstream } from "../support/http/wire-upstream.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

function accepts(host: string, port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

verifies("runtime:settings:port", async () => {
  const port = await freePort();
  const service = await testService({ environment: { PORT: String(port) } });
  expect(service.baseUrl).toBe(`http://127.0.0.1:${port}`);
  expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
  await service.stop();
  const other = await testService({ environment: { PORT: "0" } });
  expect(Number(new URL(other.baseUrl).port)).toBeGreaterThan(0);
  expect((await other.raw("GET", "/svc/healthz")).status).toBe(200);
  await other.stop();
});

verifies("runtime:settings:host", async () => {
  const service = await testService();
  const { port } = new URL(service.baseUrl);
  expect([await accepts("127.0.0.1", port), await accepts("127.0.0.2", port)]).toEqual([true, false]);
  await service.stop();
  for (const HOST of ["127.0.0.2", "::1"]) {
    const other = await testService({ environment: { HOST } });
    const { hostname, port: otherPort } = new URL(other.baseUrl);
    expect(hostname.replace(/[[\]]/g, "")).toBe(HOST);
    expect([await accepts(HOST, otherPort), await accepts("127.0.0.1", otherPort)]).toEqual([true, false]);
    await other.stop();
  }
});

verifies("runtime:settings:base-url", async () => {
  const upstream = await wireUpstream();
  // Another host name for the same machine, so that rewritten addresses differ from the called one.
  const PORT = String(await freePort());
  const service = await testService({
    dataApiUrl: upstream.origin,
    environment: { PORT, BASE_URL: `http://localhost:${PORT}` },
  });
  const key = await service.aKey({ databases: ["Wire.fmp12"] });
  const body = JSON.stringify({
    photo: `${upstream.origin}/Streaming_SSL/MainDB/1.png`,
    self: `${upstream.origin}/fmi/data/v1`,
  });
  upstream.answers(
    saying(200, ["Content-Type", "application/json", "Location", `${upstream.origin}/fmi/data/x`], body),
  );
  const answer = await call(`http://127.0.0.1:${PORT}`, "GET", "/svc/fmi/data/v1/databases/Wire/layouts", { key });
  expect(answer.body).toEqual({
    photo: `http://localhost:${PORT}/svc/fmi/streaming/MainDB/1.png`,
    self: `http://localhost:${PORT}/svc/fmi/data/v1`,
  });
  expect(answer.headers.location).toBe(`http://localhost:${PORT}/svc/fmi/data/x`);
  await service.stop();
  await upstream.close();
});

verifies(
  "runtime:settings:base-url",
  "the base URL is printed in the ready line; by default, the listening address is",
  async () => {
    const folder = scratchFolder();
    const FMS_URL = "http://127.0.0.1:9";
    const named = await latchkeyProcess({ DATA_DIR: join(folder, "a"), FMS_URL, BASE_URL: "https://keys.example.com" });
    expect(named.baseUrl).toBe("https://keys.example.com");
    const unnamed = await latchkeyProcess({ DATA_DIR: join(folder, "b"), FMS_URL, HOST: "::1" });
    expect(unnamed.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
  },
);

verifies("runtime:settings:prefix", async () => {
  const service = await testService({ environment: { SERVICE_PREFIX: "keys-2" } });
  for (const path of ["/healthz", "/readyz", "/apidoc/openapi.json"]) {
    expect((await service.raw("GET", `/keys-2${path}`)).status).toBe(200);
    expect(await service.raw("GET", `/svc${path}`)).toRefuseWith("route_not_found");
  }
  const json = { databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass" };
  const made = await service.raw("POST", "/keys-2/api/api-key/create-only", { json });
  const { key } = made.body.response;
  const path = recordsPath().replace("/svc/", "/keys-2/");
  expect(await service.raw("GET", path, { key })).toSucceed();
  expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("route_not_found");
  const { paths } = (await service.raw("GET", "/keys-2/apidoc/openapi.json")).body;
  expect(Object.keys(paths).filter((name) => !name.startsWith("/keys-2/"))).toEqual([]);
  await service.stop();
});

verifies("runtime:settings:prefix-aliases", async () => {
  const upstream = await wireUpstream();
  const service = await testService({
    dataApiUrl: upstream.origin,
    environment: { SERVICE_PREFIX_ALIASES: "otto,fm" },
  });
  const key = await service.aKey({ databases: ["Wire.fmp12"] });
  const body = JSON.stringify({ photo: `${upstream.origin}/Streaming_SSL/MainDB/1.png` });
  for (const prefix of ["svc", "otto", "fm"]) {
    expect((await service.raw("GET", `/${prefix}/healthz`)).body).toEqual({ ok: true });
    const listed = await service.admin("GET", `/${prefix}/api/api-key`);
    expect(listed.body.response["api-keys"]).toHaveLength(1);
    upstream.answers(saying(200, ["Content-Type", "application/json"], body));
    const answer = await service.raw("GET", `/${prefix}/fmi/data/v1/databases/Wire/layouts/L/records`, {
      key,
      headers: { "X-Otto-Normalize-Ext": "false", "x-fm-anything": "x", "X-Svc-Y": "y", "X-Other": "z" },
    });
    // Addresses in the answer lead back the way that the caller came.
    expect(answer.body).toEqual({ photo: `${service.baseUrl}/${prefix}/fmi/streaming/MainDB/1.png` });
    expect(upstream.calls[0]?.target).toBe("/fmi/data/v1/databases/Wire.fmp12/layouts/L/records");
    const names = upstream.calls[0]?.rawHeaders.filter((_, index) => index % 2 === 0) ?? [];
    expect(names.filter((name) => /^x-(otto|fm|svc|other)/i.test(name))).toEqual(["X-Other"]);
  }
  expect(await service.raw("GET", "/ottoman/healthz")).toRefuseWith("route_not_found");
  await service.stop();
  await upstream.close();
});
