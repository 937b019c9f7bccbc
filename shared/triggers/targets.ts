import { ServiceError } from "#shared/contract/errors.ts";
import { shownUrl } from "#shared/contract/texts/shown-url.ts";
import { newSigningSecret } from "#shared/http/standard-webhooks.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TargetInput } from "./contract.ts";
import { type TargetRecord, TargetSecrets } from "./record.ts";
import { type TriggerStore, triggerSecretContext } from "./store.ts";

interface TargetDependencies {
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly ids: Pick<Ids, "bytes">;
  readonly nextTargetId: TriggerStore["nextTargetId"];
  readonly hasSchedule: (id: number) => Promise<boolean>;
}

/** Targets of a relay, with their encrypted parts. */
export interface Targets {
  /**
   * Returns the requested targets in place of the stored ones, and the secrets of new ones. A target with another server loses its stored
   * headers.
   * @throws ServiceError target_incomplete, target_not_found, schedule_not_found
   */
  replaced(
    triggerId: number,
    before: readonly TargetRecord[],
    wanted: readonly TargetInput[],
  ): Promise<{ readonly targets: TargetRecord[]; readonly secrets: { targetId: number; secret: string }[] }>;
  secrets(triggerId: number, target: TargetRecord): Promise<TargetSecrets>;
  /** Returns the target with a new secret. The previous one also signs until `previousUntil`. */
  withNewSecret(
    triggerId: number,
    target: TargetRecord,
    previousUntil: number,
  ): Promise<{ readonly target: TargetRecord; readonly secret: string }>;
}

export function targets({ vault, ids, nextTargetId, hasSchedule }: TargetDependencies): Targets {
  const seal = (triggerId: number, id: number, opened: TargetSecrets) =>
    vault.seal(JSON.stringify(opened), triggerSecretContext(triggerId, `target-${id}`));
  const secretsOf: Targets["secrets"] = async (triggerId, { id, sealed }) => {
    if (sealed === null) throw new Error(`Target ${id} is not a URL`);
    return TargetSecrets.parse(JSON.parse(await vault.open(sealed, triggerSecretContext(triggerId, `target-${id}`))));
  };

  /** Resets the failures of a target that was disabled automatically when it is enabled again. */
  const state = (wanted: TargetInput, known: TargetRecord | undefined) => ({
    isEnabled: wanted.isEnabled,
    failingSince: wanted.isEnabled && known?.isEnabled !== true ? null : (known?.failingSince ?? null),
    disabledReason: wanted.isEnabled ? null : (known?.disabledReason ?? null),
  });

  const one = async (triggerId: number, wanted: TargetInput, known: TargetRecord | undefined) => {
    if (wanted.id !== undefined && known === undefined) throw new ServiceError("target_not_found");
    const id = known?.id ?? (await nextTargetId());
    if (wanted.kind === "schedule") {
      if (!(await hasSchedule(wanted.scheduleId))) throw new ServiceError("schedule_not_found");
      const { scheduleId } = wanted;
      const nothing = { url: null, headerNames: [], sealed: null };
      const target = { id, kind: "schedule", scheduleId, ...nothing, ...state(wanted, known) } satisfies TargetRecord;
      return { target, secret: undefined };
    }
    const before = known && (await secretsOf(triggerId, known));
    const url = wanted.url ?? before?.url;
    if (url === undefined) throw new ServiceError("target_incomplete");
    // Stored header values must not be sent to another server.
    const keepsHeaders = before !== undefined && new URL(before.url).origin === new URL(url).origin;
    const headers = wanted.headers ?? (keepsHeaders ? before.headers : {});
    const secret = before?.secret ?? newSigningSecret(ids);
    const sealed = await seal(triggerId, id, { url, headers, secret, previous: before?.previous ?? null });
    const shown = { url: shownUrl(url), headerNames: Object.keys(headers), scheduleId: null };
    const target = { id, kind: "url", ...shown, sealed, ...state(wanted, known) } satisfies TargetRecord;
    return { target, secret: before === undefined ? { targetId: id, secret } : undefined };
  };

  return {
    async replaced(triggerId, before, wanted) {
      const known = new Map(before.map((target) => [target.id, target]));
      const made = [];
      for (const target of wanted) {
        const found = target.id === undefined ? undefined : known.get(target.id);
        made.push(await one(triggerId, target, found?.kind === target.kind ? found : undefined));
      }
      return {
        targets: made.map(({ target }) => target),
        secrets: made.flatMap(({ secret }) => secret ?? []),
      };
    },

    secrets: secretsOf,

    async withNewSecret(triggerId, target, previousUntil) {
      const before = await secretsOf(triggerId, target);
      const secret = newSigningSecret(ids);
      const opened = { ...before, secret, previous: { secret: before.secret, until: previousUntil } };
      return { target: { ...target, sealed: await seal(triggerId, target.id, opened) }, secret };
    },
  };
}
