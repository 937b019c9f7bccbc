import { audit } from "#shared/audit/contract.ts";
import { auditService } from "#shared/audit/service.ts";
import { auditPartitions } from "#shared/audit/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import { type AuditPlatform, auditRecords } from "../wiring/calls.ts";

export const resource = defineResource({
  contract: audit,
  wiring: service,
  needs: needs(servesAdmins, { reads: [auditPartitions] }),
});

function service(platform: AuditPlatform) {
  const { clock, auditKeptMs: keptMs } = platform;
  return auditService({ store: auditRecords(platform), clock, keptMs });
}
