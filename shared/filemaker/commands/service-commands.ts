import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Components of FileMaker Server that its Admin API starts and stops: the Database Server, and those that can be enabled. */
export type SwitchedService = "server" | "wpe" | "xdbc" | "fmdapi" | "odata";

/** `absent`: this server doesn't have the component. */
export type ServiceState = "running" | "stopped" | "absent";

/**
 * Component commands of the Admin API, which work even while the Database Server is stopped. Every call throws ServiceError if there is
 * no outcome.
 */
export interface ServiceCommands {
  read(credential: AdminCredential, service: SwitchedService): Promise<ServiceState>;
  /** Starts or stops a component. Accepted means started: the state changes later. Returns false if this server doesn't have it. */
  setRunning(credential: AdminCredential, service: SwitchedService, isOn: boolean): Promise<boolean>;
}

export function serviceCommands(call: AdminCalls): ServiceCommands {
  return {
    async read(credential, service) {
      const answer = await call(credential, { method: "GET", path: paths[service] });
      if (isAbsent(answer.code)) return "absent";
      if (answer.code !== "0") throw unexpectedAnswer(`Admin API ${paths[service]}`, answer);
      const isOn = service === "server" ? answer.response.status === "RUNNING" : answer.response.enabled === true;
      return isOn ? "running" : "stopped";
    },

    async setRunning(credential, service, isOn) {
      const body = service === "server" ? { status: isOn ? "RUNNING" : "STOPPED" } : { enabled: isOn };
      const answer = await call(credential, { method: "PATCH", path: paths[service], body });
      if (isAbsent(answer.code)) return false;
      // Another caller was faster: it is already done or in progress.
      if (answer.code !== "0" && answer.code !== fileMakerCodes.stateForbids)
        throw unexpectedAnswer(`Admin API ${paths[service]}`, answer);
      return true;
    },
  };
}

const paths: Readonly<Record<SwitchedService, string>> = {
  server: "/server/status",
  wpe: "/wpe/config/1",
  xdbc: "/xdbc/config",
  fmdapi: "/fmdapi/config",
  odata: "/fmodata/config",
};

function isAbsent(code: string | undefined): boolean {
  return code === fileMakerCodes.notInstalled || code === fileMakerCodes.resourceMissing;
}
