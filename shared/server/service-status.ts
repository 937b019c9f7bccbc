import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceCommands } from "#shared/filemaker/commands/service-commands.ts";
import type { ServerProbe } from "#shared/filemaker/server-probe.ts";
import type { ServerService } from "./contract.ts";
import { isSwitched } from "./rules.ts";

/** State of a part of FileMaker Server. `unknown`: not visible from outside, or no response. */
export type ServiceState = "running" | "stopped" | "absent" | "unknown";

interface ServiceStatusDependencies {
  readonly services: ServiceCommands;
  readonly probe: ServerProbe;
}

/** Returns the state of a part of FileMaker Server. Never rejects because of that state. */
export type ServiceStatus = (credential: AdminCredential, service: ServerService) => Promise<ServiceState>;

export function serviceStatus({ services, probe }: ServiceStatusDependencies): ServiceStatus {
  return async (credential, service) => {
    if (service === "httpserver") {
      const { state } = await probe.dataApi();
      return state === "silent" || state === "gone" ? "stopped" : "running";
    }
    if (service !== "adminserver" && !isSwitched(service)) return "unknown";
    try {
      const state = await services.read(credential, service === "adminserver" ? "server" : service);
      return service === "adminserver" ? "running" : state;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return service === "adminserver" && thrown.status >= 500 ? "stopped" : "unknown";
    }
  };
}
