import { existsSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { scheduledJobs } from "../../functions/jobs/wiring.ts";
import { anOperatingHouse, opener } from "../file-operations/support/an-operating-house.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { house } from "../support/house.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aWire } from "./support/a-wire.ts";
import { untilTold } from "./support/until-told.ts";

const place = await anOperatingHouse((sandbox) => house({ sandbox }), undefined, null);
const { home } = place;
const wire = await aWire(Number(new URL(home.baseUrl).port));
const agent = await place.agent({ linkAddress: `ws://127.0.0.1:${wire.port}/svc/agent` });
afterAll(async () => {
  await agent.stop();
  await wire.close();
  await place.stop();
});

const [begun, go] = [place.at("begun"), place.at("go")];
/** Prints a lot, and ends when it is told to. */
place.actTool(`echo x >> '${begun}'; ${untilTold(go)}; seq 1 30000; cp '${place.file("Closed")}' "$target"`);

verifies("agent:work:events", "over a link that is cut for ten minutes, and with much output", async () => {
  const wish = { sourceFile: "Contacts", targetFile: { filename: "Cut" }, ...opener };
  const { processId: id } = (await place.start("copy-compress", wish)).body.response;
  await until(() => existsSync(begun));
  await finalProcess(home, id, ({ phase }) => phase === "working");
  wire.cut();
  await until(() => wire.open === 0);
  for (let minute = 0; minute < 10; minute += 1) {
    await home.turn(60_000);
    await scheduledJobs(home.runtime.platform).sweep();
  }
  // Its lease has run out, and nobody says that it has crashed: the agent alone knows.
  const away = await finalProcess(home, id, ({ waitingFor }) => waitingFor !== null);
  expect(away).toMatchObject({ state: "queued", waitingFor: "the agent on the database host" });
  expect(
    await home.admin("POST", `/svc/api/processes/${id}/abort`, {}).then(() => shownProcess(home, id)),
  ).toMatchObject({
    endedAt: null,
  });
  writeFileSync(go, "");
  wire.mend();
  while (agent.lines.filter(({ event }) => event === "linked").length < 2) await home.turn(15_000);
  while ((await shownProcess(home, id)).endedAt === null) await home.turn(5_000);
  // It was asked to abort while it was away, and hears of it with the offer.
  const process = await shownProcess(home, id);
  expect(process.state).toMatch(/^(?:aborted|done)$/);
  const log = await place.log(id);
  expect(log.split("\n").filter((line) => line.includes("Closed Contacts.fmp12"))).toHaveLength(1);
  const output = (await home.admin("GET", `/svc/api/processes/${id}/tool-log`)).text;
  expect(output.trim().split("\n").map(Number)).toEqual(Array.from({ length: 30_000 }, (_, place) => place + 1));
  expect(place.statusOf("Contacts")).toBe("NORMAL");
});
