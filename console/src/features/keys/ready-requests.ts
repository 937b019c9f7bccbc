import { quoted } from "../../api/curl.ts";

/** Values in a request. */
export interface RequestFacts {
  readonly origin: string;
  readonly prefix: string;
  readonly key: string;
  /** With `.fmp12`. */
  readonly file: string;
  /** Undefined if unknown: the requests then list the layouts, which works with every key. */
  readonly layout: string | undefined;
}

/** Returns working requests in the languages that users paste them into. */
export function readyRequests({ origin, prefix, key, file, layout }: RequestFacts) {
  const layouts = `${origin}/${prefix}/fmi/data/vLatest/databases/${encodeURIComponent(file)}/layouts`;
  const dataApi = layout ? `${layouts}/${encodeURIComponent(layout)}/records?_limit=10` : layouts;
  const odata = `${origin}/${prefix}/fmi/odata/v4/${encodeURIComponent(file.replace(/\.fmp12$/i, ""))}`;
  return {
    curl: `curl ${quoted(dataApi)} \\\n  -H ${quoted(`Authorization: Bearer ${key}`)}`,
    typescript: `const answer = await fetch(${JSON.stringify(dataApi)}, {
  headers: { Authorization: ${JSON.stringify(`Bearer ${key}`)} },
});
const { response } = await answer.json();
console.log(response.${layout ? "data" : "layouts"});`,
    odata: `curl ${quoted(odata)} \\\n  -H ${quoted(`Authorization: Bearer ${key}`)}`,
    filemaker: `Insert from URL [ Select ; With dialog: Off ; Target: $answer ;
  ${inCalculation(dataApi)} ;
  cURL options: ${inCalculation(`-H "Authorization: Bearer ${key}"`)} ]`,
  };
}

/** Returns a request to the Admin API with an Admin API key. */
export function readyAdminRequests({ origin, prefix, key }: Pick<RequestFacts, "origin" | "prefix" | "key">) {
  const own = `${origin}/${prefix}/api/api-key`;
  return {
    curl: `curl ${quoted(own)} \\\n  -H ${quoted(`Authorization: Bearer ${key}`)}`,
    typescript: `const answer = await fetch(${JSON.stringify(own)}, {
  headers: { Authorization: ${JSON.stringify(`Bearer ${key}`)} },
});
console.log(await answer.json());`,
  };
}

/** Returns the text as a string literal in a FileMaker calculation. */
function inCalculation(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
