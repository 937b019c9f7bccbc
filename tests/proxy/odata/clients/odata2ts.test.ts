import { execFile } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { scratchFolder } from "../../../support/scratch-folder.ts";
import { testService } from "../../../support/test-service.ts";
import { verifies } from "../../../support/verifies.ts";

const home = await testService();
afterAll(() => home.stop());
const key = await home.aKey({ isOData: true, isDataApi: false });
const file = "/svc/fmi/odata/v4/Contacts.fmp12";

const nodeModules = new URL("../../../../node_modules/", import.meta.url).pathname;
const generator = join(nodeModules, "@odata2ts/odata2ts/lib/run-cli.js");
/** TypeScript 7 has no JavaScript API; the generator uses the one that its own parser bundles. */
const lender = `const Module = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => (name === "typescript" ? load("@ts-morph/common", ...rest).ts : load(name, ...rest));`;

/** HTTP client that the generated client uses. */
const client = {
  get: (url: string) => send("GET", url),
  post: (url: string, data: unknown) => send("POST", url, data),
  put: (url: string, data: unknown) => send("PUT", url, data),
  patch: (url: string, data: unknown) => send("PATCH", url, data),
  delete: (url: string) => send("DELETE", url),
};

// biome-ignore lint/suspicious/noExplicitAny: the generated code declares the types
async function send(method: string, url: string, data?: unknown): Promise<any> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "OData-Version": "4.0" };
  // FileMaker Server doesn't accept an encoded `$` or comma in a query.
  const answer = await fetch(url.replaceAll("%24", "$").replaceAll("%2C", ","), {
    method,
    headers,
    ...(data !== undefined && { body: JSON.stringify(data) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: HTTP ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: {},
    data: text === "" ? undefined : JSON.parse(text),
  };
}

verifies("proxy:odata:clients", "a client that odata2ts generated from the metadata with a key", async () => {
  const folder = scratchFolder();
  const metadata = await home.raw("GET", `${file}/$metadata`, { key, headers: { Accept: "application/xml" } });
  expect(metadata.status).toBe(200);
  writeFileSync(join(folder, "metadata.xml"), metadata.bytes);
  writeFileSync(join(folder, "tsconfig.json"), '{"compilerOptions":{"module":"commonjs","target":"es2022"}}');
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
  writeFileSync(join(folder, "lend-typescript.cjs"), lender);
  symlinkSync(nodeModules, join(folder, "node_modules"));
  const options = [
    "-s",
    "metadata.xml",
    "-o",
    "client",
    "-m",
    "all",
    "-e",
    "js",
    "-t",
    "tsconfig.json",
    "-name",
    "contacts",
  ];
  await promisify(execFile)(process.execPath, ["--require", "./lend-typescript.cjs", generator, ...options], {
    cwd: folder,
  });

  const output = join(folder, "client");
  const module = readdirSync(output).find((name) => name.endsWith("Service.js")) ?? "no service";
  const { [module.replace(".js", "")]: Service } = createRequire(join(output, module))(`./${module}`);
  const service = new Service(client, home.baseUrl + file);
  const made = await service.Contacts().create({ firstName: "Olga", lastName: "Generated" });
  const { uuid } = made.data;
  await service.Contacts(uuid).patch({ city: "Basel" });
  // biome-ignore lint/suspicious/noExplicitAny: the generated types are unknown here
  const query = (builder: any, q: any) =>
    builder.select("firstName", "city").filter(q.lastName.eq("Generated")).count();
  const { data } = await service.Contacts().query(query);
  expect(data.value).toEqual([expect.objectContaining({ firstName: "Olga", city: "Basel" })]);
  expect(Number(data["@odata.count"])).toBe(1);
  await service.Contacts(uuid).delete();
  await expect(service.Contacts(uuid).query()).rejects.toThrow("HTTP 404");
});
