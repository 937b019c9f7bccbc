import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { anOperatingHouse, opener } from "./support/an-operating-house.ts";

const place = await anOperatingHouse((sandbox) => house({ sandbox }));
afterAll(() => place.stop());

const containers = (name: string) => place.at("Data", "Databases", "RC_Data_FMS", name);
function withContainers(name: string): void {
  mkdirSync(containers(name), { recursive: true });
  writeFileSync(`${containers(name)}/photo.jpg`, name);
}
const photoOf = (name: string) => readFileSync(`${containers(name)}/photo.jpg`, "utf8");

verifies("files:rename:exchanged", "a file is renamed and open under its new name", async () => {
  const process = await place.run("rename", { fileName: "contacts", newFileName: "People" });
  expect(process, await place.log(process.id)).toMatchObject({ state: "done", kind: "files.rename" });
  expect([place.statusOf("Contacts"), place.statusOf("People")]).toEqual([undefined, "NORMAL"]);
  expect([existsSync(place.file("Contacts")), existsSync(place.file("People"))]).toEqual([false, true]);
  expect(place.leftovers()).toEqual([]);
});

// A sandbox writes what open files store outside of themselves anew: those that are closed tell more.
verifies(
  "files:rename:exchanged",
  "two files exchange their names, with what they store outside of themselves",
  async () => {
    withContainers("Closed");
    withContainers("Closed too");
    const ids = [place.onDisk("Closed").header?.fileId, place.onDisk("Closed too").header?.fileId];
    const files = [
      { fileName: "Closed", newFileName: "Closed too" },
      { fileName: "Closed too", newFileName: "Closed" },
    ];
    const process = await place.run("rename", { files });
    expect(process, await place.log(process.id)).toMatchObject({ state: "done" });
    expect([place.onDisk("Closed too").header?.fileId, place.onDisk("Closed").header?.fileId]).toEqual(ids);
    expect([photoOf("Closed too"), photoOf("Closed")]).toEqual(["Closed", "Closed too"]);
    expect([place.statusOf("Closed"), place.statusOf("Closed too")]).toEqual(["CLOSED", "CLOSED"]);
    expect(place.leftovers()).toEqual([]);
  },
);

verifies("files:rename:exchanged", "a file is copied, and moved into another folder", async () => {
  const copied = await place.run("rename", { fileName: "Orders", newFileName: "Orders copy", copy: true });
  expect(copied, await place.log(copied.id)).toMatchObject({ state: "done" });
  expect([place.statusOf("Orders"), place.statusOf("Orders copy")]).toEqual(["NORMAL", "NORMAL"]);
  const moved = await place.run("rename", [{ fileName: "Orders copy", newFileName: "Moved", targetSubfolder: "shop" }]);
  expect(moved, await place.log(moved.id)).toMatchObject({ state: "done" });
  expect(existsSync(place.at("Data", "Databases", "shop", "Moved.fmp12"))).toBe(true);
  expect(place.statusOf("Moved")).toBe("NORMAL");
  const whole = { fileName: "Closed", newFileName: "Closed copy", copy: true, copyContainerData: true };
  expect(await place.run("rename", whole)).toMatchObject({ state: "done" });
  expect([photoOf("Closed"), photoOf("Closed copy")]).toEqual(["Closed too", "Closed too"]);
});

verifies(
  "files:operations:all-or-none",
  "a name that is taken, or a file that nobody knows, changes no name",
  async () => {
    const first = { fileName: "People", newFileName: "Nobody" };
    const taken = await place.run("rename", [first, { fileName: "Closed", newFileName: "Orders" }]);
    expect(taken).toMatchObject({ state: "failed", reason: expect.stringContaining("there already") });
    const unknown = await place.start("rename", [first, { fileName: "Missing", newFileName: "New" }]);
    expect(unknown).toRefuseWith("database_not_found");
    expect([place.statusOf("People"), place.statusOf("Nobody")]).toEqual(["NORMAL", undefined]);
  },
);

verifies(
  "files:rename:references",
  "copies come under other names, with their containers, and the files stay open",
  async () => {
    const wish = {
      sourceFiles: ["Orders", "Closed"],
      regex: "$",
      replacement: " test",
      copyContainerData: true,
      ...opener,
    };
    const process = await place.run("rename-dev-tool", wish);
    expect(process, await place.log(process.id)).toMatchObject({ state: "done", hasToolLog: true });
    expect([existsSync(place.file("Orders test")), existsSync(place.file("Closed test"))]).toEqual([true, true]);
    expect(photoOf("Closed test")).toBe("Closed too");
    expect([place.statusOf("Orders"), place.statusOf("People")]).toEqual(["NORMAL", "NORMAL"]);
    const again = await place.run("rename-dev-tool", wish);
    expect(again).toMatchObject({ state: "failed", reason: expect.stringContaining("there already") });
    expect(place.leftovers()).toEqual([]);
  },
);
