import type { audit as auditContract } from "../../shared/audit/contract.ts";
import { type CredentialRefusals, credentialRefusals } from "../../shared/audit/refusals.ts";
import { auditService } from "../../shared/audit/service.ts";
import { auditStore } from "../../shared/audit/store.ts";
import { type AuditTrail, auditTrail as trail } from "../../shared/audit/trail.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { eventFeed } from "./events.ts";
import { afterwards, once } from "./foundation.ts";

/** The audit resource. */
export function audit(): ServiceOf<typeof auditContract> {
  return once("audit", ({ table, clock, auditKeptMs: keptMs }) =>
    auditService({ store: auditStore(table, keptMs), clock, keptMs }),
  );
}

/** What writes the audit trail. */
export function auditTrail(): AuditTrail {
  return once("audit trail", ({ table, clock, ids, log, auditKeptMs }) =>
    trail({ store: auditStore(table, auditKeptMs), clock, ids, log }),
  );
}

/** What counts refused credentials into the audit trail. */
export function refusedCredentials(): CredentialRefusals {
  return once("refused credentials", ({ table, clock, auditKeptMs }) =>
    credentialRefusals({
      store: auditStore(table, auditKeptMs),
      begun: () => eventFeed().publish(auditTrailObject),
      clock,
      background: afterwards(),
    }),
  );
}

/** How events name the trail itself, where something was refused and nothing else is new. */
export const auditTrailObject = "audit-trail";
