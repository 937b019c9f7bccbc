import { expect } from "vitest";
import type { OttoItem } from "#shared/transfer/otto/contract.ts";
import { bringFrom } from "../../local-runtime/otto/bring.ts";
import { verifies } from "../support/verifies.ts";

const key = (name: string): OttoItem => ({
  ...{ kind: "data-key", name, state: "new", reason: null },
  secret: { kind: "file-account", name: "api", files: ["Contacts.fmp12"] },
  calls: [{ operation: "POST /svc/api/api-key", input: { label: name } }],
});

/** Answers of a service whose keys have these test results, in the order of creation. */
function aService(...tested: readonly { readonly code: number; readonly text: string; readonly response: object }[]) {
  const calls: string[] = [];
  let id = 0;
  const send = async (method: string, path: string) => {
    calls.push(`${method} ${path}`);
    const [, ofKey] = /^api-key\/(\d+)\/test$/.exec(path) ?? [];
    const answer = ofKey === undefined ? { code: 0, text: "OK", response: { id: ++id } } : tested[Number(ofKey) - 1];
    return { status: 200, ...(answer as { code: number; text: string; response: Record<string, unknown> }) };
  };
  return { calls, own: { send, get: (path: string) => send("GET", path) } };
}

verifies("transfer:otto:checked", async () => {
  const opened = { database: "Contacts.fmp12", ok: true, text: null };
  const { calls, own } = aService(
    { code: 0, text: "OK", response: { ok: true, files: [opened, { ...opened, database: "Orders.fmp12" }] } },
    {
      code: 0,
      text: "OK",
      response: { ok: false, files: [opened, { database: "Old.fmp12", ok: false, text: "closed" }] },
    },
    { code: 18001, text: "FileMaker Server can't be reached", response: {} },
  );
  const results = await bringFrom(["A", "B", "C"].map(key), own, async () => "secret");
  expect(results.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ["A", "created", "opens Contacts.fmp12, Orders.fmp12"],
    ["B", "failing", "doesn't open Old.fmp12: closed"],
    ["C", "failing", "the key couldn't be tested: FileMaker Server can't be reached"],
  ]);
  expect(calls.filter((call) => call.endsWith("/test"))).toEqual([1, 2, 3].map((id) => `POST api-key/${id}/test`));
});
