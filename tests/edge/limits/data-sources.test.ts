import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, dataKey, spend } = guesses(service);
const key = await service.aKey({ databases: ["Contacts"] });
const source = (password: string, username = "api") => ({ database: "Orders", username, password });
/** Logs in with the key, and with additional accounts of files. */
const logIn = (address: string, ...fmDataSource: readonly object[]) =>
  service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth("apiKey", key) },
    json: { fmDataSource },
  });

verifies("access:limits:data-sources", async () => {
  for (let left = 19; left >= 0; left -= 1) {
    if (left === 9) await service.turn(61_000);
    const answer = await logIn(anAddress(), source(`guess ${left}`));
    expect(answer).toRefuseLikeFileMaker("data_source_refused");
    expect(String(answer.headers.ratelimit)).toContain(`"account";r=${left}`);
  }
  const refused = await logIn(anAddress(), source("demo-pass"));
  expect(refused).toRefuseLikeFileMaker("too_many_attempts");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  // It is the same account, regardless of how it is tried; the key and its own account still work.
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
  expect((await service.raw("GET", recordsPath(), { key })).status).toBe(200);
  expect((await logIn(anAddress())).status).toBe(200);
  await service.turn(3 * 3_600_000);
  expect((await logIn(anAddress(), source("demo-pass"))).status).toBe(200);
});

verifies("access:limits:data-sources", "a successful login doesn't reset the count", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await logIn(address, source("wrong"))).toRefuseLikeFileMaker("data_source_refused");
    if (guess < 9) expect((await logIn(address, source("demo-pass"))).status).toBe(200);
  }
  expect(await logIn(address, source("wrong"))).toRefuseLikeFileMaker("too_many_attempts");
});

verifies("access:limits:data-sources", "other accounts in the same login don't bypass it", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1)
    expect(await logIn(address, source("wrong"), source("x", `nobody ${guess}`))).toRefuseLikeFileMaker(
      "data_source_refused",
    );
  expect(await logIn(address, source("demo-pass"))).toRefuseLikeFileMaker("too_many_attempts");
});

verifies("access:limits:data-sources", "each account that a login names is counted", async () => {
  await spend(() => dataKey(anAddress(), "api"));
  await service.turn(61_000);
  const both = [source("demo-pass"), { ...source("x", "someone"), database: "Contacts" }];
  expect(await logIn(anAddress(), ...both)).toRefuseLikeFileMaker("too_many_attempts");
  await service.turn(3 * 3_600_000);
  expect(
    (await logIn(anAddress(), ...Array.from({ length: 21 }, (_, index) => source("x", `a ${index}`)))).status,
  ).toBe(400);
});

verifies("access:limits:data-sources", "a closed file checks no password", async () => {
  const address = anAddress();
  const closed = { database: "Archive", username: "api", password: "demo-pass" };
  for (let call = 0; call < 12; call += 1)
    expect(await logIn(address, closed)).toRefuseLikeFileMaker("file_not_available");
  expect((await logIn(address, source("demo-pass"))).status).toBe(200);
});
