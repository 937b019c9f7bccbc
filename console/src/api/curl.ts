import { requestOf } from "./client.ts";
import { serviceOrigin } from "./configuration.ts";
import type { Address, InputOf } from "./operations.ts";

/** Call of the service that a page has made or that a dialog would make. */
export interface PageCall {
  readonly address: Address;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Fields that contain a secret, and the variables that replace them: users paste copied calls into chats and tickets. */
const secrets: Readonly<Record<string, string>> = {
  pass: "FILEMAKER_PASSWORD",
  password: "FILEMAKER_PASSWORD",
  apiKey: "SOURCE_ADMIN_KEY",
  encryptionKey: "ENCRYPTION_PASSWORD",
  currentEncryptionKey: "CURRENT_ENCRYPTION_PASSWORD",
  secret: "SIGNING_SECRET",
  // Anyone who knows these addresses can post to them.
  channelUrl: "DESTINATION_URL",
  workflowUrl: "DESTINATION_URL",
  webhookUrl: "DESTINATION_URL",
};

/** Delimits a variable's name until the shell's quotation marks are added. Users never type this character. */
const mark = "\uE000";

/** Returns a call as a curl command. The credential is a variable of the shell. */
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

/** Returns a call with the types of its operation. */
export function pageCall<A extends Address>(address: A, input: InputOf<A>): PageCall {
  return { address, input: input as PageCall["input"] };
}

function hide(name: string, value: unknown): unknown {
  const variable = Object.hasOwn(secrets, name) && typeof value === "string" ? secrets[name] : undefined;
  return variable === undefined ? value : `${mark}${variable}${mark}`;
}

/** Moves the variables of a quoted word into double quotation marks, between which the shell expands them. */
function withVariables(word: string): string {
  return word.replace(new RegExp(`${mark}(\\w+)${mark}`, "g"), `'"$$$1"'`);
}

/** Returns the text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
