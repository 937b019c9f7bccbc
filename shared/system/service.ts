import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { DataApi } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import type { ApiDescription } from "./api-description.ts";
import { apiPage } from "./api-page/api-page.ts";
import { errorsPage } from "./api-page/errors-page.ts";
import { pageScript } from "./api-page/page-script.ts";
import { pageStyle } from "./api-page/page-style.ts";
import type { system } from "./contract.ts";

/** Balancers give up soon; what takes longer than this is not ready. */
const checkTimeoutMs = 5_000;

type Service = ServiceOf<typeof system>;

interface SystemDependencies {
  readonly table: Table;
  readonly dataApi: DataApi;
  readonly clock: Clock;
  /** This API's description, written from the contracts. */
  readonly openApi: () => Promise<ApiDescription>;
  /** The documentation's own address, such as `/svc/apidoc`. */
  readonly docsBase: string;
  readonly information: () => ReturnType<Service["getInformation"]>;
  readonly reach: Service["canReachOtherServer"];
  readonly checkPrerequisites: Service["checkPrerequisites"];
  readonly settings: Pick<Service, "getSettings" | "updateSettings">;
}

interface Check {
  readonly ok: boolean;
  readonly text: string;
}

export function systemService(dependencies: SystemDependencies): Service {
  const { table, dataApi, clock, openApi, information, reach, checkPrerequisites, settings, docsBase } = dependencies;
  const inTime = async (work: Promise<boolean>): Promise<boolean> => {
    const done = new AbortController();
    const late = clock.sleep(checkTimeoutMs, done.signal).then(() => {
      throw new ServiceError("upstream_timeout");
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      late.catch(() => undefined); // It is no longer awaited.
      done.abort();
    }
  };

  const checked = async (check: Promise<boolean>): Promise<Check> => {
    try {
      const good = await inTime(check);
      return { ok: good, text: good ? "answers" : "answers, but not as it should" };
    } catch (thrown) {
      return { ok: false, text: `does not answer (${thrown instanceof ServiceError ? thrown.error : nameOf(thrown)})` };
    }
  };

  const check = async () => {
    const [store, fileMakerServer] = await Promise.all([
      checked(table.get({ pk: "readiness", sk: "check" }).then(() => true)),
      checked(dataApi.answers()),
    ]);
    return { ok: store.ok && fileMakerServer.ok, checks: { store, fileMakerServer } };
  };
  let pendingCheck: ReturnType<typeof check> | undefined;

  return {
    getHealth: async () => ({ ok: true }),

    // Anyone may ask, so those who ask at once share one answer, and FileMaker Server is asked once.
    getReadiness() {
      pendingCheck ??= check().finally(() => {
        pendingCheck = undefined;
      });
      return pendingCheck;
    },

    getInformation: information,
    canReachOtherServer: reach,
    checkPrerequisites,
    ...settings,
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
