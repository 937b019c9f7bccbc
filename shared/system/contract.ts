import * as z from "zod";
import { resource } from "../contract/operation.ts";

const Check = z.object({ ok: z.boolean(), text: z.string() });

export const system = resource({
  getHealth: {
    method: "GET",
    path: "/svc/healthz",
    summary: "Whether the service runs",
    description: "Answers without asking the store or FileMaker Server. For a process supervisor.",
    access: "anyone",
    answers: "json",
    input: z.object({}),
    output: z.object({ ok: z.literal(true) }),
    errors: [],
    example: { output: { ok: true } },
  },
  getReadiness: {
    method: "GET",
    path: "/svc/readyz",
    summary: "Whether a call would succeed now",
    description:
      "Asks the store and FileMaker Server. 200 when both answer, 503 when one does not. For a load balancer.",
    access: "anyone",
    answers: "json",
    input: z.object({}),
    output: z.object({ ok: z.boolean(), checks: z.object({ store: Check, fileMakerServer: Check }) }),
    status: (readiness: { ok: boolean }) => (readiness.ok ? 200 : 503),
    errors: [],
    example: {
      output: {
        ok: true,
        checks: {
          store: { ok: true, text: "answers" },
          fileMakerServer: { ok: true, text: "answers" },
        },
      },
    },
  },
  getOpenApi: {
    method: "GET",
    path: "/svc/apidoc/openapi.json",
    summary: "This API's description in OpenAPI 3.1",
    access: "anyone",
    answers: "json",
    input: z.object({}),
    output: z.looseObject({ openapi: z.string() }),
    errors: [],
  },
});
