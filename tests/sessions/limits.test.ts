import { afterAll, beforeEach, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { guessable, guesses } from "../support/secrets/guesses.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic } = guesses(service);
const from = (address: string) => aBrowser(service, { "X-Forwarded-For": address });

verifies("sessions:console:limited", async () => {
  for (let guess = 0; guess < 5; guess += 1)
    expect(await from(anAddress()).signIn("admin", "wrong")).toRefuseWith("credentials_refused");
  const answer = await from(anAddress()).signIn();
  expect(answer).toRefuseWith("too_many_attempts");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(answer.headers.ratelimit).toContain('"account";r=0');
});

verifies("sessions:console:limited", "it is one account and one address, by whatever way they are tried", async () => {
  for (let guess = 0; guess < 3; guess += 1) await basic(anAddress(), "admin");
  for (let guess = 0; guess < 2; guess += 1) await from(anAddress()).signIn("ADMIN", "wrong");
  expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(429);

  await service.turn(3 * 3_600_000);
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1)
    expect((await from(address).signIn(`name ${guess}`, "wrong")).status).toBe(400);
  expect(await from(address).signIn()).toRefuseWith("too_many_attempts");
});

verifies("sessions:console:limited", "the page of the command-line sign-in is no way around", async () => {
  const send = (pass: string) =>
    from(anAddress()).call("POST", "/svc/wizard/abcdefghijklmnopqr", {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ action: "sign-in", user: "admin", pass }).toString(),
    });
  for (let guess = 0; guess < 5; guess += 1) expect((await send("wrong")).status).toBe(400);
  const answer = await send("admin-pass");
  expect(answer.status).toBe(429);
  expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  expect(answer.text).toContain("<h1>");
});

verifies("sessions:console:limited", "a user who is signed in already stays so", async () => {
  const browser = from(anAddress());
  await browser.signIn();
  for (let guess = 0; guess < 6; guess += 1) await from(anAddress()).signIn("admin", "wrong");
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
});
