import { afterAll, expect, onTestFinished } from "vitest";
import { rawConnection, rawHead } from "../support/http/raw-http.ts";
import { empty, sayingRaw, wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const upstream = await wireUpstream();
afterAll(() => upstream.close());
const stopTimes = { graceMs: 100, logoutMs: 100 };
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";

verifies(
  "runtime:stop:exits",
  "the process exits even if a request hangs at FileMaker Server: its caller is disconnected",
  async () => {
    const service = await testService({ dataApiUrl: upstream.origin, stopTimes });
    const key = await service.aKey({ databases: ["Wire.fmp12"] });
    upstream.answers(sayingRaw("", "is silent"));
    const caller = await rawConnection(service.baseUrl);
    caller.send(rawHead(`GET ${path} HTTP/1.1`, ["Host: x", `Authorization: Bearer ${key}`]));
    await upstream.until(() => upstream.calls.length === 1);
    await service.stop();
    await caller.closed;
    expect(caller.received).toBe("");
    await upstream.until(() => upstream.calls.every(({ over }) => over));
  },
);

verifies("runtime:stop:exits", "the process exits even if FileMaker Server no longer answers logouts", async () => {
  const hanging = await wireUpstream();
  const service = await testService({ dataApiUrl: hanging.origin, stopTimes });
  const key = await service.aKey({ databases: ["Wire.fmp12"] });
  expect(await service.raw("GET", path, { key })).toSucceed();
  const { logouts } = hanging;
  hanging.fallSilent();
  await service.stop();
  expect(hanging.logouts).toBe(logouts + 1);
  await hanging.close();
});

verifies("runtime:stop:exits", "the process exits even if a request of our own hangs at FileMaker Server", async () => {
  const service = await testService({ dataApiUrl: upstream.origin, stopTimes });
  upstream.answers(sayingRaw("", "is silent"));
  const asking = service.raw("GET", "/svc/readyz").catch(() => undefined);
  // The Data API and OData, checked separately.
  await upstream.until(() => upstream.calls.length === 2);
  await service.stop();
  await asking;
  // The calls were abandoned, not waited for.
  expect(upstream.calls.map(({ over }) => over)).toEqual([false, false]);
});

verifies("runtime:stop:exits", "the process exits even if FileMaker Server is gone", async () => {
  const gone = await wireUpstream();
  const service = await testService({ dataApiUrl: gone.origin });
  onTestFinished(() => service.sandbox.close());
  const key = await service.aKey({ databases: ["Wire.fmp12"] });
  gone.answers(empty);
  expect(await service.raw("GET", path, { key })).toSucceed();
  await gone.close();
  await service.stop();
});
