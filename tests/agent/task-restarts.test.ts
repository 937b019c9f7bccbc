import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { isProgramRunning, startMarkOf } from "../../local-agent/programs/running-program.ts";
import { aFileOperationSetup, opener } from "../files/operations/support/a-file-operation-setup.ts";
import { processTraces } from "../support/programs/process-traces.ts";
import { traces } from "../support/secrets/traces.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { anAgentProcess, atTheTimeOfTheMachine } from "./support/an-agent-process.ts";
import { untilFileExists } from "./support/until-file.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), undefined, null);
const { service } = setup;
await atTheTimeOfTheMachine(service);
afterAll(() => setup.stop());

const host = { path: setup.folder, folder: setup.agentFolder };
const [runs, go] = [setup.at("runs"), setup.at("go")];
const pids = () => (existsSync(runs) ? readFileSync(runs, "utf8").split("\n").slice(0, -1).map(Number) : []);
/** Records its run, prints its arguments, and ends when it is allowed to. */
setup.actTool(
  `trap '' TERM; echo $$ >> '${runs}'; echo "$@"; ${untilFileExists(go)}; cp '${setup.file("Closed")}' "$target"`,
);

const secrets = { password: "canary-file-password", key: "canary-encryption-key", admin: "admin-pass" };
const options = {
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
  const first = await anAgentProcess(service, host);
  const { processId: id } = (await setup.start("copy-compress", options)).body.response;
  await until(() => pids().length === 1);
  // A program is recorded as soon as it has a process id: an agent that dies before that leaves a program whose output no one reads.
  const [tool = 0] = pids();
  await until(() => Object.values(journals()).some((journal) => journal.includes(`"pid":${tool}`)));
  const mark = startMarkOf(tool);
  first.kill("SIGKILL");
  await first.ended();
  expect(isProgramRunning(tool, mark)).toBe(true);

  const second = await anAgentProcess(service, host);
  await until(() => pids().length === 2);
  expect(isProgramRunning(tool, mark)).toBe(false);
  writeFileSync(go, "");
  const process = await setup.ended(id);
  expect(process, await setup.log(id)).toMatchObject({ state: "done" });
  expect(existsSync(setup.file("Restarted"))).toBe(true);
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  expect(setup.orphans()).toEqual([]);
  second.kill("SIGTERM");
  await second.ended();
});

verifies("files:operations:secrets", async () => {
  writeFileSync(runs, "");
  const agent = await anAgentProcess(service, host);
  const { processId: id } = (await setup.start("copy-compress", { ...options, force: true })).body.response;
  await setup.ended(id);
  expect(traces(secrets, { ...journals(), ...processTraces(agent.pid) })).toEqual([]);
  const output = await service.admin("GET", `/svc/api/processes/${id}/tool-log`);
  expect(output.text).toContain("--copyCompress");
  const reported = {
    output: output.bytes,
    log: Buffer.from(await setup.log(id)),
    process: (await service.admin("GET", `/svc/api/processes/${id}`)).bytes,
    logs: Buffer.from(await service.logs()),
    rows: Buffer.from(JSON.stringify(await service.rows())),
  };
  expect(traces(secrets, reported)).toEqual([]);
  agent.kill("SIGTERM");
  await agent.ended();
});
