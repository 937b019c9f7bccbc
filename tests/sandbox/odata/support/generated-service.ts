import { execFile } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { scratchFolder } from "../../../support/scratch-folder.ts";

/** Address of a file's OData, such as `http://host/fmi/odata/v4/Shop`, and its authorization header. */
export interface ODataAddress {
  readonly base: string;
  readonly authorization: string;
}

/** Part of a generated entity set that tests use. */
export interface GeneratedSet {
  create(data: object): Promise<{ readonly data: Readonly<Record<string, unknown>> }>;
  patch(data: object): Promise<unknown>;
  delete(): Promise<unknown>;
  query(
    build?: (builder: QueryBuilder, fields: Readonly<Record<string, QueryField>>) => unknown,
  ): Promise<{ readonly data: Readonly<Record<string, unknown>> }>;
}

interface QueryField {
  eq(value: unknown): unknown;
  gt(value: unknown): unknown;
  asc(): unknown;
}

interface QueryBuilder {
  select(...names: readonly string[]): QueryBuilder;
  filter(...filters: readonly unknown[]): QueryBuilder;
  orderBy(...orders: readonly unknown[]): QueryBuilder;
  expand(...names: readonly string[]): QueryBuilder;
  top(count: number): QueryBuilder;
  count(): QueryBuilder;
}

/** Returns a set by its name, or one record of it by its key. */
export type GeneratedService = (set: string, key?: unknown) => GeneratedSet;

/** Generates a client with odata2ts from the file's own `$metadata`, and opens it. */
export async function generatedService(address: ODataAddress): Promise<GeneratedService> {
  const folder = scratchFolder();
  const metadata = await fetch(`${address.base}/$metadata`, {
    headers: { authorization: address.authorization, accept: "application/xml" },
  });
  if (!metadata.ok) throw new Error(`No metadata: HTTP ${metadata.status} ${await metadata.text()}`);
  writeFileSync(join(folder, "metadata.xml"), await metadata.text());
  writeFileSync(join(folder, "tsconfig.json"), '{"compilerOptions":{"module":"commonjs","target":"es2022"}}');
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
  writeFileSync(join(folder, "lend-typescript.cjs"), LENDER);
  symlinkSync(NODE_MODULES, join(folder, "node_modules"));
  const options = ["-s", "metadata.xml", "-o", "client", "-m", "all", "-e", "js", "-t", "tsconfig.json"];
  const generator = join(NODE_MODULES, "@odata2ts/odata2ts/lib/run-cli.js");
  const command = ["--require", "./lend-typescript.cjs", generator, ...options, "-name", "service"];
  await promisify(execFile)(process.execPath, command, { cwd: folder });

  const output = join(folder, "client");
  const file = readdirSync(output).find((name) => name.endsWith("Service.js"));
  if (file === undefined) throw new Error("Nothing was generated.");
  const module = createRequire(join(output, file))(`./${file}`) as Readonly<Record<string, ServiceClass>>;
  const Service = module[file.replace(".js", "")];
  if (Service === undefined) throw new Error(`${file} has no service.`);
  const service = new Service(httpClient(address), address.base);
  return (set, key) => {
    const made = service[set]?.(key);
    if (made === undefined) throw new Error(`The client has no set ${set}.`);
    return made;
  };
}

type ServiceClass = new (client: object, base: string) => Readonly<Record<string, (key?: unknown) => GeneratedSet>>;

const NODE_MODULES = new URL("../../../../node_modules/", import.meta.url).pathname;

/** TypeScript 7 has no JavaScript API; the generator uses the one that its own parser bundles. */
const LENDER = `const Module = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => (name === "typescript" ? load("@ts-morph/common", ...rest).ts : load(name, ...rest));`;

/** Returns the HTTP client that the generated client uses. */
function httpClient({ authorization }: ODataAddress) {
  const send = async (method: string, url: string, data?: unknown) => {
    // FileMaker Server doesn't accept an encoded dollar sign or comma in a query.
    const answer = await fetch(url.replaceAll("%24", "$").replaceAll("%2C", ","), {
      method,
      headers: { authorization, "content-type": "application/json", "odata-version": "4.0" },
      ...(data !== undefined && { body: JSON.stringify(data) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`HTTP ${answer.status} ${text}`);
    const { status, statusText } = answer;
    return { status, statusText, headers: {}, data: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    get: (url: string) => send("GET", url),
    post: (url: string, data: unknown) => send("POST", url, data),
    put: (url: string, data: unknown) => send("PUT", url, data),
    patch: (url: string, data: unknown) => send("PATCH", url, data),
    delete: (url: string) => send("DELETE", url),
  };
}
