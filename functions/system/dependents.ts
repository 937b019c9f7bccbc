import { offsiteSchedulePartitions, offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import type { Call } from "#shared/contract/call.ts";
import { dependents } from "#shared/dependents/contract.ts";
import { dependentService, type Readers } from "#shared/dependents/service.ts";
import { recipePartitions, recipeStore } from "#shared/deployments/recipes/store.ts";
import { isUsable } from "#shared/keys/limits/key-guard.ts";
import { databasesOf } from "#shared/keys/rules.ts";
import { keyPartitions, keySecrets, keyStore } from "#shared/keys/store.ts";
import { mcpServerReads, mcpServerStore } from "#shared/mcp-servers/store.ts";
import { destinationPartitions, destinationUsePartitions, notificationStore } from "#shared/notifications/store.ts";
import { grantPartitions, grantStore } from "#shared/oauth/grants/grant-store.ts";
import { schedulePartitions, scheduleStore } from "#shared/schedules/store.ts";
import { normalizedPersonName } from "#shared/sessions/people/record.ts";
import { endOf } from "#shared/sessions/rules.ts";
import { signedInAccountPartitions, signInsOfUserPartitions, userSessionStore } from "#shared/sessions/store.ts";
import { statusPagePartitions, statusPageStore } from "#shared/system/status-page/store.ts";
import { alertRulePartitions, alertStore } from "#shared/usage/alerts/store.ts";
import { webhookPartitions, webhookStore, webhookUsePartitions } from "#shared/webhooks/store.ts";
import { added } from "../additions/additions.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { administratorOf, type FileMakerPlatform, serverCommands } from "../wiring/filemaker.ts";

const addedTriggers = await added("triggers");

export const resource = defineResource({
  contract: dependents,
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, {
    opens: [keySecrets.admin],
    reads: [
      keyPartitions,
      webhookPartitions,
      webhookUsePartitions,
      ...addedTriggers.map(({ partitions }) => partitions),
      mcpServerReads,
      schedulePartitions,
      recipePartitions,
      offsiteSchedulePartitions,
      statusPagePartitions,
      alertRulePartitions,
      grantPartitions,
      destinationPartitions,
      destinationUsePartitions,
      signedInAccountPartitions,
      signInsOfUserPartitions,
    ],
  }),
});

type DependentsPlatform = FileMakerPlatform & Pick<Platform, "sessionLimits">;

/** Finds what uses files, keys and other objects. */
function service(platform: DependentsPlatform) {
  return dependentService({
    readers: { ...readersOfKeys(platform), ...readersOfPeople(platform), ...readersOfTasks(platform) },
    clock: platform.clock,
  });
}

function readersOfKeys({ table, clock }: DependentsPlatform) {
  const keys = keyStore(table);
  const webhooks = webhookStore(table);
  return {
    dataKeys: () =>
      Array.fromAsync(keys.all("data"), (key) => ({
        ...key,
        files: databasesOf(key),
        isUsable: isUsable(key, clock.now()),
      })),
    adminKeys: () => Array.fromAsync(keys.all("admin"), (key) => ({ ...key, isUsable: isUsable(key, clock.now()) })),
    webhooks: async () =>
      Promise.all(
        (await webhooks.all()).map(async (webhook) => ({
          ...webhook,
          lastUsed: (await webhooks.use(webhook.id)).lastUsed,
        })),
      ),
    triggers: async () => (await Promise.all(addedTriggers.map(({ part }) => part({ table })))).flat(),
    mcpServers: async () => (await mcpServerStore(table).all()).map(({ record }) => record),
  } satisfies Partial<Readers>;
}

function readersOfPeople(platform: DependentsPlatform) {
  const { table, clock, sessionLimits } = platform;
  const sessions = userSessionStore(table);
  return {
    clients: async (call: Call) => serverCommands(platform).clients(await administratorOf(platform)(call)),
    sessions: async () => {
      const accounts = new Set((await sessions.allAccounts()).map(normalizedPersonName));
      const all = (await Promise.all([...accounts].map((user) => sessions.allOfUser(user)))).flat();
      return all.filter((session) => clock.now() < endOf(session, sessionLimits));
    },
    grants: async () => {
      const granted = await grantStore(table).list();
      return granted.filter(({ expiresAt }) => clock.now() < expiresAt).map(({ id, grant }) => ({ ...grant, id }));
    },
  } satisfies Partial<Readers>;
}

function readersOfTasks({ table }: DependentsPlatform) {
  const destinations = notificationStore(table);
  return {
    schedules: scheduleStore(table).all,
    recipes: async () => (await recipeStore(table).all()).map(({ record }) => record),
    offsiteSchedules: async () =>
      (await offsiteScheduleStore(table).all()).map(({ name, isEnabled, remote, containers, lastSuccess }) => ({
        ...{ name, isEnabled, files: lastSuccess?.databases ?? [], lastSuccessAt: lastSuccess?.at ?? null },
        locations: [remote, ...containers.flatMap(({ remote: other }) => other ?? [])],
      })),
    destinations: async () =>
      Promise.all(
        (await destinations.all()).map(async (one) => ({
          ...one,
          lastSentAt: (await destinations.use(one.id)).lastSentAt,
        })),
      ),
    statusPage: async () => {
      const { isOn, files, schedules } = await statusPageStore(table).settings();
      return isOn ? [{ files, schedules }] : [];
    },
    alerts: alertStore(table).all,
  } satisfies Partial<Readers>;
}
