import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { lives, startMarkOf } from "../../local-agent/running-program.ts";
import { anOperatingHouse, opener } from "../file-operations/support/an-operating-house.ts";
import { house } from "../support/house.ts";
import { processTraces } from "../support/process-traces.ts";
import { traces } from "../support/traces.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { anAgentProcess, atTheTimeOfTheMachine } from "./support/an-agent-process.ts";
import { untilTold } from "./support/until-told.ts";

const place = await anOperatingHouse((sandbox) => house({ sandbox }), undefined, null);
const { home } = place;
await atTheTimeOfTheMachine(home);
afterAll(() => place.stop());

const host = { path: place.folder, folder: place.agentFolder };
const [runs, go] = [place.at("runs"), place.at("go")];
const pids = () => (existsSync(runs) ? readFileSync(runs, "utf8").split("\n").slice(0, -1).map(Number) : []);
/** Notes its run, says all it was told, and ends when it may. */
place.actTool(
  `trap '' TERM; echo $$ >> '${runs}'; echo "$@"; ${untilTold(go)}; cp '${place.file("Closed")}' "$target"`,
);

const secrets = { password: "canary-file-password", key: "canary-encryption-key", admin: "admin-pass" };
const wish = {
  sourceFile: "Contacts",
  targetFile: { filename: "Restarted" },
  ...opener,
  password: secrets.password,
  encryptionKey: secrets.key,
};
const journals = () => {
  const folder = join(host.folder, "work");
  return Object.fromEntries(readdirSync(folder).map((name) => [`journal ${name}`, readFileSync(join(folder, name))]));
};

verifies("agent:work:restart", async () => {
  const first = await anAgentProcess(home, host);
  const { processId: id } = (await place.start("copy-compress", wish)).body.response;
  await until(() => pids().length === 1);
  // A program is written down as soon as it has a number: what dies in between leaves one that writes where nobody looks.
  await until(() => Object.values(journals()).some((journal) => journal.includes('"note":"program"')));
  const [tool = 0] = pids();
  const mark = startMarkOf(tool);
  first.kill("SIGKILL");
  await first.ended();
  expect(lives(tool, mark)).toBe(true);

  const second = await anAgentProcess(home, host);
  await until(() => pids().length === 2);
  expect(lives(tool, mark)).toBe(false);
  writeFileSync(go, "");
  const process = await place.ended(id);
  expect(process, await place.log(id)).toMatchObject({ state: "done" });
  expect(existsSync(place.file("Restarted"))).toBe(true);
  expect(place.statusOf("Contacts")).toBe("NORMAL");
  expect(place.leftovers()).toEqual([]);
  second.kill("SIGTERM");
  await second.ended();
});

verifies("files:operations:secrets", async () => {
  writeFileSync(runs, "");
  const agent = await anAgentProcess(home, host);
  const { processId: id } = (await place.start("copy-compress", { ...wish, force: true })).body.response;
  await place.ended(id);
  expect(traces(secrets, { ...journals(), ...processTraces(agent.pid) })).toEqual([]);
  const output = await home.admin("GET", `/svc/api/processes/${id}/tool-log`);
  expect(output.text).toContain("--copyCompress");
  const told = {
    output: output.bytes,
    log: Buffer.from(await place.log(id)),
    process: (await home.admin("GET", `/svc/api/processes/${id}`)).bytes,
    logs: Buffer.from(await home.logs()),
    rows: Buffer.from(JSON.stringify(await home.rows())),
  };
  expect(traces(secrets, told)).toEqual([]);
  agent.kill("SIGTERM");
  await agent.ended();
});
