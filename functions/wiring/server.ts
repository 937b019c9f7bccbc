import type { ServiceOf } from "../../shared/contract/operation.ts";
import { scheduleCommands } from "../../shared/filemaker/schedule-commands.ts";
import { serverProbe } from "../../shared/filemaker/server-probe.ts";
import { serviceCommands } from "../../shared/filemaker/service-commands.ts";
import type { JobKind } from "../../shared/jobs/kind.ts";
import { storedAccounts } from "../../shared/keys/stored-accounts.ts";
import type { server as serverContract } from "../../shared/server/contract.ts";
import { partChange } from "../../shared/server/part-change.ts";
import { partSight } from "../../shared/server/part-sight.ts";
import { processEnd } from "../../shared/server/process-end.ts";
import { scriptRun } from "../../shared/server/script-run.ts";
import { serverService } from "../../shared/server/service.ts";
import { administratorOf } from "./accounts.ts";
import { hands } from "./agent.ts";
import { eventFeed } from "./events.ts";
import { adminCallsOfAccounts, serverOfCallers } from "./filemaker.ts";
import { once, provided } from "./foundation.ts";
import { jobs, processRecords } from "./jobs.ts";
import { store } from "./keyrings.ts";

/** The server resource. */
export function server(): ServiceOf<typeof serverContract> {
  return once("server", ({ vault, clock, ids, answerMs }) => {
    const accounts = storedAccounts({ store: store(), vault });
    const process = processRecords().get;
    return serverService({
      commands: serverOfCallers(),
      sight: partsOfServer(),
      administrator: administratorOf(),
      anyAdministrator: () => accounts.ofAnyAdminKey(),
      hands,
      jobs: jobs(),
      ended: processEnd({ process, clock, answerMs, isStopping: () => eventFeed().isClosed }),
      vault,
      ids,
    });
  });
}

function partsOfServer() {
  return once("parts of the server", ({ fileMaker, clock }) =>
    partSight({
      services: serviceCommands(adminCallsOfAccounts()),
      probe: serverProbe(fileMaker.dataApi, () => clock.now()),
    }),
  );
}

/** Work on FileMaker Server itself. */
export function serverJobs(): readonly JobKind[] {
  const { vault, clock } = provided();
  return [
    scriptRun({ schedules: scheduleCommands(adminCallsOfAccounts()), vault, clock, process: processRecords().get }),
    partChange({ services: serviceCommands(adminCallsOfAccounts()), hands, sight: partsOfServer(), vault, clock }),
  ];
}
