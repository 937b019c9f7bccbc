import { access } from "./requirements/access.ts";
import { agent } from "./requirements/agent.ts";
import { audit } from "./requirements/audit.ts";
import { backups } from "./requirements/backups.ts";
import { browser } from "./requirements/browser.ts";
import { builds } from "./requirements/builds.ts";
import { cli } from "./requirements/cli.ts";
import { client } from "./requirements/client.ts";
import { contract } from "./requirements/contract.ts";
import { dependents } from "./requirements/dependents.ts";
import { deployments } from "./requirements/deployments.ts";
import { files } from "./requirements/files.ts";
import { identity } from "./requirements/identity.ts";
import { keys } from "./requirements/keys.ts";
import { license } from "./requirements/license.ts";
import { logs } from "./requirements/logs.ts";
import { mcpServers } from "./requirements/mcp/servers.ts";
import { mcp } from "./requirements/mcp.ts";
import { notes } from "./requirements/notes.ts";
import { notifications } from "./requirements/notifications.ts";
import { oauth } from "./requirements/oauth.ts";
import { processes } from "./requirements/processes.ts";
import { proxyAdmin } from "./requirements/proxy/admin.ts";
import { proxyData } from "./requirements/proxy/data.ts";
import { proxyOData } from "./requirements/proxy/odata.ts";
import { proxyPool } from "./requirements/proxy/pool.ts";
import { proxyWire } from "./requirements/proxy/wire.ts";
import type { RequirementList } from "./requirements/requirement.ts";
import { runtime } from "./requirements/runtime.ts";
import { schedules } from "./requirements/schedules.ts";
import { secrets } from "./requirements/secrets.ts";
import { server } from "./requirements/server.ts";
import { sessions } from "./requirements/sessions.ts";
import { system } from "./requirements/system.ts";
import { transfer } from "./requirements/transfer.ts";
import { triggers } from "./requirements/triggers.ts";
import { usage } from "./requirements/usage.ts";
import { webhooks } from "./requirements/webhooks.ts";

/** Everything that must hold. tests/architecture/requirements.test.ts finds gaps and stray citations. */
export const requirements = {
  ...access,
  ...agent,
  ...audit,
  ...backups,
  ...browser,
  ...builds,
  ...cli,
  ...client,
  ...contract,
  ...dependents,
  ...deployments,
  ...files,
  ...identity,
  ...keys,
  ...license,
  ...logs,
  ...mcp,
  ...mcpServers,
  ...notes,
  ...notifications,
  ...oauth,
  ...processes,
  ...proxyData,
  ...proxyAdmin,
  ...proxyOData,
  ...proxyPool,
  ...proxyWire,
  ...runtime,
  ...schedules,
  ...secrets,
  ...server,
  ...sessions,
  ...system,
  ...transfer,
  ...triggers,
  ...usage,
  ...webhooks,
} as const satisfies RequirementList;

type Requirements = typeof requirements;

/** The requirements that tests may and must cite. */
export type RequirementId = {
  [Id in keyof Requirements]: Requirements[Id] extends { planned: string } ? never : Id;
}[keyof Requirements];
