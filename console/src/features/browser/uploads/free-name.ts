/** Returns the next name after an existing one: `May.pdf`, `May (2).pdf`, `May (3).pdf`. */
export function freeName(name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  const [, before = stem, number = "1"] = /^(.*) \((\d{1,6})\)$/.exec(stem) ?? [];
  return `${before} (${Number(number) + 1})${ending}`;
}
