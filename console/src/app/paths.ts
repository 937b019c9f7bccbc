/** Every address within the console. No other file spells one. */
export const paths = {
  home: "/",
  files: "/files",
  file: "/files/$name",
  clients: "/files/clients",
  browse: "/browse/$",
  trash: "/trash",
  keys: "/keys",
  key: "/keys/$id",
  adminKeys: "/keys/admin",
  adminKey: "/keys/admin/$id",
  processes: "/processes",
  process: "/processes/$id",
  builds: "/builds",
  deployments: "/deployments",
  newDeployment: "/deployments/new",
  recipes: "/deployments/recipes",
  recipe: "/deployments/recipes/$id",
  deployment: "/deployments/$id",
  schedules: "/schedules",
  schedule: "/schedules/$id",
  logs: "/logs",
  log: "/logs/$name",
  audit: "/audit",
  allSettings: "/settings",
  settings: "/settings/$part",
} as const;

export const settingsParts = ["appearance", "retention", "sessions", "agents", "server", "about"] as const;
export type SettingsPart = (typeof settingsParts)[number];
