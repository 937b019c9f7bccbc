/** Commands of a resource, made from its contract when the command line is packed (`scripts/cli/command-data.ts`). */
export interface ResourceData {
  /** Property of the client, such as `mcpServers`. */
  readonly property: string;
  readonly operations: readonly OperationData[];
}

export interface OperationData {
  /** Name in the contract and of the client's method. */
  readonly name: string;
  readonly command: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly answers: "envelope" | "json" | "text" | "events" | "bytes";
  readonly fields: readonly FieldData[];
  /** Operation that lists the values of the first path parameter, for completion. */
  readonly lists?: string;
  /** Arguments of an example. */
  readonly example: string;
}

export interface FieldData {
  readonly name: string;
  /** Name of the flag, or of the argument if it is in the path. */
  readonly flag: string;
  readonly isInPath: boolean;
  readonly isRequired: boolean;
  /** `list`: can be repeated. `json`: objects and anything else. */
  readonly kind: "text" | "integer" | "number" | "boolean" | "list" | "json";
  readonly choices?: readonly string[];
  readonly description: string;
}

/** Resources in the order of their names, with the names of their commands: loaded for help and completion. */
export type ResourceIndex = Readonly<Record<string, readonly string[]>>;
