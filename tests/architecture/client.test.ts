import { afterAll, expect, test } from "vitest";
import { CallRefused, clientOf } from "../../shared/contract/client.ts";
import { errors } from "../../shared/contract/errors.ts";
import { keys } from "../../shared/keys/contract.ts";
import { system } from "../../shared/system/contract.ts";
import { adminAccount, house } from "../support/house.ts";

const home = await house({ environment: { SERVICE_PREFIX: "keyhouse" } });
afterAll(() => home.stop());

const options = { baseUrl: home.baseUrl, prefix: "keyhouse" };
const client = clientOf(keys, { ...options, authorization: adminAccount });

test("a client read from the contract creates, lists and deletes a key", async () => {
  const { id, key } = await client.createDataApiKey({ database: "Contacts.fmp12", user: "api", pass: "demo-pass" });
  expect(key).toMatch(/^dk_/);
  const { "api-keys": rows } = await client.listDataApiKeys({ limit: 1 });
  expect(rows.map((row) => row.id)).toEqual([id]);
  expect(await client.deleteDataApiKey({ key: String(id) })).toEqual({ ok: true });
});

test("a refusal is thrown with its number", async () => {
  const refused = await client.getDataApiKey({ key: "9999" }).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(CallRefused);
  expect(refused).toMatchObject({ status: 404, code: errors.key_not_found.code });
});

test("an answer without an envelope is read as it is", async () => {
  expect(await clientOf(system, options).getHealth({})).toEqual({ ok: true });
});
