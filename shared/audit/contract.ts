import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";

/** Outcome of a change. */
export const AuditOutcome = z
  .enum(["begun", "done", "refused", "failed"])
  .describe(
    "`begun`: the outcome is unknown; the change may or may not have happened. `done`: it succeeded. `refused`: it was rejected with an error. `failed`: it failed and may have happened in part.",
  );
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Entry of the audit trail. */
export const AuditEntry = z.object({
  id: z.string().describe("Entry ID."),
  at: Timestamp.describe("Time of the request. For grouped entries: the first request."),
  actor: z
    .string()
    .describe(
      "`account:admin`, `session:admin`, `admin-key:3`, `token`, `agent:` with an agent's ID, `host:latchkey` for commands on the service's machine, `service` for deletions by settings and time limits, or `anyone` if no credential was required. " +
        "For a rejected credential, only its kind is recorded, because users sometimes type a password as a name.",
    ),
  action: z
    .string()
    .describe(
      "Name of the operation, `authenticate` if the credential was rejected, or `proxy` for a proxied request.",
    ),
  objects: z.array(z.string()).describe("The objects affected, such as `data-key:7`."),
  outcome: AuditOutcome,
  error: z.string().nullable().describe("Name of the error; null if there was none."),
  address: z.string().describe("IP address of the caller; `many` if rejections from many networks are grouped."),
  userAgent: z.string().describe("User agent of the client."),
  requestId: z.string().describe("ID of the request in the service log. For grouped entries: the first request."),
  count: z.int().describe("Number of grouped rejections of the same kind from the same network; 1 for a change."),
  lastAt: Timestamp.describe("Time of the last of these requests."),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const FilterText = z.string().min(1).max(300);

export const audit = resource({
  listAuditEntries: {
    method: "GET",
    path: "/svc/api/audit",
    summary: "List audit entries",
    description:
      "Returns every management change and every rejected credential with actor, time, address, action and objects, newest first. " +
      "Rejected credentials of one kind from one network within ten minutes are grouped in one entry, whose time is the start of those ten minutes. " +
      "A page can have fewer entries than requested, or none. Continue until the cursor is null.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
      actor: FilterText.optional().describe(
        "The whole actor, or the part after the colon: `admin` finds `account:admin` and `session:admin`.",
      ),
      action: FilterText.optional().describe("Name of the operation."),
      object: FilterText.optional().describe("An object that was changed, such as `data-key:7`."),
      outcome: AuditOutcome.optional(),
      requestId: FilterText.optional().describe("ID of the request, from the response header `X-Request-Id`."),
      from: Timestamp.optional().describe("Start of the time range, inclusive."),
      to: Timestamp.optional().describe("End of the time range, exclusive."),
    }),
    output: z.object({ entries: z.array(AuditEntry).describe("A page of entries."), cursor: Cursor.nullable() }),
    errors: [],
    example: {
      input: { object: "data-key:7", limit: 50 },
      output: {
        entries: [
          {
            id: "2026-11-20T09:15:02.114Z-0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11",
            at: "2026-11-20T09:15:02.114Z",
            actor: "session:admin",
            action: "deleteDataApiKey",
            objects: ["data-key:7"],
            outcome: "done",
            error: null,
            address: "203.0.113.7",
            userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
            requestId: "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11",
            count: 1,
            lastAt: "2026-11-20T09:15:02.114Z",
          },
        ],
        cursor: null,
      },
    },
  },
});
