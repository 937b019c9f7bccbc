/** Options of fmsadmin by long name, with the short name if there is one; true if a value follows. */
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

/** Returns the long name of a short option. */
export function longName(letter: string): string | undefined {
  return Object.entries(OPTIONS).find(([, { short }]) => short === letter)?.[0];
}
