import { requestOf } from "./client.ts";
import { serviceOrigin } from "./configuration.ts";
import type { Address, InputOf } from "./operations.ts";

/** A call of the service: one that a page has made, or that a dialog would make. */
export interface PageCall {
  readonly address: Address;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Fields that hold a secret, and the variables that stand in their place: what is copied is pasted into chats and tickets. */
const secrets: Readonly<Record<string, string>> = {
  pass: "FILEMAKER_PASSWORD",
  password: "FILEMAKER_PASSWORD",
  apiKey: "SOURCE_ADMIN_KEY",
  encryptionKey: "ENCRYPTION_PASSWORD",
  currentEncryptionKey: "CURRENT_ENCRYPTION_PASSWORD",
  secret: "SIGNING_SECRET",
  // Who knows these addresses may post to them.
  channelUrl: "DESTINATION_URL",
  workflowUrl: "DESTINATION_URL",
  webhookUrl: "DESTINATION_URL",
};

/** Stands around a variable's name until the shell's quotation marks do. Nobody types it. */
const mark = "\uE000";

/** A call, ready for a terminal. The credential is a variable there. */
export function asCurl({ address, input }: PageCall): string {
  const hidden = JSON.parse(JSON.stringify(input), hide) as PageCall["input"];
  const { method, url, body } = requestOf(address, hidden);
  return [
    `curl ${quoted(serviceOrigin() + url)}`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    `-H "Authorization: Bearer $LATCHKEY_ADMIN_KEY"`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${withVariables(quoted(body))}`]),
  ].join(" \\\n  ");
}

/** A call with the types of its operation. */
export function pageCall<A extends Address>(address: A, input: InputOf<A>): PageCall {
  return { address, input: input as PageCall["input"] };
}

function hide(name: string, value: unknown): unknown {
  const variable = Object.hasOwn(secrets, name) && typeof value === "string" ? secrets[name] : undefined;
  return variable === undefined ? value : `${mark}${variable}${mark}`;
}

/** The shell fills variables in between double quotation marks alone. */
function withVariables(word: string): string {
  return word.replace(new RegExp(`${mark}(\\w+)${mark}`, "g"), `'"$$$1"'`);
}

/** As one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
