import { expect } from "vitest";
import { Refused } from "../../../console/src/api/refused.ts";
import { fileVerdictsOf } from "../../../console/src/features/keys/file-verdicts.ts";
import { verifies } from "../../support/verifies.ts";

const refused = (text: string, files: readonly { readonly database: string; readonly ok: boolean }[]) =>
  new Refused(text, { status: 400, code: 18032, operation: "POST /svc/api/api-key", response: { files } });

verifies("keys:console:create-refused", "each file has its own reason, even if its name is part of another one", () => {
  const text =
    "Couldn't open every file with this account. Nothing was saved: " +
    "Old Contacts.fmp12: hosted, but closed; Contacts.fmp12: wrong account or password; Contacts.fmp12 2.fmp12: not hosted";
  const verdicts = fileVerdictsOf(
    refused(text, [
      { database: "Contacts.fmp12", ok: false },
      { database: "Old Contacts.fmp12", ok: false },
      { database: "Orders.fmp12", ok: true },
      { database: "Contacts.fmp12 2.fmp12", ok: false },
    ]),
  );
  expect(verdicts).toEqual([
    { file: "Contacts.fmp12", refusal: "wrong account or password" },
    { file: "Old Contacts.fmp12", refusal: "hosted, but closed" },
    { file: "Orders.fmp12", refusal: undefined },
    { file: "Contacts.fmp12 2.fmp12", refusal: "not hosted" },
  ]);
});
