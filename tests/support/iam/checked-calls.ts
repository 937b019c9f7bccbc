import { actingFunction, exempt } from "./acting-function.ts";
import { listPermission, permissionsOf } from "./permissions.ts";
import type { Statement } from "./policy.ts";
import { isAllowed, type Permission } from "./policy.ts";
import type { Roles } from "./roles.ts";

/** Call that its function's role doesn't allow. */
export interface Denial extends Permission {
  readonly function: string;
}

let denials: Denial[] = [];

/** Returns the denials since the last call. */
export function takeDenials(): readonly Denial[] {
  const taken = denials;
  denials = [];
  return taken;
}

const used = new Map<string, Denial>();

/** Returns the calls allowed in this process so far. */
export function usedRights(): readonly Denial[] {
  return [...used.values()];
}

/** Client of the AWS SDK. */
export interface CheckedClient {
  readonly middlewareStack: { add: unknown };
}

export interface CheckedCalls {
  /** Returns the client with every call checked before it is made; presigning is a separate call. */
  checked<C extends CheckedClient>(client: C): C;
  /** @throws AccessDenied if the role of the current function doesn't allow a permission */
  check(...permissions: readonly Permission[]): void;
}

/** Checks AWS calls against the packaged roles. A denied call fails as it would on AWS and is recorded for the end of the file. */
export function checkedCalls({ functions, arns }: Roles): CheckedCalls {
  const statementsNow = (): readonly Statement[] | undefined => {
    const name = actingFunction();
    return name === undefined || name in exempt ? undefined : (functions[name] ?? []);
  };
  const check = (permissions: readonly Permission[], statements: readonly Statement[]): void => {
    const denied = permissions.filter((permission) => !isAllowed(statements, permission));
    const name = actingFunction() as string;
    if (denied.length === 0) {
      for (const permission of permissions) used.set(shortened(name, permission), { function: name, ...permission });
      return;
    }
    denials.push(...denied.map((permission) => ({ function: name, ...permission })));
    throw accessDenied(denied.map(({ action, resource }) => `${name} may not ${action} on ${resource}`).join("; "));
  };

  return {
    checked(client) {
      (client.middlewareStack as unknown as Stack).add(
        (next, { clientName, commandName }) =>
          async (args) => {
            const statements = statementsNow();
            if (statements === undefined) return next(args);
            check(permissionsOf(clientName, commandName, args.input, arns), statements);
            try {
              return await next(args);
            } catch (error) {
              // S3 reveals whether an object exists only to callers that can list the bucket.
              if (reads.has(commandName) && isMissing(error))
                check(
                  [{ ...listPermission(arns.Blobs), reason: `${commandName} of ${keyIn(args.input)}` }],
                  statements,
                );
              throw error;
            }
          },
        { step: "initialize", priority: "high", name: "checkedAgainstRole" },
      );
      return client;
    },
    check(...permissions) {
      const statements = statementsNow();
      if (statements !== undefined) check(permissions, statements);
    },
  };
}

interface Stack {
  add(
    middleware: (
      next: (args: { readonly input: object }) => Promise<unknown>,
      context: { readonly clientName: string; readonly commandName: string },
    ) => (args: { readonly input: object }) => Promise<unknown>,
    options: { readonly step: "initialize"; readonly priority: "high"; readonly name: string },
  ): void;
}

function keyIn(input: object): string {
  return `${"Key" in input ? input.Key : "an object"}, which is not there`;
}

/** Normalizes a call: calls that differ only in an id or a number use the same right. */
function shortened(name: string, { action, resource, keys = {} }: Permission): string {
  return [name, action, resource, ...(keys["dynamodb:LeadingKeys"] ?? [])].join(" ").replace(/[\da-f-]{8,}|\d+/g, "0");
}

const reads = new Set(["GetObjectCommand", "HeadObjectCommand"]);

function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NotFound", "NoSuchKey"].includes(error.name);
}

/** Returns the error that the SDK throws; AWS services spell its name in two ways. */
function accessDenied(message: string): Error {
  return Object.assign(new Error(message), {
    name: "AccessDenied",
    $metadata: { httpStatusCode: 403 },
    $fault: "client",
  });
}
