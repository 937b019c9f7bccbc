import { afterAll, beforeEach, expect } from "vitest";
import type { Answer } from "../support/http/call.ts";
import { guessable, guesses } from "../support/secrets/guesses.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const { environment, sandbox } = guessable();
const { world } = sandbox;
const server = { ...world.server, odata: { ...world.server.odata, rootList: "everyone" } };
const service = await testService({ environment, sandbox: { world: { ...world, server } } });
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress } = guesses(service);
const odata = (address: string, pass: string, path: string): Promise<Answer> =>
  service.raw("GET", `/svc/fmi/odata/v4${path}`, {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth("api", pass) },
  });
const createKey = (address: string, pass: string, database: string): Promise<Answer> =>
  service.raw("POST", "/svc/api/api-key/create-only", {
    headers: { "X-Forwarded-For": address },
    json: { databases: [database], user: "api", pass, isOData: true, isDataApi: false },
  });

/** Calls that FileMaker Server answers with 200 whatever the password is, or that never reach a file. */
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
