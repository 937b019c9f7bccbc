import type { NameRules } from "#shared/keys/api.ts";
import type { RequestBody } from "../relay/request-body.ts";
import { checkLayout, checkScript, namedBody, namedSegments, queryParts, unchecked } from "./named.ts";

/**
 * Checks the names in the address of a Data API call. `rest` follows the file's name.
 * @throws ServiceError key_layout_refused, key_script_refused, key_call_unchecked
 */
export function checkNamedInAddress(names: NameRules, rest: string, query: string): void {
  const [word = "", layout, within, script] = namedSegments(rest);
  const kind = word.toLowerCase();
  if (kind === "layouts" && layout !== undefined) {
    checkLayout(names, layout);
    if (within?.toLowerCase() === "script" && script !== undefined) checkScript(names, script);
  } else if (kind === "layouts") refuseFor(names.layouts, "the list of layouts also shows other layouts");
  else if (kind === "scripts") refuseFor(names.scripts, "the list of scripts also shows other scripts");
  // Global fields are set by table names.
  else if (kind === "globals") refuseFor(names.layouts, "global fields are set without a layout");
  else throw unchecked("it isn't a known operation");
  for (const { name, values } of queryParts(query)) for (const value of values) checkMember(names, name, value);
}

/** Checks the names in the body of a call. @throws ServiceError key_layout_refused, key_script_refused, key_call_unchecked */
export function checkNamedInBody(names: NameRules, body: RequestBody, headers: readonly string[]): void {
  for (const [name, value] of Object.entries(namedBody(body, headers) ?? {})) {
    if (typeof value === "string") checkMember(names, name.trim().toLowerCase(), value);
    else if (naming.test(name.trim())) throw unchecked(`\`${name}\` is not a string`);
  }
}

const scriptMember = /^script(?:\.prerequest|\.presort)?$/;
/** Matches anything that a parser of nested names, such as `script[0]`, could read as one of them. */
const naming = /^(?:script|layout)(?!(?:\.prerequest|\.presort)?\.param$)/i;

function checkMember(names: NameRules, name: string, value: string): void {
  if (!naming.test(name) || value === "") return;
  if (name === "layout.response") checkLayout(names, value);
  else if (scriptMember.test(name)) checkScript(names, value);
  else throw unchecked(`\`${name}\` can name a layout or a script`);
}

function refuseFor(rule: unknown, text: string): void {
  if (rule !== undefined) throw unchecked(text);
}
