import type { CloudResource } from "../account.ts";
import type { ParameterValues } from "../evaluation/conditions.ts";
import type { Properties, Resource, Template } from "../template.ts";

/** Resource as a stack knows it. */
export interface StackResource {
  readonly logicalId: string;
  readonly definition: Resource;
  /** Properties of the last create or update. Those of an imported resource come from the template. */
  readonly properties: Properties;
  readonly resource: CloudResource;
}

export interface StackEvent {
  /** Logical ID; the stack's name for events of the stack itself. */
  readonly logicalId: string;
  readonly status: string;
  readonly reason?: string;
}

export interface Stack {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  status: string;
  reason: string | undefined;
  template: Template;
  parameters: ParameterValues;
  /** Resources by logical ID, in the order of their creation. */
  resources: Map<string, StackResource>;
  outputs: ReadonlyMap<string, string>;
  /** Exported names with their values, and names that the stack imports. */
  exports: ReadonlyMap<string, string>;
  imports: ReadonlySet<string>;
  readonly events: StackEvent[];
}

/** Adds an event of a resource. */
export function report(stack: Stack, logicalId: string, status: string, reason?: string): void {
  stack.events.push({ logicalId, status, ...(reason !== undefined && { reason }) });
}

/** Changes the status of a stack. */
export function enter(stack: Stack, status: string, reason?: string): void {
  stack.status = status;
  stack.reason = reason;
  report(stack, stack.name, status, reason);
}
