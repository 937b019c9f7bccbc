import type { ActionHandler } from "#shared/schedules/api.ts";
import type { BuildRequest } from "./contract.ts";
import { type CheckDestination, refuseUnavailable, type StartBuild, unnamed } from "./start-build.ts";

/** Maximum length of a build id. */
const longestId = 120;

/** Starts builds for schedules. */
export function scheduledBuild(start: StartBuild, checkDestination: CheckDestination): ActionHandler<BuildRequest> {
  return {
    isRepeatable: true,
    check: async (input) => refuseUnavailable(input, checkDestination),

    async start(input, { credential, startedBy, scheduleId, key, moment }) {
      const user = "user" in credential ? credential.user : "";
      const caller = { kind: "admin-account", user, role: "administrator", isLimited: false, credential } as const;
      const request = { ...input, scheduled: false, buildId: idOf(input, moment) };
      const { record } = await start(request, { caller }, { startedBy, key, scheduleId });
      return record.processId;
    },
  };
}

/** Returns the id of a scheduled build. Repeated builds that don't replace each other have their time in the id. */
function idOf({ buildId, force }: BuildRequest, moment: string | undefined): string {
  const name = buildId ?? unnamed;
  if (moment === undefined || force) return name;
  return `${name.slice(0, longestId - moment.length - 1)}-${moment}`;
}
