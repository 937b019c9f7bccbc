import { readFileSync } from "node:fs";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = new URL("../../", import.meta.url).pathname;

const serverless = parse(readFileSync(`${root}serverless.yml`, "utf8"), { logLevel: "silent" });
/** What serverless.yml hands to esbuild, and what is for the plugin only. */
const { outputFileExtension, exclude, keepOutputDirectory: _, ...options } = serverless.custom.esbuild;

/** For functions that call FileMaker Server, which all of ours do: whoever calls may be an account of its Admin Console. */
const limitBytes = 1_250_000;

/** Clients of the AWS SDK beside those of the table and the vault, which every function has. */
const furtherClients: Readonly<Record<string, readonly string[]>> = {
  agent: ["client-s3", "client-sqs"],
  "browser-streams": ["client-s3"],
  files: ["client-s3", "client-sqs"],
  jobs: ["client-s3", "client-scheduler", "client-sqs"],
  "log-streams": ["client-cloudwatch-logs"],
  logs: ["client-cloudwatch-logs"],
  processes: ["client-s3", "client-scheduler", "client-sqs"],
  proxy: ["client-s3"],
  "download-streams": ["client-s3", "client-sqs"],
  downloads: ["client-sqs"],
  patches: ["client-sqs"],
  server: ["client-sqs"],
  trash: ["client-sqs"],
};

for (const name of Object.keys(serverless.functions)) {
  describe(`the bundle of ${name}`, async () => {
    const { codeBytes, dataBytes, inputs } = await bundle(name);
    const sizes = `${Math.round(codeBytes / 1000)} KB of code, ${Math.round(dataBytes / 1000)} KB of documents`;

    test(`stays below the size that a cold start can bear (${sizes})`, () => {
      expect(codeBytes).toBeLessThan(limitBytes);
      expect(dataBytes).toBeLessThan(name === "system" ? limitBytes / 2 : 1);
    });

    test("holds no other resource's service", () => {
      const services = inputs.flatMap((input) => /^shared\/([^/]+)\/service\.ts$/.exec(input)?.[1] ?? []);
      expect(services.filter((service) => service !== name)).toEqual([]);
    });

    test("holds the clients of the AWS services that it calls, and no others", () => {
      const clients = inputs.flatMap((input) => /@aws-sdk\/(client-[^/]+)\//.exec(input)?.[1] ?? []);
      const expected = ["client-dynamodb", "client-kms", ...(furtherClients[name] ?? [])];
      expect([...new Set(clients)].sort()).toEqual(expected.sort());
    });

    test("holds nothing of one machine, of development, or of the sandbox", () => {
      const foreign = /^(?:sandbox|bench|tests|scripts|console)\/|^functions\/edge\/buffer\.ts$|credential-provider/;
      expect(inputs.filter((input) => foreign.test(input))).toEqual([]);
      const local = inputs.filter((input) => input.startsWith("local-runtime/"));
      expect(local.filter((input) => /table|queue|blob|vault|gateway|runtime\.ts|start\.ts/.test(input))).toEqual([]);
    });
  });
}

/** Builds a function as the framework does, but keeps the list of what went in. */
async function bundle(name: string) {
  const settings: BuildOptions = {
    ...options,
    external: exclude,
    platform: "node",
    absWorkingDir: root,
    entryPoints: [`functions/${name}/lambda.ts`],
    outfile: `lambda${outputFileExtension}`,
    metafile: true,
    write: false,
  };
  const { metafile } = (await build(settings)) as { metafile: Metafile };
  const [output] = Object.values(metafile.outputs);
  if (output === undefined) throw new Error(`${name} has no bundle`);
  const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const documents = used.filter(([input]) => input.startsWith("docs/"));
  const dataBytes = documents.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  return { codeBytes: output.bytes - dataBytes, dataBytes, inputs: used.map(([input]) => input) };
}
