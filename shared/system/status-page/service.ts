import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Status, statusPage } from "./contract.ts";
import type { heldStatus } from "./held-status.ts";
import { statusDocument } from "./page.ts";
import type { StatusPageStore } from "./store.ts";

/** Creates the service for the status page and its settings. */
export function statusPageService({
  store,
  held,
  isDemo,
}: {
  readonly store: Pick<StatusPageStore, "settings" | "keepSettings">;
  readonly held: ReturnType<typeof heldStatus>;
  readonly isDemo: boolean;
}): ServiceOf<typeof statusPage> {
  /** Returns the status, or the error for an unknown path while the page is disabled. */
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
