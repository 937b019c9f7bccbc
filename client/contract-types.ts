import type { catalogue } from "#shared/contract/catalogue.ts";
import type { ErrorName as NameInCatalog } from "#shared/contract/errors.ts";
import type { Process as ProcessInContract } from "#shared/processes/contract.ts";

// The only file of the client that sees the contracts, and only their types.

type Catalogue = typeof catalogue;

/** Name of a resource as a property of the client: `mcp-servers` is `mcpServers`. */
type PropertyName<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Rest>}` : Name;

/** Response formats that a program can use without another protocol or a person. */
type Readable = "envelope" | "json" | "text" | "events" | "bytes";

type AnswersOf<Operation> = Operation extends { readonly answers: infer Answers } ? Answers : "envelope";

type ContractOf<Operation> = Operation extends {
  readonly input: { readonly _zod: { readonly input: infer Input } };
  readonly output: { readonly _zod: { readonly output: infer Output } };
}
  ? {
      readonly input: Input;
      readonly output: Output;
      readonly answers: AnswersOf<Operation>;
      readonly takesBytes: Operation extends { readonly takes: "bytes" } ? true : false;
    }
  : never;

/** Operations by resource: input, output, response format, and if the body is bytes. */
export type Contracts = {
  readonly [Resource in keyof Catalogue as PropertyName<Resource>]: {
    readonly [Name in keyof Catalogue[Resource] as AnswersOf<Catalogue[Resource][Name]> extends Readable
      ? Name
      : never]: ContractOf<Catalogue[Resource][Name]>;
  };
};

/** Names of all errors in the service's catalog. */
export type ErrorName = NameInCatalog;

/** Long-running work, as `processes.readProcess` returns it. */
export type Process = ProcessInContract;
