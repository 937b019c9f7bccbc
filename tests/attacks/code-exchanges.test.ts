import { afterAll, expect } from "vitest";
import { aGoogle } from "../identity/support/a-google.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const google = await aGoogle();
const service = await testService({
  environment: { TRUSTED_PROXIES: "127.0.0.1" },
  decorate: (platform) => ({ ...platform, callouts: google.reached }),
});
afterAll(async () => {
  await service.stop();
  await google.close();
});

const exchange = (address: string, fields: Readonly<Record<string, string>>) =>
  service.raw("POST", "/svc/api/google-auth/token", { headers: { "X-Forwarded-For": address }, json: fields });
const { id, secret, redirectUri } = google.client;
const madeUp = { code: "x", client_id: "a", client_secret: "b", redirect_uri: "https://x.example.com/" };
const signIn = (address: string) =>
  exchange(address, {
    ...{ code: google.signIn("ana@example.com"), client_id: id, client_secret: secret, redirect_uri: redirectUri },
  });

verifies("identity:token:unaccepted", "without saved credentials, no exchange calls the provider", async () => {
  for (let call = 0; call < (fullCounts ? 1_000 : 20); call += 1)
    expect((await exchange(`203.0.113.${call % 250}`, madeUp)).status).toBe(503);
  expect(google.calls).toEqual([]);
});

verifies("identity:token:unaccepted", async () => {
  const adminEmail = "admin@example.com";
  const saved = { adminEmail, serviceAccountJson: google.serviceAccount };
  expect(await service.admin("POST", "/svc/api/google-auth/credentials", saved)).toSucceed();
  google.calls.length = 0;
  const answers = await Promise.all(
    Array.from({ length: fullCounts ? 400 : 120 }, (_, call) => exchange(`2001:db8:6:1::${call.toString(16)}`, madeUp)),
  );
  expect(google.calls).toHaveLength(60);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(answers.length - 60);
  for (const { headers, body } of refused) {
    expect(body.error).toBe("temporarily_unavailable");
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  // A client that the provider has accepted isn't limited, wherever others have used up their exchanges.
  expect((await signIn("2001:db8:6:1::1")).status).toBe(429);
  expect((await signIn("2001:db8:6:2::1")).status).toBe(200);
  expect((await signIn("2001:db8:6:1::1")).status).toBe(200);
  await service.turn(3_600_000);
  expect((await exchange("2001:db8:6:1::1", madeUp)).status).not.toBe(429);
});
