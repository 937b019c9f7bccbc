/** Words with the same meaning in the search, by group. The console's own word comes first. */
export const searchWords = {
  create: ["create", "new", "add", "register", "make", "give"],
  rotate: ["rotate", "replace", "renew"],
  remove: ["delete", "remove", "revoke"],
  empty: ["empty", "clear", "purge"],
  run: ["run", "task", "process", "job"],
  file: ["file", "database", "db"],
  restart: ["restart", "reboot"],
  stop: ["stop", "halt", "shut"],
  settings: ["settings", "setting", "options", "preferences"],
  client: ["client", "user", "connection"],
  person: ["people", "person", "role", "permission"],
  schedule: ["schedule", "cron", "timer"],
  alert: ["alert", "alarm", "rule"],
  trigger: ["trigger", "table"],
  backup: ["backup", "offsite"],
  deployment: ["deployment", "deploy", "release", "publish"],
  location: ["location", "bucket", "s3"],
  statistics: ["statistics", "stats", "performance"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** First words for which actions come before pages. */
export const searchVerbs: ReadonlySet<string> = new Set(
  "create new add register make give rotate replace renew delete remove revoke empty clear purge run restart reboot stop halt start open close pause resume show search deploy publish".split(
    " ",
  ),
);
