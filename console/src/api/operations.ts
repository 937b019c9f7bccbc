import type { agent } from "#shared/agent/contract.ts";
import type { audit } from "#shared/audit/contract.ts";
import type { backups } from "#shared/backups/contract.ts";
import type { offsiteRecovery } from "#shared/backups/recovery/contract.ts";
import type { offsiteRestores } from "#shared/backups/restores/contract.ts";
import type { offsiteSchedules } from "#shared/backups/schedules/contract.ts";
import type { offsiteUpkeep } from "#shared/backups/upkeep/contract.ts";
import type { browser } from "#shared/browser/contract.ts";
import type { builds } from "#shared/builds/contract.ts";
import type { deliveries } from "#shared/deliveries/contract.ts";
import type { deployments } from "#shared/deployments/contract.ts";
import type { recipes } from "#shared/deployments/recipes/contract.ts";
import type { downloads } from "#shared/downloads/contract.ts";
import type { events } from "#shared/events/contract.ts";
import type { files } from "#shared/files/contract.ts";
import type { fileOperations } from "#shared/files/operations/contract.ts";
import type { patches } from "#shared/files/patch/contract.ts";
import type { identity } from "#shared/identity/contract.ts";
import type { keys } from "#shared/keys/contract.ts";
import type { logs } from "#shared/logs/contract.ts";
import type { adminMcp } from "#shared/mcp/admin/contract.ts";
import type { mcpServers } from "#shared/mcp-servers/contract.ts";
import type { mcpTrials } from "#shared/mcp-servers/trial/contract.ts";
import type { notes } from "#shared/notes/contract.ts";
import type { notifications } from "#shared/notifications/contract.ts";
import type { oauth } from "#shared/oauth/contract.ts";
import type { processes } from "#shared/processes/contract.ts";
import type { schedules } from "#shared/schedules/contract.ts";
import type { server } from "#shared/server/contract.ts";
import type { disk } from "#shared/server/disk/contract.ts";
import type { sessions } from "#shared/sessions/contract.ts";
import type { people } from "#shared/sessions/people/contract.ts";
import type { system } from "#shared/system/contract.ts";
import type { allowedNetworks } from "#shared/system/networks/contract.ts";
import type { statusPage } from "#shared/system/status-page/contract.ts";
import type { transfer } from "#shared/transfer/contract.ts";
import type { deletion, trash } from "#shared/trash/contract.ts";
import type { triggers } from "#shared/triggers/contract.ts";
import type { alerts } from "#shared/usage/alerts/contract.ts";
import type { usage } from "#shared/usage/contract.ts";
import type { statistics } from "#shared/usage/statistics/contract.ts";
import type { webhooks } from "#shared/webhooks/contract.ts";

type Contracts = typeof adminMcp &
  typeof agent &
  typeof allowedNetworks &
  typeof alerts &
  typeof audit &
  typeof backups &
  typeof browser &
  typeof builds &
  typeof deletion &
  typeof deliveries &
  typeof deployments &
  typeof disk &
  typeof downloads &
  typeof events &
  typeof fileOperations &
  typeof files &
  typeof identity &
  typeof keys &
  typeof logs &
  typeof mcpServers &
  typeof mcpTrials &
  typeof notes &
  typeof notifications &
  typeof patches &
  typeof offsiteRecovery &
  typeof offsiteUpkeep &
  typeof offsiteRestores &
  typeof offsiteSchedules &
  typeof oauth &
  typeof people &
  typeof processes &
  typeof recipes &
  typeof schedules &
  typeof server &
  typeof sessions &
  typeof statistics &
  typeof statusPage &
  typeof system &
  typeof deletion &
  typeof transfer &
  typeof trash &
  typeof triggers &
  typeof usage &
  typeof webhooks;

/** Operations that the console can call, by method and path as in the contract. Types only, so no schema is loaded. */
export type ByAddress = {
  readonly [Name in keyof Contracts as Contracts[Name] extends { readonly answers: "bytes" }
    ? never
    : `${Contracts[Name]["method"]} ${Contracts[Name]["path"]}`]: Contracts[Name];
};
export type Address = keyof ByAddress;

type InputSchema<A extends Address> = ByAddress[A]["input"];
type OutputSchema<A extends Address> = ByAddress[A]["output"];

export type InputOf<A extends Address> = InputSchema<A>["_zod"]["input"];
export type OutputOf<A extends Address> = OutputSchema<A>["_zod"]["output"];
