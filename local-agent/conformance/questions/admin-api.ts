import * as z from "zod";
import { type Caller, type HttpQuestion, unknownName } from "./http-question.ts";
import { kept } from "./kept.ts";

const base = "/fmi/admin/api/v2";

type Extra = Omit<Partial<HttpQuestion>, "step" | "api" | "method" | "path" | "as">;

function ask(step: string, as: Caller, call: string, extra: Extra = {}): HttpQuestion {
  const [method = "GET", path = ""] = call.split(" ");
  const json = extra.body === undefined ? {} : { headers: { "Content-Type": "application/json" } };
  return { step: `admin.${step}`, api: "admin", method, path: base + path, as, ...json, ...extra };
}

/** Everything that the Admin API lists or sets, below its base. */
const readable: readonly string[] = [
  ...["server/metadata", "server/status", "server/admincontact", "server/restrictaccess", "server/scripterrorslog"],
  ...["server/backuppath", "server/progressivebackuppath", "server/config/general", "server/config/security"],
  ...["server/config/authenticatedstream", "server/config/parallelbackup", "server/config/persistentcache"],
  ...["server/config/blocknewusers", "server/config/allowunknownsslcertificaterevocation", "server/adminrole"],
  ...["server/config/pkipublickey", "server/currentfoldersettings", "server/certificate", "server/license"],
  ...["server/notifications/email", "server/notifications/email/available", "clients", "plugins"],
  ...["fmdapi/config", "fmdapi/usage", "fmodata/config", "webdirect/config", "xdbc/config", "wpe/config"],
  ...["maxcwpsessions/config", "customhomepage/config", "customhomeurl/config", "php/config", "xml/config"],
  ...["fmclients/httpstunneling", "fmclients/databasevisibility", "fmclients/sessiontimeout/progo"],
  ...["fmclients/sessiontimeout/webdirect", "fmclients/fmseSessionsBeforeQueuing", "nginxloadbalancerurl/config"],
  ...["plugins/DbsPluginConfig", "plugins/WpePluginConfig", "plugins/DAPIPluginConfig"],
  ...["extauth/dbsignin/externalserver", "extauth/dbsignin/microsoft", "extauth/dbsignin/google"],
  ...["extauth/dbsignin/amazon", "extauth/dbsignin/appleid", "extauth/dbsignin/customoauth", "extauth/extgroup"],
  ...["extauth/adminconsolesignin"],
];

const Token = z.object({ response: z.object({ token: z.string() }) });
const Databases = z.object({ response: z.object({ databases: z.array(z.object({ id: z.coerce.string() })).min(1) }) });
const Schedules = z.object({ response: z.object({ schedules: z.array(z.object({ id: z.coerce.string() })).min(1) }) });

/** Questions to the Admin API that change nothing. The session that they open is ended by their last ones. */
export const adminApiQuestions: readonly HttpQuestion[] = [
  ask("metadata.nobody", "nobody", "GET /server/metadata"),
  ask("metadata.post", "nobody", "POST /server/metadata", { body: "{}" }),
  ask("metadata.unknown-session", "wrong-admin-session", "GET /server/metadata"),
  ask("sign-in.nobody", "nobody", "POST /user/auth", { body: "{}" }),
  ask("sign-in.wrong", "wrong", "POST /user/auth", { body: "{}" }),
  ask("sign-in.body", "nobody", "POST /user/auth", { body: `{"username":"${unknownName}","password":"wrong"}` }),
  ask("sign-in.malformed", "wrong", "POST /user/auth", { body: "{" }),
  ask("sign-in.get", "wrong", "GET /user/auth"),
  ask("sign-in", "admin", "POST /user/auth", {
    body: "{}",
    keep: kept(Token, ({ response }) => ({ "admin-token": response.token })),
  }),
  ...readable.map((path) => ask(path.replaceAll("/", "."), "session", `GET /${path}`)),
  ask("databases", "session", "GET /databases", {
    keep: kept(Databases, ({ response }) => ({ "database-id": response.databases[0]?.id ?? "" })),
  }),
  ask("databases.slash", "session", "GET /databases/"),
  ask("databases.put", "session", "PUT /databases", { body: "{}" }),
  ask("database", "session", "GET /databases/<database-id>"),
  ask("database.unknown", "session", "PATCH /databases/999999", { body: '{"status":"OPENED"}' }),
  ask("database.unknown-state", "session", "PATCH /databases/999999", { body: '{"status":"NOTHING"}' }),
  ask("schedules", "session", "GET /schedules", {
    keep: kept(Schedules, ({ response }) => ({ "schedule-id": response.schedules[0]?.id ?? "" })),
  }),
  ask("schedule", "session", "GET /schedules/<schedule-id>"),
  ask("schedule.unknown", "session", "GET /schedules/999999"),
  ask("schedule.run-unknown", "session", "PATCH /schedules/999999", { body: '{"status":"RUNNING"}' }),
  ask("schedule.no-name", "session", "POST /schedules/backup", { body: "{}" }),
  ask("client.unknown", "session", "DELETE /clients/999999?graceTime=0"),
  ask("general.wrong-type", "session", "PATCH /server/config/general", { body: '{"cacheSize":"many"}' }),
  ask("general.malformed", "session", "PATCH /server/config/general", { body: "{" }),
  ask("key.malformed", "session", "POST /server/config/pkipublickey", { body: "{}" }),
  ask("path.unknown", "session", "GET /no-such-place"),
  ask("version.unknown", "session", "GET /../v9/server/metadata"),
  ask("head", "session", "HEAD /server/metadata"),
  ask("sign-out.without-token", "session", "DELETE /user/auth"),
  ask("sign-out.unknown", "nobody", "DELETE /user/auth/unknown"),
  ask("sign-out", "session", "DELETE /user/auth/<admin-token>"),
  ask("sign-out.again", "session", "DELETE /user/auth/<admin-token>"),
  ask("metadata.ended", "session", "GET /server/metadata"),
];

/** Questions to the web server in front. */
export const webQuestions: readonly HttpQuestion[] = ["/", "/fmws/serverinfo", "/fmws/oauthproviderinfo", "/fmi"].map(
  (path): HttpQuestion => ({
    step: `web.${path === "/" ? "root" : path.slice(1).replaceAll("/", ".")}`,
    ...{ api: "web", method: "GET", path, as: "nobody" },
  }),
);
