import { people } from "#shared/sessions/people/contract.ts";
import { peopleService } from "#shared/sessions/people/service.ts";
import { peoplePartitions, peopleStore } from "#shared/sessions/people/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";

export const resource = defineResource({
  contract: people,
  wiring: ({ table, clock }: Pick<Platform, "table" | "clock">) => peopleService({ store: peopleStore(table), clock }),
  needs: needs(servesAdmins, { writes: [peoplePartitions] }),
});
