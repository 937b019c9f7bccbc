import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { basicAuth, serverProfile, testService } from "../../support/test-service.ts";
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

verifies("access:limits:data-sources", "a closed file, or a name that isn't a file, checks no password", async () => {
  const address = anAddress();
  for (const database of ["Archive", "fms.example.com"])
    for (let call = 0; call < 12; call += 1) {
      const answer = await logIn(address, { database, username: "api", password: "demo-pass" });
      if (serverProfile === "kindest") expect(answer).toRefuseLikeFileMaker("file_not_available");
      else expect(answer).toSucceed();
    }
  expect((await logIn(address, source("demo-pass"))).status).toBe(200);
});

verifies("access:limits:data-sources", "a login with a right account doesn't reset guesses elsewhere", async () => {
  const address = anAddress();
  const guess = (password: string) =>
    service.raw("GET", "/svc/fmi/odata/v4/Orders", {
      headers: { "X-Forwarded-For": address, Authorization: basicAuth("api", password) },
    });
  for (let left = 0; left < 10; left += 1) {
    expect((await guess(`guess ${left}`)).status).toBe(401);
    // The name is the account's in another file, where the password is right.
    if (left < 9) expect((await logIn(address, source("demo-pass"))).status).toBe(200);
  }
  expect((await guess("guess")).status).toBe(429);
});

verifies(
  "access:limits:data-sources",
  "a key in place of a source's password isn't sent to FileMaker Server",
  async () => {
    const sent: string[] = [];
    const server = createServer(async (request, response) => {
      sent.push(await text(request));
      response.setHeader("Content-Type", "application/json");
      response.end('{"response":{"token":"t"},"messages":[{"code":"0","message":"OK"}]}');
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const proxied = await testService({ dataApiUrl: `http://127.0.0.1:${port}` });
    onTestFinished(() => proxied.stop());
    const ownKey = await proxied.aKey({ databases: ["Wire.fmp12"] });
    const headers = { Authorization: basicAuth("apiKey", ownKey) };
    for (const rest of [[], [{ database: "Other", username: "a", password: "b" }]]) {
      const json = { fmDataSource: [{ database: "fms.example.com", username: "apiKey", password: ownKey }, ...rest] };
      const answer = await proxied.raw("POST", "/svc/fmi/data/vLatest/databases/Wire/sessions", { headers, json });
      expect(answer.status, answer.text).toBe(200);
    }
    expect(sent.join()).toContain('"fmDataSource":[{"database":"Other"');
    expect(sent.join()).not.toContain(ownKey);
  },
);
