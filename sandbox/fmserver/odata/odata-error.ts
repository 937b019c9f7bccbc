/** OData error: FileMaker's code (always text), a message, and the HTTP status. */
export class ODataError extends Error {
  override readonly name = "ODataError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/** Returns the error for a URL with invalid syntax from here on. */
export function syntaxError(at: string): ODataError {
  return new ODataError(400, "-1002", `Error: syntax error in URL at: '${at}'`);
}

/** Returns the error for a URL that makes no sense here. */
export function parseFailure(at: string): ODataError {
  return new ODataError(400, "-1002", `Error: parse failure in URL at: '${at}'`);
}

/** Returns the error for an unsupported operation. */
export function unsupported(text = "Unsupported OData operation"): ODataError {
  return new ODataError(400, "-1003", text);
}

/** Returns the error for an unsupported method. */
export function unsupportedVerb(): ODataError {
  return unsupported("Unsupported OData operation - only GET, POST, PATCH, and DELETE are supported");
}

export function noEntityName(): ODataError {
  return new ODataError(400, "-1010", "The entity name must be specified in the URL");
}

export function unknownTable(name: string): ODataError {
  return new ODataError(404, "-1020", `Table '${name}' not defined in database`);
}

export function unknownRecord(): ODataError {
  return new ODataError(404, "-1023", "Specified record not found");
}

/** Returns the error for an unknown column in `$select`, `$orderby` or a body. */
export function unknownField(name: string): ODataError {
  return new ODataError(400, "8309", `The field named '${name}' does not exist in a specified table (9)`);
}

/** Returns the query language's error for an unknown column in an expression. */
export function unknownColumn(name: string, table: string, position: number): ODataError {
  const text = `FQL0009/(1:${position}): The column named "${name}" does not exist in table "${table}".`;
  return new ODataError(400, "8309", text);
}

/** Returns the query language's error for fields outside of a group. */
export function ungrouped(): ODataError {
  const text = "All non-aggregated field references must be in the groupby clause.";
  return new ODataError(400, "8309", text);
}

/** Returns the error for an invalid body. */
export function badBody(text: string): ODataError {
  return new ODataError(400, "-1002", `Error: ${text}`);
}
