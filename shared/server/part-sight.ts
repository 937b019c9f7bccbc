import type { AdminCredential } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { ServerProbe } from "../filemaker/server-probe.ts";
import type { ServiceCommands } from "../filemaker/service-commands.ts";
import type { ServerService } from "./contract.ts";
import { isSwitched } from "./rules.ts";

/** How a part of FileMaker Server is found. `unknown`: it shows nothing to the outside, or nobody answers for it. */
export type PartState = "running" | "stopped" | "absent" | "unknown";

interface PartSightDependencies {
  readonly services: ServiceCommands;
  readonly probe: ServerProbe;
}

/** Looks at a part of FileMaker Server. Never rejects for what it finds. */
export type PartSight = (credential: AdminCredential, service: ServerService) => Promise<PartState>;

export function partSight({ services, probe }: PartSightDependencies): PartSight {
  return async (credential, service) => {
    if (service === "httpserver") return (await probe.dataApi()).state === "silent" ? "stopped" : "running";
    if (service !== "adminserver" && !isSwitched(service)) return "unknown";
    try {
      const state = await services.look(credential, service === "adminserver" ? "server" : service);
      return service === "adminserver" ? "running" : state;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return service === "adminserver" && thrown.status >= 500 ? "stopped" : "unknown";
    }
  };
}
