// Checks declared names, file names and texts for words that only this project understands, and docstrings for how they begin. Exits with 1
// if it finds any. `kept` lists names that libraries, FileMaker or the wire format require.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** Words in names, and their replacements. Names are split at capitals, dashes and underscores. */
const inNames: Readonly<Record<string, string>> = {
  afterwards: "background",
  arrival: "inbound transfer",
  arrivals: "inbound transfers",
  bell: "notifier",
  blast: "affected by",
  bury: "delete",
  departure: "outbound transfer",
  departures: "outbound transfers",
  doomed: "to delete",
  door: "endpoint",
  farewell: "shutdown",
  habits: "policy",
  handover: "CLI sign-in",
  hands: "agent client",
  heard: "received",
  house: "service",
  judge: "accept",
  keyring: "key cache",
  lacks: "missing",
  leftovers: "orphans",
  road: "target",
  room: "space",
  rooms: "dependencies",
  said: "reported",
  sight: "status",
  somebody: "a role",
  soon: "async",
  standing: "status",
  stranger: "unknown caller",
  strangers: "unknown callers",
  suspect: "credential",
  tell: "publish",
  tells: "publishes",
  thaw: "reconnect",
  thawing: "reconnecting",
  tidy: "cleanup",
  told: "notified",
  turnstile: "semaphore",
  visitor: "client",
  visitors: "clients",
  whoever: "a role",
  wish: "query",
  wishes: "queries",
};

/** Words in texts: comments, strings and documents. */
const inTexts = /\b(whoever|whomever|somebody|told|he|him|his|himself)\b/i;

/** Docstrings that begin with a clause. Begin with a verb, a noun phrase, or "True if". */
const clauseFirst = /^\s*(?:\/\*\*|\*) *(?:What|Whether|How|Who|Whose|Where|That|Those)\b/;

/** Names and quoted words that stay, each with its reason. */
const kept: Readonly<Record<string, string>> = {
  '"told"': "A note in the agent's journal: agents that are updated read what earlier versions have written.",
};
const keptQuotes = Object.keys(kept).filter((word) => word.startsWith('"'));

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter(
    (file) => /\.(?:ts|tsx|mjs|md|yml)$/.test(file) && !/^docs\/reference\/.*\.json$|check-words\.ts$/.test(file),
  );

const breaches: string[] = [];
for (const file of files) {
  const found = wordsOf(file.replace(/^.*\//, "").replace(/\..*$/, "")).find((word) => word in inNames);
  if (found !== undefined) breaches.push(`${file}: "${found}" in the file's name; better: ${inNames[found]}`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") continue; // Deleted, but not committed yet.
    throw thrown;
  }
  for (const [index, line] of text.split("\n").entries()) {
    const [word] = inTexts.exec(keptQuotes.reduce((rest, quote) => rest.replaceAll(quote, ""), line)) ?? [];
    if (word !== undefined) breaches.push(`${file}:${index + 1}: "${word}": ${line.trim().slice(0, 120)}`);
    if (/\.tsx?$/.test(file) && clauseFirst.test(line))
      breaches.push(`${file}:${index + 1}: a docstring that begins with a clause: ${line.trim().slice(0, 120)}`);
  }
  if (/\.tsx?$/.test(file)) for (const name of declaredIn(text, file)) checkName(file, name);
}

function checkName(file: string, name: string): void {
  if (name in kept) return;
  const found = wordsOf(name).find((word) => word in inNames);
  if (found !== undefined) breaches.push(`${file}: ${name} has "${found}"; better: ${inNames[found]}`);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** Returns the names that a module declares: variables, functions, types, parameters, and members of types and classes. */
function declaredIn(text: string, file: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown, isBinding = false): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isBinding);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const { type, ...rest } = node as { readonly type?: string } & Readonly<Record<string, unknown>>;
    if (isBinding && type === "Identifier") names.add(String(rest.value));
    for (const [key, value] of Object.entries(rest)) {
      const binds =
        (key === "id" && type === "VariableDeclarator") ||
        (key === "identifier" && /Declaration|FunctionExpression/.test(type ?? "")) ||
        (key === "id" && /^Ts(?:Interface|TypeAlias|Enum)Declaration$/.test(type ?? "")) ||
        (key === "key" && /^(?:TsPropertySignature|TsMethodSignature|ClassProperty|ClassMethod)$/.test(type ?? "")) ||
        (key === "pat" && type === "Parameter") ||
        (key === "params" && type === "ArrowFunctionExpression") ||
        // In a pattern, the names on the left belong to another object; the ones on the right are ours.
        (isBinding && (key === "elements" || key === "value" || key === "argument" || key === "left"));
      visit(value, binds || (isBinding && key === "properties" && false));
    }
  };
  visit(parseSync(text, { syntax: "typescript", tsx: file.endsWith("x"), target: "es2024" }).body);
  return names;
}

for (const breach of breaches) console.error(breach);
console.log(`${files.length} files, ${breaches.length} texts to rewrite`);
if (breaches.length > 0) process.exitCode = 1;
