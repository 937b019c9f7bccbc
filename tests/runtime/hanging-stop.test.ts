import { afterAll, expect, onTestFinished } from "vitest";
import { house } from "../support/house.ts";
import { rawConnection, rawHead } from "../support/raw-http.ts";
import { verifies } from "../support/verifies.ts";
import { empty, sayingRaw, wireUpstream } from "../support/wire-upstream.ts";

const upstream = await wireUpstream();
afterAll(() => upstream.close());
const stopTimes = { graceMs: 100, logoutMs: 100 };
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";

verifies("runtime:stop:exits", "although a call hangs at FileMaker Server: its caller is cut off", async () => {
  const home = await house({ dataApiUrl: upstream.origin, stopTimes });
  const key = await home.aKey({ databases: ["Wire.fmp12"] });
  upstream.answers(sayingRaw("", "is silent"));
  const caller = await rawConnection(home.baseUrl);
  caller.send(rawHead(`GET ${path} HTTP/1.1`, ["Host: x", `Authorization: Bearer ${key}`]));
  await upstream.until(() => upstream.calls.length === 1);
  await home.stop();
  await caller.closed;
  expect(caller.received).toBe("");
  await upstream.until(() => upstream.calls.every(({ over }) => over));
});

verifies("runtime:stop:exits", "although FileMaker Server answers no logout any more", async () => {
  const hanging = await wireUpstream();
  const home = await house({ dataApiUrl: hanging.origin, stopTimes });
  const key = await home.aKey({ databases: ["Wire.fmp12"] });
  expect(await home.raw("GET", path, { key })).toSucceed();
  const { logouts } = hanging;
  hanging.fallSilent();
  await home.stop();
  expect(hanging.logouts).toBe(logouts + 1);
  await hanging.close();
});

verifies("runtime:stop:exits", "although a call of our own hangs at FileMaker Server", async () => {
  const home = await house({ dataApiUrl: upstream.origin, stopTimes });
  upstream.answers(sayingRaw("", "is silent"));
  const asking = home.raw("GET", "/svc/readyz").catch(() => undefined);
  await upstream.until(() => upstream.calls.length === 1);
  await home.stop();
  await asking;
  // It was left behind, not waited for.
  expect(upstream.calls.map(({ over }) => over)).toEqual([false]);
});

verifies("runtime:stop:exits", "although FileMaker Server is gone", async () => {
  const gone = await wireUpstream();
  const home = await house({ dataApiUrl: gone.origin });
  onTestFinished(() => home.sandbox.close());
  const key = await home.aKey({ databases: ["Wire.fmp12"] });
  gone.answers(empty);
  expect(await home.raw("GET", path, { key })).toSucceed();
  await gone.close();
  await home.stop();
});
