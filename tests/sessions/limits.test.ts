import { afterAll, beforeEach, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { guessable, guesses } from "../support/secrets/guesses.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, spend } = guesses(service);
const account = { user: "admin", pass: "admin-pass" };
const elsewhere = () => ({ "X-Forwarded-For": anAddress() });
const from = (address: string) => aBrowser(service, { "X-Forwarded-For": address });

verifies("sessions:console:limited", async () => {
  await spend(async () => {
    const answer = await from(anAddress()).signIn("admin", "wrong");
    expect(answer).toRefuseWith("credentials_refused");
    return answer;
  });
  const answer = await from(anAddress()).signIn();
  expect(answer).toRefuseWith("too_many_attempts");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(answer.headers.ratelimit).toContain('"account";r=0');
});

verifies("sessions:console:limited", "one account and one address count together on every endpoint", async () => {
  let guesses = 0;
  await spend(() => {
    guesses += 1;
    return guesses % 2 === 0 ? basic(anAddress(), "admin") : from(anAddress()).signIn("ADMIN", "wrong");
  });
  expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(429);

  await service.turn(3 * 3_600_000);
  const address = anAddress();
  await spend(() => from(address).signIn(`name ${guesses++}`, "wrong"));
  expect(await from(address).signIn()).toRefuseWith("too_many_attempts");
});

verifies("sessions:console:limited", "the page of the command-line sign-in doesn't bypass it", async () => {
  const send = (pass: string) =>
    from(anAddress()).call("POST", "/svc/wizard/abcdefghijklmnopqr", {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ action: "sign-in", user: "admin", pass }).toString(),
    });
  await spend(() => send("wrong"));
  const answer = await send("admin-pass");
  expect(answer.status).toBe(429);
  expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  expect(answer.text).toContain("<h1>");
});

verifies("sessions:console:limited", "a user who is already signed in stays signed in", async () => {
  const browser = from(anAddress());
  await browser.signIn();
  await spend(() => from(anAddress()).signIn("admin", "wrong"));
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
});

verifies("access:limits:known-browser", async () => {
  const browser = from(anAddress());
  await browser.signIn();
  await browser.call("DELETE", "/svc/api/session");
  await spend(() => from(anAddress()).signIn("admin", "wrong"));
  expect(await from(anAddress()).signIn()).toRefuseWith("too_many_attempts");
  await service.turn(61_000);
  expect(await browser.call("POST", "/svc/api/session", { json: account, headers: elsewhere() })).toSucceed();
});

verifies(
  "access:limits:known-browser",
  "a known browser's failures are counted separately from others at the same address",
  async () => {
    const address = anAddress();
    const browser = from(address);
    await browser.signIn();
    for (let guess = 0; guess < 10; guess += 1) await from(address).signIn("admin", "wrong");
    expect(await from(address).signIn()).toRefuseWith("too_many_attempts");
    expect(await browser.signIn()).toSucceed();
    for (let guess = 0; guess < 10; guess += 1) await browser.signIn("admin", "wrong");
    expect(await browser.signIn()).toRefuseWith("too_many_attempts");
  },
);

verifies("access:limits:known-browser", "an invented cookie doesn't make a browser known", async () => {
  const browser = from(anAddress());
  await browser.signIn();
  await spend(() => from(anAddress()).signIn("admin", "wrong"));
  for (const value of ["f".repeat(64), "", "x; y"]) {
    const headers = { ...elsewhere(), Cookie: `latchkey-browser=${value}` };
    expect(await from(anAddress()).call("POST", "/svc/api/session", { json: account, headers })).toRefuseWith(
      "too_many_attempts",
    );
  }
});
