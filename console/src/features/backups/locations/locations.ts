import type { OffsiteRemote } from "#shared/backups/contract.ts";
import type { OutputOf } from "../../../api/operations.ts";

/** Location with its name in addresses. */
export type Location = OffsiteRemote & { readonly id: string };

export function locationsIn({ remotes }: OutputOf<"GET /svc/api/settings/offsite/remotes">): readonly Location[] {
  return Object.entries(remotes)
    .map(([id, remote]) => ({ ...remote, id }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
