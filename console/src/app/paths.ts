/** Every address within the console. No other file spells one. */
export const paths = {
  home: "/",
  keys: "/keys",
  adminKeys: "/keys/admin",
  audit: "/audit",
  settings: "/settings/$part",
} as const;

export const settingsParts = ["appearance", "sessions", "about"] as const;
export type SettingsPart = (typeof settingsParts)[number];
