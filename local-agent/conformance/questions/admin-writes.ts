import * as z from "zod";
import type { HttpQuestion } from "./http-question.ts";

const base = "/fmi/admin/api/v2";
const never = "2099-12-31T23:59:00";

type Extra = Omit<Partial<HttpQuestion>, "step" | "api" | "method" | "path">;

function ask(step: string, call: string, extra: Extra = {}): HttpQuestion {
  const [method = "GET", path = ""] = call.split(" ");
  const json = extra.body === undefined ? {} : { headers: { "Content-Type": "application/json" } };
  return { step: `admin.write.${step}`, api: "admin", method, path: base + path, as: "session", ...json, ...extra };
}

const Made = z.object({ response: z.object({ schedule: z.object({ id: z.coerce.string() }) }) });
const keepSchedule = (answer: unknown) => {
  const made = Made.safeParse(answer);
  return made.success ? { "made-schedule": made.data.response.schedule.id } : {};
};

/** Creates, reads and deletes a disabled schedule with a body. */
function schedule(step: string, kind: "backup" | "filemakerscript", type: object): readonly HttpQuestion[] {
  const body = JSON.stringify({ name: "<trial>", enabled: false, ...type, onceType: { startTimeStamp: never } });
  return [
    ask(`${step}.create`, `POST /schedules/${kind}`, { body, keep: keepSchedule, forgets: ["made-schedule"] }),
    ask(`${step}.read`, "GET /schedules/<made-schedule>"),
    ask(`${step}.delete`, "DELETE /schedules/<made-schedule>"),
    ask(`${step}.delete-again`, "DELETE /schedules/<made-schedule>"),
  ];
}

const backup = { maxBackups: 1, verify: false, clone: false, cloneOnly: false };
const script = { fmScriptName: "<script>", fmScriptParam: "", timeout: 2, autoAbort: true };

const key = (step: string, method: string, publicKey: string) =>
  ask(`key.${step}`, `${method} /server/config/pkipublickey`, {
    body: `{"name":"<trial>","publicKey":"<${publicKey}>"}`,
  });

/** Questions that create schedules and keys with the name of a trial, and delete them. Each form is one that products use. */
export const adminApiWrites: readonly HttpQuestion[] = [
  ask("sign-in", "POST /user/auth", {
    body: "{}",
    as: "admin",
    keep: (answer: unknown) => {
      const parsed = z.object({ response: z.object({ token: z.string() }) }).safeParse(answer);
      return parsed.success ? { "admin-token": parsed.data.response.token } : {};
    },
  }),
  ...schedule("backup-one-file", "backup", {
    backupType: { resourceType: "SINGLE_DB", resource: "file:<file>", ...backup },
  }),
  ...schedule("backup-one-bare", "backup", {
    backupType: { resourceType: "SINGLE_DB", resource: "<file>.fmp12", ...backup },
  }),
  ...schedule("backup-all", "backup", { backupType: { resourceType: "ALL_DB", ...backup } }),
  ...schedule("backup-all-empty", "backup", { backupType: { resourceType: "ALL_DB", resource: "", ...backup } }),
  ...schedule("script-file", "filemakerscript", { filemakerScriptType: { resource: "file:<file>", ...script } }),
  ...schedule("script-bare", "filemakerscript", { filemakerScriptType: { resource: "<file>.fmp12", ...script } }),
  key("create", "POST", "public-key"),
  ask("key.list", "GET /server/config/pkipublickey"),
  key("create-again", "POST", "public-key"),
  key("change", "PATCH", "public-key"),
  key("change-without-breaks", "PATCH", "public-key-line"),
  ask("key.delete", "DELETE /server/config/pkipublickey", { body: '{"names":["<trial>"]}' }),
  key("create-without-breaks", "POST", "public-key-line"),
  ask("key.delete-second", "DELETE /server/config/pkipublickey", { body: '{"names":["<trial>"]}' }),
  ask("key.delete-again", "DELETE /server/config/pkipublickey", { body: '{"names":["<trial>"]}' }),
  ask("sign-out", "DELETE /user/auth/<admin-token>"),
];
