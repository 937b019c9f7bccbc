const rules = new Intl.PluralRules("en");

/** A number and its noun: `1 key`, `2 keys`. */
export function plural(count: number, one: string, other: string): string {
  return `${count.toLocaleString()} ${rules.select(count) === "one" ? one : other}`;
}
