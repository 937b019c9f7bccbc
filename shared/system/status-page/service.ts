import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Status, statusPage } from "./contract.ts";
import type { heldStatus } from "./held-status.ts";
import { statusDocument } from "./page.ts";
import type { StatusPageStore } from "./store.ts";

/** The status page, and what it shows. */
export function statusPageService({
  store,
  held,
  isDemo,
}: {
  readonly store: Pick<StatusPageStore, "settings" | "keepSettings">;
  readonly held: ReturnType<typeof heldStatus>;
  readonly isDemo: boolean;
}): ServiceOf<typeof statusPage> {
  /** While it is off, nothing is there. */
  const status = async (): Promise<Status> => {
    const seen = await held.status();
    if (seen === undefined) throw new ServiceError("route_not_found");
    return seen;
  };
  return {
    getStatus: status,
    getStatusPage: async () => statusDocument(await status(), isDemo),
    getStatusPageSettings: () => store.settings(),

    async setStatusPageSettings({ version: expected, ...settings }) {
      const version = await store.keepSettings(settings, expected);
      held.forget();
      return { ...settings, version };
    },
  };
}
