import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());

const listed = async () => (await home.admin("GET", "/svc/api/hosted-files")).body.response?.files as readonly File[];

interface File {
  readonly name: string;
  readonly state: string;
  readonly isDataApiAllowed: boolean;
}

verifies("system:hosted-files:list", async () => {
  const files = await listed();
  expect(files.map(({ name }) => name)).toEqual(files.map(({ name }) => name).toSorted());
  expect(files.find(({ name }) => name === "Contacts.fmp12")).toEqual({
    name: "Contacts.fmp12",
    state: "open",
    isDataApiAllowed: true,
    isODataAllowed: true,
  });
});

verifies("system:hosted-files:list", "an Admin API Key sees them with the account behind it", async () => {
  const key = await home.anAdminKey();
  expect((await home.raw("GET", "/svc/api/hosted-files", { key })).body.response).toEqual({ files: await listed() });
});

verifies("system:hosted-files:list", "nobody sees them without a management credential", async () => {
  expect(await home.raw("GET", "/svc/api/hosted-files")).toRefuseWith("unauthenticated");
});
