import * as z from "zod";
import type { Host } from "../../host.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

const Switch = z.object({ enabled: z.boolean() });

/** Enables and disables the Data API and OData. Disabling the Data API ends its sessions. */
export const engineOperations: readonly AdminOperation[] = [
  ...engine("/fmdapi/config", "dataApi", (host) => host.dataSessions.closeAll()),
  ...engine("/fmodata/config", "odata"),
];

function engine(
  path: string,
  name: "dataApi" | "odata",
  switchedOff: (host: Host) => void = () => undefined,
): readonly AdminOperation[] {
  return [
    {
      method: "GET",
      path,
      access: "root",
      run: ({ host }) => ({ enabled: host.world.server.engines[name] }),
    },
    {
      method: "PATCH",
      path,
      access: "root",
      run(call) {
        const { enabled } = valuesIn(call, Switch);
        call.host.world.server.engines[name] = enabled;
        if (!enabled) switchedOff(call.host);
        return {};
      },
    },
  ];
}
