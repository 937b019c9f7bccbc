import { afterAll, beforeEach, expect } from "vitest";
import { type Answering, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const otherKey = await service.aKey({ databases: ["Wire.fmp12"], isOData: true, user: "other" });
const path = "/svc/fmi/odata/v4/Wire.fmp12/contacts";
const refusal = '{"error":{"code":"212","message":"Invalid user account and/or password"}}';
const refused = saying(401, ["Content-Type", "application/json", "WWW-Authenticate", 'Basic realm="FMS"'], refusal);
const rows = saying(200, ["Content-Type", "application/json"], "{}");
const endpoint: Answering = (request, response) =>
  (request.headers.authorization === basicAuth("api", "demo-pass") ? rows : refused)(request, response);

beforeEach(() => upstream.answers(endpoint));

const as = (pass: string, target = path, user = "api") =>
  service.raw("GET", target, { headers: { Authorization: basicAuth(user, pass) } });

verifies("proxy:odata:basic", async () => {
  const answer = await as("demo-pass");
  expect(answer.status).toBe(200);
  expect(upstream.calls[0]?.target).toBe("/fmi/odata/v4/Wire/contacts");
  expect(upstream.calls[0]?.rawHeaders).toContain(basicAuth("api", "demo-pass"));
});

verifies("proxy:odata:basic", "the server's response to a wrong password is forwarded unchanged", async () => {
  // An answer doesn't wait until its rejection is counted. A different account, so that the next test starts at zero.
  const answer = await as("wrong", path, "someone");
  expect([answer.status, answer.text]).toEqual([401, refusal]);
  expect(answer.headers["www-authenticate"]).toBe('Basic realm="FMS"');
});

verifies("proxy:odata:basic-limited", async () => {
  // Longer than a password is cached.
  await service.turn(31 * 24 * 60 * 60_000);
  for (let guess = 1; guess <= 10; guess += 1) expect((await as(`guess-${guess}`)).status).toBe(401);
  const { length } = upstream.calls;
  for (const pass of ["guess-11", "demo-pass"]) {
    const answer = await as(pass);
    expect(answer).toRefuseLikeOData("too_many_attempts");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(upstream.calls).toHaveLength(length);
  await service.turn(16 * 60_000);
  expect((await as("demo-pass")).status).toBe(200);
});

verifies(
  "proxy:odata:basic-limited",
  "parallel guesses gain nothing, and missing files don't count as success",
  async () => {
    await service.turn(60 * 60_000);
    upstream.answers((request, response) =>
      request.url?.includes("/Nowhere/") ? saying(404, [], "")(request, response) : endpoint(request, response),
    );
    for (let guess = 1; guess <= 9; guess += 1) {
      expect((await as(`guess-${guess}`)).status).toBe(401);
      expect((await as("x", "/svc/fmi/odata/v4/Nowhere/x")).status).toBe(404);
    }
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => as(`other-${index}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  },
);

verifies(
  "proxy:odata:basic-limited",
  "at the root, where the server shows an empty list for a wrong password",
  async () => {
    await service.turn(60 * 60_000);
    upstream.answers(saying(200, ["Content-Type", "application/json"], '{"value":[]}'));
    for (let guess = 1; guess <= 10; guess += 1)
      expect((await as(`guess-${guess}`, "/svc/fmi/odata/v4")).status).toBe(200);
    expect(await as("guess-11", "/svc/fmi/odata/v4")).toRefuseLikeOData("too_many_attempts");
  },
);

verifies("proxy:odata:basic-limited", "an account that was accepted before isn't blocked", async () => {
  await service.turn(60 * 60_000);
  upstream.answers(endpoint);
  expect((await as("demo-pass")).status).toBe(200);
  await service.turn(24 * 60 * 60_000);
  for (let guess = 1; guess <= 10; guess += 1) expect((await as(`guess-${guess}`)).status).toBe(401);
  expect((await as("demo-pass")).status).toBe(200);
  expect(await as("demo-pass", "/svc/fmi/odata/v4/Other/x")).toRefuseLikeOData("too_many_attempts");
  // Once its password has been rejected, it counts as a guess like any other.
  upstream.answers(refused);
  expect((await as("demo-pass")).status).toBe(401);
  expect(await as("demo-pass")).toRefuseLikeOData("too_many_attempts");
});

verifies("proxy:odata:stored-account", async () => {
  upstream.answers(refused);
  const first = await service.raw("GET", path, { key });
  expect(first).toRefuseLikeOData("stored_credentials_refused");
  expect(first.headers["retry-after"]).toBe("30");
  upstream.answers(endpoint);
  expect(await service.raw("GET", path, { key })).toRefuseLikeOData("stored_credentials_refused");
  expect(upstream.calls).toEqual([]);
  await service.turn(30_000);
  expect((await service.raw("GET", path, { key })).status).toBe(200);
});

verifies("proxy:odata:stored-account", "each consecutive rejection doubles the time", async () => {
  upstream.answers(refused);
  for (const seconds of ["30", "60", "120"]) {
    expect((await service.raw("GET", path, { key: otherKey })).headers["retry-after"]).toBe(seconds);
    await service.turn(Number(seconds) * 1000);
  }
  expect((await service.raw("GET", "/svc/fmi/odata/v4", { key: otherKey })).headers["retry-after"]).toBe("30");
});
