import { FmError } from "../../fm-error.ts";
import { missing } from "../../host/refusals.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { settingOperations } from "./setting-operations.ts";

/** Custom web publishing with XML and PHP, which fails if it isn't installed, and the engine of each machine. */
export const webPublishingOperations: readonly AdminOperation[] = [
  ...whereInstalled("xml"),
  ...whereInstalled("php"),
  ...settingOperations({ path: "/wpe/config/{id}", group: "wpe", verbs: "GET, PATCH" }).map((operation) => ({
    ...operation,
    run(call: Parameters<AdminOperation["run"]>[0]) {
      // 1 is the primary machine, the only one in the sandbox.
      if (call.path.id !== "1") throw missing();
      return operation.run(call);
    },
  })),
];

function whereInstalled(group: "xml" | "php"): readonly AdminOperation[] {
  const operations = settingOperations({ path: `/${group}/config`, group, verbs: "GET, PATCH" });
  return operations.map((operation) => ({
    ...operation,
    run(call) {
      if (!call.host.world.server.settings[group].installed) throw new FmError("1713", { status: 500 });
      return operation.run(call);
    },
  }));
}
