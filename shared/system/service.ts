import type { ServiceOf } from "../contract/operation.ts";
import type { DataApi } from "../filemaker/data-api.ts";
import { reasonOf } from "../ports/background.ts";
import type { Table } from "../ports/table.ts";
import type { system } from "./contract.ts";

interface SystemDependencies {
  readonly table: Table;
  readonly dataApi: DataApi;
  /** This API's description, written from the contracts. */
  readonly openApi: () => Promise<{ openapi: string }>;
}

export function systemService({ table, dataApi, openApi }: SystemDependencies): ServiceOf<typeof system> {
  const checked = async (check: () => Promise<unknown>) => {
    try {
      const good = (await check()) !== false;
      return { ok: good, text: good ? "answers" : "answers, but not as it should" };
    } catch (thrown) {
      return { ok: false, text: `does not answer (${reasonOf(thrown).split(":")[0]})` };
    }
  };

  return {
    getHealth: async () => ({ ok: true }),

    async getReadiness() {
      const [store, fileMakerServer] = await Promise.all([
        checked(() => table.get({ pk: "readiness", sk: "check" })),
        checked(() => dataApi.answers()),
      ]);
      return { ok: store.ok && fileMakerServer.ok, checks: { store, fileMakerServer } };
    },

    getOpenApi: openApi,
  };
}
