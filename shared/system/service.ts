import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { ApiDescription } from "./api-description.ts";
import { apiPage } from "./api-page/api-page.ts";
import type { apiDocumentation } from "./api-page/contract.ts";
import { errorsPage } from "./api-page/errors-page.ts";
import { pageScript } from "./api-page/page-script.ts";
import { pageStyle } from "./api-page/page-style.ts";
import type { Check, system } from "./contract.ts";
import { hostChecks, serverChecks } from "./parts/checks.ts";
import type { HostWatch } from "./parts/host-watch.ts";
import { inTime, type ServerWatch } from "./parts/watch.ts";
import type { SystemStore } from "./store.ts";

/** Timeout in milliseconds of the readiness check, because load balancers give up early. */
const checkTimeoutMs = 5_000;

type Service = ServiceOf<typeof system & typeof apiDocumentation>;

interface SystemDependencies {
  readonly store: Pick<SystemStore, "checkAnswers">;
  readonly serverWatch: ServerWatch;
  readonly hostWatch: HostWatch;
  readonly clock: Clock;
  readonly isDemo: boolean;
  /** Returns the description of this API, generated from the contracts. */
  readonly openApi: () => Promise<ApiDescription>;
  /** URL path of the documentation, such as `/svc/apidoc`. */
  readonly docsBase: string;
  readonly information: {
    readonly getInformation: () => ReturnType<Service["getInformation"]>;
    readonly getServerState: (call: Parameters<Service["getServerState"]>[1]) => ReturnType<Service["getServerState"]>;
  };
  readonly reach: Service["canReachOtherServer"];
  readonly checkPrerequisites: Service["checkPrerequisites"];
  readonly openInFileMaker: Service["openInFileMaker"];
  readonly settings: Pick<Service, "getSettings" | "updateSettings">;
  readonly serverPreferences: Service["getServerPreferences"];
  readonly appLog: Service["writeAppLog"];
  /** Undefined if there is no separate process to restart. */
  readonly restart: (() => void) | undefined;
}

export function systemService(dependencies: SystemDependencies): Service {
  const {
    store,
    serverWatch,
    hostWatch,
    clock,
    isDemo,
    openApi,
    information,
    reach,
    checkPrerequisites,
    settings,
    docsBase,
    restart,
  } = dependencies;
  const storeCheck = async (): Promise<Check> => {
    try {
      return await store.checkAnswers().then(() => ({ ok: true, text: "responds" }));
    } catch (thrown) {
      return { ok: false, text: `does not respond (${nameOf(thrown)})` };
    }
  };

  /** Replaces information that isn't available without the store. */
  const orUnknown = async <T>(look: Promise<T>, unknown: NoInfer<T>): Promise<T> => {
    try {
      return await look;
    } catch (thrown) {
      if (thrown instanceof StoreUnavailable) return unknown;
      throw thrown;
    }
  };

  const check = async () => {
    const late: Check = { ok: false, text: "does not respond (timeout)" };
    const nobody = { agent: { ok: null, text: "unknown" }, disk: { ok: null, text: "unknown" } };
    const [store, server, host] = await Promise.all([
      inTime(clock, storeCheck(), checkTimeoutMs, late),
      serverWatch().then((found) => serverChecks(found, isDemo)),
      inTime(clock, orUnknown(hostWatch().then(hostChecks), nobody), checkTimeoutMs, nobody),
    ]);
    const checks = { store, ...server, ...host };
    return { ok: Object.values(checks).every(({ ok }) => ok !== false), checks };
  };
  let pendingCheck: ReturnType<typeof check> | undefined;

  return {
    getHealth: async () => ({ ok: true }),

    // Any caller can request this, so concurrent callers share one result and FileMaker Server is asked once.
    getReadiness() {
      pendingCheck ??= check().finally(() => {
        pendingCheck = undefined;
      });
      return pendingCheck;
    },

    getInformation: () => information.getInformation(),
    getServerState: (_input, call) => information.getServerState(call),
    canReachOtherServer: reach,
    checkPrerequisites,
    openInFileMaker: dependencies.openInFileMaker,
    ...settings,
    getServerPreferences: dependencies.serverPreferences,
    writeAppLog: dependencies.appLog,

    async restartService() {
      if (restart === undefined)
        return {
          ok: false,
          message:
            "The service can't restart itself here. On AWS instances start and stop automatically; elsewhere, restart the program.",
        };
      restart();
      return { ok: true, message: "The service is restarting. It responds again within seconds." };
    },

    getOpenApi: async () => ({ ...(await openApi()) }),
    getApiPage: async () => apiPage(await openApi(), docsBase),
    getErrorsPage: async () => errorsPage(docsBase),
    getApiPageStyle: async () => pageStyle,
    getApiPageScript: async () => pageScript,
  };
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : "unknown";
}
