import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
const { service } = setup;
afterAll(() => setup.stop());

/** Stores a key with the account of files. Returns its id. */
const aStoredAccount = async (database: string): Promise<number> => {
  await service.aKey({ database, user: opener.username, pass: opener.password, isOData: true });
  return (await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"].at(-1).id;
};
const key = await aStoredAccount("Contacts.fmp12");

verifies("files:operations:stored-account", async () => {
  const process = await setup.run("copy-self-contained", {
    ...{ sourceFile: "Contacts", targetFile: { filename: "Whole" }, key },
  });
  const log = await setup.log(process.id);
  expect(process, log).toMatchObject({ state: "done" });
  expect(log).not.toContain(opener.password);
  const uuid = await setup.run("reset-file-uuid", { files: [{ sourceFile: "Contacts", key }] });
  expect(uuid, await setup.log(uuid.id)).toMatchObject({ state: "done" });
});

verifies("files:operations:stored-account", "a key opens only its files, and only for administrators", async () => {
  const target = { targetFile: { filename: "Other" } };
  expect(await setup.start("copy-self-contained", { sourceFile: "Orders", key, ...target })).toRefuseWith(
    "key_file_not_allowed",
  );
  expect(await setup.start("copy-self-contained", { sourceFile: "Contacts", key: 999, ...target })).toRefuseWith(
    "key_not_found",
  );
  const both = { sourceFile: "Contacts", key, username: "Admin", ...target };
  expect(await setup.start("copy-self-contained", both)).toRefuseWith("input_invalid");
  const byPath = { sourceFilePath: setup.file("Contacts"), targetFilePath: setup.file("Other"), key };
  expect(await setup.start("copy-self-contained", byPath)).toRefuseWith("input_invalid");
});
