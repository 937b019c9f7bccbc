/** Rejection of a request by CloudFormation itself, before a stack changes. */
export class RequestRejected extends Error {
  readonly code: string;

  constructor(message: string, code = "ValidationError") {
    super(message);
    this.code = code;
  }
}

/** Rejection of a resource by its service. The stack operation fails and rolls back. */
export class ResourceRejected extends Error {}
