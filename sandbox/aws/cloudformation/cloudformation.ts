import { isDeepStrictEqual } from "node:util";
import type { Account } from "./account.ts";
import { RequestRejected } from "./errors.ts";
import type { Choose } from "./evaluation/order.ts";
import { provisioner, type ResourceAction } from "./provisioner.ts";
import type { ResourceType } from "./resource-type.ts";
import type { Specification } from "./specification.ts";
import type { StackContext } from "./stacks/apply.ts";
import { createResources } from "./stacks/create.ts";
import { deleteResources } from "./stacks/delete.ts";
import { checkImport, importResources, type ResourceToImport } from "./stacks/import.ts";
import { type GivenParameters, parameterValues } from "./stacks/parameters.ts";
import { enter, type Stack } from "./stacks/stack.ts";
import { updateResources } from "./stacks/update.ts";
import type { Template } from "./template.ts";
import { type Capability, validateTemplate } from "./validate.ts";

export interface StackRequest {
  readonly name: string;
  readonly template: Template;
  readonly parameters?: GivenParameters;
  readonly capabilities?: readonly Capability[];
  /** True for a template that the request only names, in a bucket. Default: false. */
  readonly isInBucket?: boolean;
}

/** Without a template, the stack keeps its current one. */
type UpdateRequest = Omit<StackRequest, "template"> & { readonly template?: Template };

/** CloudFormation in one region. Operations end before they return; their result is the stack's status. */
export interface CloudFormation {
  /** Returns undefined for a missing or deleted stack. */
  stack(name: string): Stack | undefined;
  /** @throws RequestRejected before anything changes */
  createStack(request: StackRequest): Promise<Stack>;
  updateStack(request: UpdateRequest): Promise<Stack>;
  deleteStack(name: string): Promise<Stack>;
  /** Creates and executes a change set that imports resources into a stack, which it creates if needed. */
  importResources(request: StackRequest, resources: readonly ResourceToImport[]): Promise<Stack>;
}

interface CloudFormationDependencies {
  readonly account: Account;
  readonly region: string;
  readonly specification: Specification;
  readonly types: readonly ResourceType[];
  readonly interrupt?: (action: ResourceAction, logicalId: string, type: string) => void;
  readonly choose?: Choose;
}

export function openCloudFormation({
  account,
  region,
  specification,
  types,
  interrupt,
  choose,
}: CloudFormationDependencies): CloudFormation {
  const stacks = new Map<string, Stack>();
  /** Templates that were valid, which a test uses many times. */
  const valid = new WeakSet<Template>();
  const context: StackContext = {
    provision: provisioner({ account, specification, types, ...(interrupt !== undefined && { interrupt }) }),
    specification,
    choose,
    neighbors: () => [...stacks.values()],
  };

  function existing(name: string): Stack {
    const found = stacks.get(name);
    if (found === undefined) throw new RequestRejected(`Stack [${name}] does not exist`);
    return found;
  }

  function validate({ template, capabilities = [], isInBucket = false }: StackRequest): void {
    if (valid.has(template)) return;
    validateTemplate(template, { specification, capabilities, isInBucket });
    valid.add(template);
  }

  function newStack(name: string): Stack {
    return {
      id: `arn:aws:cloudformation:${region}:${account.id}:stack/${name}/${account.newId(36)}`,
      name,
      region,
      status: "REVIEW_IN_PROGRESS",
      reason: undefined,
      template: { Resources: {} },
      parameters: {},
      resources: new Map(),
      outputs: new Map(),
      exports: new Map(),
      imports: new Set(),
      events: [],
    };
  }

  const valuesFor = (stack: Stack, { template, parameters = {} }: StackRequest) =>
    parameterValues(template, parameters, { ...stack, accountId: account.id });

  return {
    stack: (name) => stacks.get(name),
    async createStack(request) {
      if (stacks.has(request.name))
        throw new RequestRejected(`Stack [${request.name}] already exists`, "AlreadyExistsException");
      validate(request);
      const stack = newStack(request.name);
      const values = valuesFor(stack, request);
      stacks.set(stack.name, stack);
      await createResources(stack, request.template, values, context);
      return stack;
    },
    async updateStack(update) {
      const stack = existing(update.name);
      const request = { ...update, template: update.template ?? stack.template };
      if (!/^(?:CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/.test(stack.status))
        throw new RequestRejected(`Stack:${stack.id} is in ${stack.status} state and can not be updated.`);
      validate(request);
      const { template } = request;
      const changedTypes = Object.entries(template.Resources).filter(
        ([name, { Type }]) => (stack.template.Resources[name]?.Type ?? Type) !== Type,
      );
      if (changedTypes.length > 0)
        throw new RequestRejected(
          `Update of resource type is not permitted. The new template modifies resource type of the following resources: [${changedTypes.map(([name]) => name).join(", ")}]`,
        );
      const values = valuesFor(stack, request);
      if (isDeepStrictEqual(template, stack.template) && isDeepStrictEqual(values, stack.parameters))
        throw new RequestRejected("No updates are to be performed.");
      await updateResources(stack, template, values, context);
      return stack;
    },
    async deleteStack(name) {
      const stack = existing(name);
      const user = context.neighbors().find((other) => [...stack.exports.keys()].some((one) => other.imports.has(one)));
      if (user !== undefined) {
        enter(stack, "DELETE_FAILED", `An export of ${name} cannot be deleted as it is in use by ${user.name}`);
        return stack;
      }
      await deleteResources(stack, context.provision);
      if (stack.status === "DELETE_COMPLETE") stacks.delete(name);
      return stack;
    },
    async importResources(request, resources) {
      validate(request);
      const stack = stacks.get(request.name) ?? newStack(request.name);
      checkImport(stack, request.template, resources, specification);
      const values = valuesFor(stack, request);
      stacks.set(stack.name, stack);
      await importResources(stack, request.template, values, resources, context);
      return stack;
    },
  };
}
