import type * as z from "zod";
import type { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { Role } from "#shared/contract/roles.ts";
import { type OwnApi, OwnApiUnavailable } from "#shared/http/own-api.ts";
import addresses from "./api-addresses.json" with { type: "json" };

/** Operations of all resources by name. A type only, so that bundles don't include the schemas of all resources. */
type ApiOperations = Merged<(typeof catalogue)[keyof typeof catalogue]>;

/** Intersection of the members of a union. */
type Merged<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Address of an operation of the management API. */
export interface ApiRoute<O extends Operation> {
  readonly method: O["method"];
  readonly path: O["path"];
  /** Lowest role that may call it. */
  readonly role: Role;
}

/** Response of an operation. */
export type OutputOf<Route> = Route extends ApiRoute<infer O> ? z.output<O["output"]> : never;

const routes = new Map<string, ApiRoute<Operation>>();

/**
 * Returns the address of an operation of the management API by its name, the same object each time. Method, path and role come from the
 * contracts: a test writes them to `api-addresses.json` (`npm run documents`).
 * @throws Error if the file lacks the operation
 */
export function apiRoute<Name extends keyof ApiOperations & string>(
  name: Name,
): ApiRoute<ApiOperations[Name] & Operation> {
  const [method, path, role] = (addresses as Readonly<Record<string, string>>)[name]?.split(" ") ?? [];
  if (method === undefined || path === undefined || role === undefined)
    throw new Error(`api-addresses.json lacks ${name}: npm run documents`);
  const known = routes.get(name) ?? ({ method, path, role } as ApiRoute<Operation>);
  routes.set(name, known);
  return known as ApiRoute<ApiOperations[Name] & Operation>;
}

/** Calls the management API on behalf of one caller. */
export interface ApiCalls {
  /** @throws ApiRefused */
  call<O extends Operation>(route: ApiRoute<O>, input: z.input<O["input"]>): Promise<z.output<O["output"]>>;
}

/** The management API rejected a call. Its texts come from the error catalog. */
export class ApiRefused extends Error {
  override readonly name = "ApiRefused";
  readonly status: number;
  readonly code: number;
  /** Next step for the caller, if the catalog has one. */
  readonly remedy: string | undefined;

  constructor(status: number, code: number, text: string) {
    super(text);
    this.status = status;
    this.code = code;
    this.remedy = Object.values(errors).find((entry) => entry.code === code)?.remedy;
  }
}

export interface ApiCaller {
  readonly authorization: string;
  readonly address: string;
  readonly userAgent: string;
}

/** Timeout in milliseconds, shorter than that of MCP clients. */
const timeoutMs = 25_000;

export function apiCalls(ownApi: OwnApi, caller: ApiCaller): ApiCalls {
  return {
    async call({ method, path }, input) {
      const { target, rest } = addressed(path, input as Readonly<Record<string, unknown>>);
      const inQuery = method === "GET" || method === "DELETE";
      const answer = await ownApi
        .call({
          ...caller,
          method,
          target: inQuery ? `${target}${queryOf(rest)}` : target,
          ...(!inQuery && { json: rest }),
          timeoutMs,
        })
        .catch((thrown: unknown) => {
          if (!(thrown instanceof OwnApiUnavailable)) throw thrown;
          throw new ApiRefused(504, 0, "The service did not respond in time; the change may have been made");
        });
      const { messages, response } = (answer.body ?? {}) as {
        readonly messages?: readonly { readonly code: number; readonly text: string }[];
        readonly response?: unknown;
      };
      if (answer.status >= 400 || messages === undefined) {
        const { code = 0, text = `The service responded with status ${answer.status}` } = messages?.[0] ?? {};
        throw new ApiRefused(answer.status, code, text);
      }
      return response as never;
    },
  };
}

/** Returns the path with its parameters filled in, and the remaining fields. */
function addressed(path: string, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input };
  const target = path.slice(path.indexOf("/", 1)).replace(/\{(\w+)\+?\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { target, rest };
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join("&")}`;
}
