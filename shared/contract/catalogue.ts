import { agent } from "#shared/agent/contract.ts";
import { audit } from "#shared/audit/contract.ts";
import { backups } from "#shared/backups/contract.ts";
import { offsiteSetting } from "#shared/backups/old-setting/contract.ts";
import { offsiteRecovery } from "#shared/backups/recovery/contract.ts";
import { offsiteRestores } from "#shared/backups/restores/contract.ts";
import { offsiteSchedules } from "#shared/backups/schedules/contract.ts";
import { offsiteUpkeep } from "#shared/backups/upkeep/contract.ts";
import { browser, linkedFiles } from "#shared/browser/contract.ts";
import { buildComparisons } from "#shared/builds/compare/contract.ts";
import { builds } from "#shared/builds/contract.ts";
import { buildLinks } from "#shared/builds/links/contract.ts";
import { buildPushes } from "#shared/builds/push/contract.ts";
import { deliveries } from "#shared/deliveries/contract.ts";
import { dependents } from "#shared/dependents/contract.ts";
import { deployments } from "#shared/deployments/contract.ts";
import { recipes } from "#shared/deployments/recipes/contract.ts";
import { downloadLinks, downloads } from "#shared/downloads/contract.ts";
import { events } from "#shared/events/contract.ts";
import { files } from "#shared/files/contract.ts";
import { patches } from "#shared/files/patch/contract.ts";
import { identity } from "#shared/identity/contract.ts";
import { keys } from "#shared/keys/contract.ts";
import { license } from "#shared/license/contract.ts";
import { logs } from "#shared/logs/contract.ts";
import { adminMcp } from "#shared/mcp/admin/contract.ts";
import { mcpServers } from "#shared/mcp-servers/contract.ts";
import { mcpEndpoints } from "#shared/mcp-servers/endpoint/contract.ts";
import { mcpTrials } from "#shared/mcp-servers/trial/contract.ts";
import { notes } from "#shared/notes/contract.ts";
import { notifications } from "#shared/notifications/contract.ts";
import { oauth } from "#shared/oauth/contract.ts";
import { processes } from "#shared/processes/contract.ts";
import { proxy } from "#shared/proxy/contract.ts";
import { schedules } from "#shared/schedules/contract.ts";
import { server } from "#shared/server/contract.ts";
import { disk } from "#shared/server/disk/contract.ts";
import { plugins } from "#shared/server/plugins/contract.ts";
import { sessions, signIns } from "#shared/sessions/contract.ts";
import { people } from "#shared/sessions/people/contract.ts";
import { apiDocumentation } from "#shared/system/api-page/contract.ts";
import { system } from "#shared/system/contract.ts";
import { allowedNetworks } from "#shared/system/networks/contract.ts";
import { statusPage } from "#shared/system/status-page/contract.ts";
import { transfer } from "#shared/transfer/contract.ts";
import { deletion, trash } from "#shared/trash/contract.ts";
import { triggers } from "#shared/triggers/contract.ts";
import { relay } from "#shared/triggers/relay/contract.ts";
import { alerts } from "#shared/usage/alerts/contract.ts";
import { usage } from "#shared/usage/contract.ts";
import { scrape } from "#shared/usage/scrape/contract.ts";
import { statistics } from "#shared/usage/statistics/contract.ts";
import { webhooks } from "#shared/webhooks/contract.ts";
import { receiver } from "#shared/webhooks/receiver/contract.ts";

/** Operations of every resource by its name. Routes, documentation and clients are derived from it. */
export const catalogue = {
  agent,
  alerts,
  audit,
  backups: {
    ...{ ...backups, ...offsiteRestores, ...offsiteSchedules, ...offsiteUpkeep, ...offsiteRecovery },
    ...offsiteSetting,
  },
  browser: { ...browser, ...linkedFiles },
  builds: { ...builds, ...buildComparisons, ...buildPushes, ...buildLinks },
  deliveries,
  dependents,
  deployments,
  disk,
  downloads: { ...downloads, ...downloadLinks },
  events,
  files,
  identity,
  keys,
  license,
  logs,
  "mcp-servers": { ...mcpServers, ...mcpTrials, ...mcpEndpoints },
  mcp: adminMcp,
  notes,
  notifications,
  oauth,
  patches,
  people,
  plugins,
  processes,
  proxy,
  receiver,
  recipes,
  schedules,
  server,
  sessions: { ...sessions, ...signIns },
  statistics,
  system: { ...system, ...apiDocumentation, ...allowedNetworks, ...statusPage },
  trash: { ...deletion, ...trash },
  transfer,
  triggers: { ...triggers, ...relay },
  usage: { ...usage, ...scrape },
  webhooks,
} as const;
