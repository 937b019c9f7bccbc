import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";

/** Outcome of a change. */
export const AuditOutcome = z
  .enum(["begun", "done", "refused", "failed"])
  .describe(
    "`begun`: its end is unknown, so it may have happened or not. `done`: it happened. `refused`: the answer says why not. `failed`: something broke, and it may have happened in part.",
  );
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Entry of the audit trail. */
export const AuditEntry = z.object({
  id: z.string().describe("Its place in the trail."),
  at: Timestamp.describe("When it was asked for; the first time where several are counted together."),
  actor: z
    .string()
    .describe(
      "Who: `account:admin`, `session:admin`, `admin-key:3`, `token`, `agent:` with the id of an agent, `host:latchkey` for a command on the service's machine, `service` for what settings and time limits have it delete, or `anyone` where no credential was asked for. " +
        "Of a refused credential only its kind is known: what people type as a name may be a password.",
    ),
  action: z
    .string()
    .describe(
      "What: the operation's name, `authenticate` where its credential was refused, or `proxy` for a proxied call.",
    ),
  objects: z.array(z.string()).describe("To what, such as `data-key:7`; several where one call changes several."),
  outcome: AuditOutcome,
  error: z.string().nullable().describe("The error's name in the catalogue; null where there was none."),
  address: z.string().describe("From where; `many` where refusals from too many networks are counted together."),
  userAgent: z.string().describe("What the client calls itself."),
  requestId: z
    .string()
    .describe("The call's id in the service log; the first call's where several are counted together."),
  count: z.int().describe("How many refusals of the same kind from the same network it stands for; 1 for a change."),
  lastAt: Timestamp.describe("When the last of them came."),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const FilterText = z.string().min(1).max(300);

export const audit = resource({
  listAuditEntries: {
    method: "GET",
    path: "/svc/api/audit",
    summary: "Read the audit trail, newest first",
    description:
      "Every management change and every refused credential: who, when, from where, what, to which object. " +
      "Refused credentials of one kind from one network within ten minutes are one entry with a count, which stands where those ten minutes began. " +
      "A page may hold fewer entries than asked for, even none, while there are more: go on while there is a cursor.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
      actor: FilterText.optional().describe(
        "The whole actor, or what stands behind its colon: `admin` finds `account:admin` and `session:admin`.",
      ),
      action: FilterText.optional().describe("The operation's name."),
      object: FilterText.optional().describe("What was changed, such as `data-key:7`."),
      outcome: AuditOutcome.optional(),
      requestId: FilterText.optional().describe("The call's id, as its answer has it in `X-Request-Id`."),
      from: Timestamp.optional().describe("From this moment on."),
      to: Timestamp.optional().describe("Before this moment."),
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
