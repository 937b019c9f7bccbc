import { expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { refusedHosts } from "./support/refused-hosts.ts";

const asking = (url: string) => `/svc/api/can-reach-other-server?otherServerUrl=${encodeURIComponent(url)}`;

verifies("system:reach:bounded", "this machine, private networks, and unusual ports are rejected", async () => {
  const service = await testService();
  for (const url of [
    ...refusedHosts.map((host) => `https://${host}`),
    "http://8.8.8.8",
    "https://8.8.8.8:22",
    service.sandbox.origin,
  ])
    expect((await service.admin("GET", asking(url))).body.response, url).toEqual({
      ok: false,
      msg: expect.stringMatching(/^Blocked|requires? https|is not allowed/),
    });
  await service.stop();
});

verifies(
  "system:reach:bounded",
  "an invalid web address is rejected, and so are callers without a credential",
  async () => {
    const service = await testService();
    for (const url of ["ftp://other.example.com", "other.example.com", "", "javascript:0"])
      expect(await service.admin("GET", asking(url)), url).toRefuseWith("input_invalid");
    expect(await service.raw("GET", asking("https://other.example.com"))).toRefuseWith("unauthenticated");
    await service.stop();
  },
);

verifies("system:reach:bounded", "with PREVENT_DAPI_CALLOUT nothing is called, including listed networks", async () => {
  const service = await testService({ environment: { CALLOUT_NETWORKS: "10.0.0.0/8", PREVENT_DAPI_CALLOUT: "true" } });
  const { response } = (await service.admin("GET", asking("https://10.0.0.1"))).body;
  expect(response).toEqual({ ok: false, msg: expect.stringContaining("`PREVENT_DAPI_CALLOUT`") });
  await service.stop();
});

verifies("system:reach:bounded", "the setting that lists private networks is named", async () => {
  const service = await testService();
  const { response } = (await service.admin("GET", asking("https://10.0.0.1"))).body;
  expect(response).toEqual({ ok: false, msg: expect.stringContaining("`CALLOUT_NETWORKS`") });
  await service.stop();
});
