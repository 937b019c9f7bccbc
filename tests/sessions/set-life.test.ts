import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { SESSION_IDLE_MINUTES: "5", SESSION_HOURS: "1" } });
afterAll(() => service.stop());
const minuteMs = 60_000;

verifies("sessions:time:settings", async () => {
  const [idle, busy] = [aBrowser(service), aBrowser(service)];
  expect((await idle.signIn()).body.response.session.idleSeconds).toBe(300);
  await busy.signIn();
  expect(busy.setCookie).toContain("Max-Age=3600");
  for (let use = 0; use < 14; use += 1) {
    await service.turn(4 * minuteMs);
    expect((await busy.call("GET", "/svc/api/session")).status).toBe(200);
  }
  expect(await idle.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  await service.turn(4 * minuteMs + 1);
  expect(await busy.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});
