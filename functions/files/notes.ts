import { notes } from "#shared/notes/contract.ts";
import { noteService } from "#shared/notes/service.ts";
import { notePartitions, noteStore } from "#shared/notes/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";

export const resource = defineResource({
  contract: notes,
  wiring: service,
  needs: needs(servesAdmins, { reads: [notePartitions], writes: [notePartitions] }),
});

function service(platform: Pick<Platform, "table" | "clock">) {
  return noteService({ store: noteStore(platform.table), clock: platform.clock });
}
