/** The options of fmsadmin: long names, the short one where there is one, and whether a value follows. */
export const OPTIONS: Readonly<Record<string, { readonly short?: string; readonly takesValue: boolean }>> = {
  username: { short: "u", takesValue: true },
  password: { short: "p", takesValue: true },
  yes: { short: "y", takesValue: false },
  stats: { short: "s", takesValue: false },
  message: { short: "m", takesValue: true },
  force: { short: "f", takesValue: false },
  gracetime: { short: "t", takesValue: true },
  client: { short: "c", takesValue: true },
  dest: { short: "d", takesValue: true },
  keep: { short: "k", takesValue: true },
  clone: { short: "n", takesValue: false },
  version: { short: "v", takesValue: false },
  help: { short: "h", takesValue: false },
  pin: { short: "z", takesValue: true },
  key: { takesValue: true },
  savekey: { takesValue: false },
  keyfile: { takesValue: true },
  keyfilepass: { takesValue: true },
  intermediateca: { takesValue: true },
  subject: { takesValue: true },
};

/** The long name behind a letter. */
export function longName(letter: string): string | undefined {
  return Object.entries(OPTIONS).find(([, { short }]) => short === letter)?.[0];
}
