import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { ToolError } from "../process/open-file.ts";
import type { Subcommand } from "./subcommand.ts";

/** Uploads files to a server with its Admin API. */
export const uploadDatabases: Subcommand = {
  values: ["dl", "tf"],
  flags: ["worc", "aodo", "ic"],
  async run({ line, writeLine }) {
    const [host, user, password = ""] = line.words;
    const files = (line.values.dl ?? "").split(/[,;]/).filter((path) => path !== "");
    if (host === undefined || user === undefined || files.length === 0) {
      throw new ToolError(10001, "A host, a user and files are needed");
    }
    for (const path of files) if (!existsSync(path)) throw new ToolError(100, `File is missing: ${basename(path)}`);
    const origin = /^https?:\/\//.test(host) ? host.replace(/\/+$/, "") : `https://${host}`;
    const base = `${origin}/fmi/admin/api/v2`;
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    const signedIn = await asked(`${base}/user/auth`, basic);
    const bearer = `Bearer ${String(signedIn.token)}`;
    for (const path of files) {
      const body = new FormData();
      body.append("uploadDest", line.values.tf ?? "Databases/");
      body.append("openOnServer", line.flags.has("aodo") ? "false" : "true");
      body.append("uploadFile", new Blob([readFileSync(path)]), basename(path));
      await asked(`${base}/databases/upload`, bearer, body);
      writeLine(`Uploaded: ${basename(path)}`);
    }
    await asked(`${base}/user/auth/${String(signedIn.token)}`, bearer, undefined, "DELETE");
  },
};

async function asked(
  url: string,
  authorization: string,
  body?: FormData,
  method = "POST",
): Promise<Readonly<Record<string, unknown>>> {
  let answer: {
    readonly response?: Record<string, unknown>;
    readonly messages?: readonly { readonly code: string; readonly text?: string }[];
  };
  try {
    const response = await fetch(url, { method, headers: { authorization }, ...(body === undefined ? {} : { body }) });
    answer = (await response.json()) as typeof answer;
  } catch {
    // No connection, or no Admin API.
    throw new ToolError(10502, "Host unreachable");
  }
  const { code = "-1", text = "" } = answer.messages?.[0] ?? {};
  if (code !== "0") throw new ToolError(Number(code), text);
  return answer.response ?? {};
}
