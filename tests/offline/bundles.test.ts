import { describe, expect, test } from "vitest";
import type { FunctionNeeds } from "../../functions/needs.ts";
import { bundledFunction, functionNames } from "../../scripts/function-bundle.ts";
import { clientsOf, functionNeeds } from "../../scripts/function-stack.ts";

/** For functions that call FileMaker Server, which all of ours do: a caller may be an account of its Admin Console. */
const limitBytes = 1_250_000;

const needs = await functionNeeds();

for (const name of functionNames) {
  describe(`the bundle of ${name}`, async () => {
    const { codeBytes, content, documentBytes, inputs } = await bundledFunction(name);
    const sizes = `${Math.round(codeBytes / 1000)} KB of code, ${Math.round(documentBytes / 1000)} KB of documents`;

    test(`stays below the size that a cold start can bear (${sizes})`, () => {
      expect(codeBytes).toBeLessThan(limitBytes);
      expect(documentBytes).toBeLessThan(name === "system" ? limitBytes / 2 : 1);
    });

    test("holds no other resource's service", () => {
      const services = inputs.flatMap((input) => /^shared\/([^/]+)\/service\.ts$/.exec(input)?.[1] ?? []);
      expect(services.filter((service) => service !== name)).toEqual([]);
    });

    test("holds the clients of the AWS services that it calls, and no others", () => {
      const clients = inputs.flatMap((input) => /@aws-sdk\/(client-[^/]+)\//.exec(input)?.[1] ?? []);
      expect([...new Set(clients)].sort()).toEqual(clientsOf(needs[name] as FunctionNeeds));
    });

    test("holds one parser of undici and not its index, no event streams of the SDK, and no shapes of calls that nobody makes", () => {
      const unused =
        /undici\/(?:index|lib\/(?:milo\/|llhttp\/llhttp-wasm|dispatcher\/client-h2))|submodules\/event-streams/;
      expect(inputs.filter((input) => unused.test(input) && !input.startsWith("left-out:"))).toEqual([]);
      expect(Buffer.from(content).includes("ListBucketInventoryConfigurations")).toBe(false);
    });

    test("holds nothing of one machine, of development, or of the sandbox", () => {
      const foreign = /^(?:local-runtime|sandbox|bench|tests|scripts|console)\/|credential-provider/;
      expect(inputs.filter((input) => foreign.test(input))).toEqual([]);
    });
  });
}
