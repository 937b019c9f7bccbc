import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { untilTold } from "../agent/support/until-told.ts";
import { house } from "../support/house.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { anOperatingHouse, opener } from "./support/an-operating-house.ts";

const place = await anOperatingHouse((sandbox) => house({ sandbox }));
afterAll(() => place.stop());

/** Starts an operation whose tool waits at a file, with its draft made, until `act` is done; resolves with how it ended. */
async function whileWaitingAt(file: string, [operation, json]: readonly [string, object], act: () => Promise<unknown>) {
  const go = place.at(`go ${crypto.randomUUID()}`);
  const waits = `: > '${go} begun'; ${untilTold(go)}`;
  place.actTool(`cp "$2" "$target"; case "$2" in */'${file}.fmp12') ${waits};; esac`);
  const { status, body } = await place.start(operation, json);
  expect(status).toBe(200);
  await until(() => existsSync(`${go} begun`));
  await act();
  writeFileSync(go, "");
  return place.ended(body.response.processId);
}

verifies("files:operations:meanwhile", async () => {
  const before = readFileSync(place.file("Contacts"));
  const process = await whileWaitingAt(
    "Contacts",
    ["copy-compress", { sourceFile: "Contacts", inPlace: true, ...opener }],
    async () => {
      const opened = await place.start("open", { files: ["Contacts"] });
      expect(opened.status).toBe(200);
      await until(() => place.statusOf("Contacts") === "NORMAL");
    },
  );
  expect(process, await place.log(process.id)).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/Contacts\.fmp12 was (?:opened|changed) by somebody meanwhile/),
  });
  expect(place.statusOf("Contacts")).toBe("NORMAL");
  expect(readFileSync(place.file("Contacts")).length).toBe(before.length);
  expect(place.leftovers()).toEqual([]);
});

verifies("files:operations:meanwhile", "what somebody wrote to a closed file is kept", async () => {
  const files = ["Closed", "Closed too"].map((sourceFile) => ({ sourceFile, inPlace: true, ...opener }));
  const process = await whileWaitingAt("Closed too", ["enable-kiosk-mode", { files }], async () =>
    place.spoil("Closed"),
  );
  expect(process.reason).toBe("Closed.fmp12 was changed by somebody meanwhile");
  expect(readFileSync(place.file("Closed")).includes("spoilt")).toBe(true);
  expect(place.leftovers()).toEqual([]);
});

verifies("files:operations:meanwhile", "what somebody put at the target's place is kept", async () => {
  const wish = { sourceFile: "Orders", targetFile: { filename: "New" }, ...opener };
  const process = await whileWaitingAt("Orders", ["copy-compress", wish], async () =>
    writeFileSync(place.file("New"), "theirs"),
  );
  expect(process).toMatchObject({ state: "failed", reason: "New.fmp12 is there already" });
  expect(readFileSync(place.file("New"), "utf8")).toBe("theirs");
  expect(place.statusOf("Orders")).toBe("NORMAL");
  expect(place.leftovers()).toEqual([]);
});
