import { afterAll, beforeEach, describe, expect } from "vitest";
import type { Answer } from "../support/http/call.ts";
import { guessable, guesses } from "../support/secrets/guesses.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const { environment, sandbox } = guessable();
const { world } = sandbox;
const server = { ...world.server, odata: { ...world.server.odata, rootList: "everyone" } };
const service = await testService({
  environment: { ...environment, KNOWN_NETWORKS: "198.51.100.0/24, 2001:db8:5::/48" },
  sandbox: { world: { ...world, server } },
});
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, adminKey, basic, dataKey } = guesses(service);
const odata = (address: string, pass: string, path: string): Promise<Answer> =>
  service.raw("GET", `/svc/fmi/odata/v4${path}`, {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth("api", pass) },
  });
const createKey = (address: string, pass: string, database: string): Promise<Answer> =>
  service.raw("POST", "/svc/api/api-key/create-only", {
    headers: { "X-Forwarded-For": address },
    json: { databases: [database], user: "api", pass, isOData: true, isDataApi: false },
  });

/** Calls that FileMaker Server answers with 200 for any password, or that never reach a file. */
const unproven: Readonly<Record<string, (address: string, pass: string) => Promise<Answer>>> = {
  "the service root": (address, pass) => odata(address, pass, ""),
  "the metadata of the service root": (address, pass) => odata(address, pass, "/$metadata"),
  "a missing file": (address, pass) => odata(address, pass, "/Nowhere"),
};

for (const [place, call] of Object.entries(unproven))
  for (const every of fullCounts ? [1, 2, 3, 5, 9] : [3])
    verifies("proxy:odata:basic-limited", `${place} after every ${every} guesses doesn't reset the count`, async () => {
      const address = anAddress();
      const statuses: number[] = [];
      for (let guess = 1; guess <= 30; guess += 1) {
        const pass = `${address} ${guess}`;
        statuses.push((await odata(address, pass, "/Contacts")).status);
        if (guess % every === 0) await call(address, pass);
      }
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    });

verifies("proxy:odata:basic-limited", "the service root lists files for a wrong password", async () => {
  const answer = await odata(anAddress(), "wrong", "");
  expect(answer.status).toBe(200);
  expect(answer.body.value.map(({ name }: { readonly name: string }) => name)).toContain("Contacts");
});

verifies("access:limits:data-key-creation", "a name that leads to the service root opens no file", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1)
    expect(await createKey(address, "wrong", "$metadata")).toRefuseWith("key_files_refused");
  expect(await createKey(address, "wrong", "$metadata")).toRefuseWith("too_many_attempts");
  for (const name of ["..fmp12", "...fmp12"])
    expect(await createKey(address, "wrong", name)).toRefuseWith("input_invalid");
});

describe("during an attack", () => {
  const spendTheMinute = async () => {
    for (let guess = 0; guess < 20; guess += 1) await basic(anAddress(), `nobody ${guess}`);
    expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
  };
  const guessAt = async (user: string) => {
    for (let guess = 0; guess < 20; guess += 1) {
      if (guess === 10) await service.turn(61_000);
      await dataKey(anAddress(), user);
    }
    expect(await dataKey(anAddress(), user, "demo-pass")).toRefuseWith("too_many_attempts");
  };

  verifies("access:limits:vouched-client", "a client of a known network signs in with any account", async () => {
    await spendTheMinute();
    expect((await basic("198.51.100.7", "admin", "admin-pass")).status).toBe(200);
    expect((await basic("2001:db8:5:9::1", "admin", "admin-pass")).status).toBe(200);
    await service.turn(3 * 3_600_000);
    await guessAt("api");
    expect((await dataKey("198.51.100.8", "api", "demo-pass")).status).toBe(200);
    expect((await odata("198.51.100.9", "demo-pass", "/Contacts")).status).toBe(200);
  });

  verifies("access:limits:vouched-client", "an Admin API Key checks accounts from any address", async () => {
    const key = await service.anAdminKey();
    await spendTheMinute();
    expect((await adminKey(anAddress(), key, "admin", "admin-pass")).status).toBe(200);
  });

  verifies("access:limits:vouched-client", "known clients have no more guesses than others", async () => {
    const key = await service.anAdminKey();
    for (const guess of [
      (user: string, pass: string) => dataKey("198.51.100.10", user, pass),
      (user: string, pass: string) => adminKey(anAddress(), key, user, pass),
    ]) {
      await service.turn(3 * 3_600_000);
      for (let count = 0; count < 10; count += 1) expect((await guess("api", `wrong ${count}`)).status).not.toBe(429);
      expect((await guess("api", "wrong")).status).toBe(429);
      for (let count = 0; count < 10; count += 1) {
        // FileMaker Server receives at most ten sign-ins per second.
        await service.turn(1_000);
        expect((await guess(`name ${count}`, "wrong")).status).not.toBe(429);
      }
      expect((await guess("another name", "wrong")).status).toBe(429);
    }
  });
});
