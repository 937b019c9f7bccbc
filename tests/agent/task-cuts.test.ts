import { existsSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { scheduledJobs } from "../../functions/wiring/work.ts";
import { aFileOperationSetup, opener } from "../files/operations/support/a-file-operation-setup.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aWire } from "./support/a-wire.ts";
import { untilFileExists } from "./support/until-file.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), undefined, null);
const { service } = setup;
const wire = await aWire(Number(new URL(service.baseUrl).port));
const agent = await setup.agent({ linkAddress: `ws://127.0.0.1:${wire.port}/svc/agent` });
afterAll(async () => {
  await agent.stop();
  await wire.close();
  await setup.stop();
});

const [begun, go, printed] = [setup.at("begun"), setup.at("go"), setup.at("printed")];
/** Prints a lot, and ends when the file that it waits for exists. */
setup.actTool(
  `echo x >> '${begun}'; ${untilFileExists(go)}; seq 1 30000; echo x > '${printed}'; cp '${setup.file("Closed")}' "$target"`,
);

verifies("agent:work:events", "over a link that is cut for ten minutes, with much output", async () => {
  const options = { sourceFile: "Contacts", targetFile: { filename: "Cut" }, ...opener };
  const { processId: id } = (await setup.start("copy-compress", options)).body.response;
  await until(() => existsSync(begun));
  await finalProcess(service, id, ({ phase }) => phase === "working");
  wire.cut();
  await until(() => wire.open === 0);
  for (let minute = 0; minute < 10; minute += 1) {
    await service.turn(60_000);
    await scheduledJobs(service.runtime.platform).sweep();
  }
  // Its lease has expired, but it isn't reported as crashed: only the agent knows its state.
  const away = await finalProcess(service, id, ({ waitingFor }) => waitingFor !== null);
  expect(away).toMatchObject({ state: "queued", waitingFor: "the agent on the database host" });
  expect(
    await service.admin("POST", `/svc/api/processes/${id}/abort`, {}).then(() => shownProcess(service, id)),
  ).toMatchObject({
    endedAt: null,
  });
  writeFileSync(go, "");
  // The abort, which arrives over the link, would end the tool in the middle of its output.
  await until(() => existsSync(printed));
  wire.repair();
  const isLinkedAgain = () => agent.lines.filter(({ event }) => event === "linked").length >= 2;
  while (!isLinkedAgain()) {
    // The clock is turned only between attempts: otherwise a new link would count as dead.
    if (wire.open === 0) await service.turn(5_000);
    else await until(() => isLinkedAgain() || wire.open === 0);
  }
  while ((await shownProcess(service, id)).endedAt === null) await service.turn(2_000);
  // The abort was requested while the agent was away, and reaches it with the offer.
  const process = await shownProcess(service, id);
  expect(process.state).toMatch(/^(?:aborted|done)$/);
  const log = await setup.log(id);
  expect(log.split("\n").filter((line) => line.includes("Closed Contacts.fmp12"))).toHaveLength(1);
  const output = (await service.admin("GET", `/svc/api/processes/${id}/tool-log`)).text;
  expect(output.trim().split("\n").map(Number)).toEqual(Array.from({ length: 30_000 }, (_, place) => place + 1));
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
});
