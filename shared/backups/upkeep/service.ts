import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import type { offsiteUpkeep } from "./contract.ts";
import { isInUpkeep } from "./rules.ts";
import type { StartUpkeep } from "./start-upkeep.ts";

interface UpkeepDependencies {
  readonly store: Pick<OffsiteScheduleStore, "all">;
  readonly openLocation: OpenLocationNamed;
  readonly start: StartUpkeep;
  readonly clock: Clock;
}

/** Starts upkeep of sets on request. */
export function upkeepService(dependencies: UpkeepDependencies): ServiceOf<typeof offsiteUpkeep> {
  const { store, openLocation, start, clock } = dependencies;
  return {
    async tendOffsiteSchedule({ name, work, extent }, call) {
      const schedule = (await store.all()).find((record) => record.name === name);
      if (schedule === undefined) throw new ServiceError("offsite_schedule_not_found");
      const { layout, set, newestSnapshot, lastUpkeep, remote } = schedule;
      if (layout !== "blocks" || set === null) throw new ServiceError("offsite_layout_differs");
      if (newestSnapshot === null) throw new ServiceError("offsite_upkeep_nothing");
      if (isInUpkeep(schedule, clock.now()))
        throw new ServiceError("offsite_schedule_running", { response: { processId: lastUpkeep?.processId } });
      const { check } = await openLocation(remote);
      if (work.includes("prune") && check?.rights.delete !== "yes") throw new ServiceError("offsite_prune_not_allowed");
      const share = { structure: 0, share: undefined, all: 1 }[extent];
      const startedBy = callerName(call.caller);
      return { processId: await start(schedule, { work, startedBy, ...(share !== undefined && { share }) }) };
    },
  };
}
