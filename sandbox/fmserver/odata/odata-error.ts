/** A refusal in OData's shape: FileMaker's code (always text), a sentence, and the HTTP status. */
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

/** The URL cannot be read from here on. */
export function syntaxError(at: string): ODataError {
  return new ODataError(400, "-1002", `Error: syntax error in URL at: '${at}'`);
}

/** The URL can be read, but makes no sense here. */
export function parseFailure(at: string): ODataError {
  return new ODataError(400, "-1002", `Error: parse failure in URL at: '${at}'`);
}

/** A thing that the server does not do. */
export function unsupported(text = "Unsupported OData operation"): ODataError {
  return new ODataError(400, "-1003", text);
}

/** A verb that the server does not know here. */
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

/** A column of `$select`, `$orderby` or a body that is not there. */
export function unknownField(name: string): ODataError {
  return new ODataError(400, "8309", `The field named '${name}' does not exist in a specified table (9)`);
}

/** A column of an expression that is not there; the query language says so. */
export function unknownColumn(name: string, table: string, position: number): ODataError {
  const text = `FQL0009/(1:${position}): The column named "${name}" does not exist in table "${table}".`;
  return new ODataError(400, "8309", text);
}

/** A body that cannot be read. */
export function badBody(text: string): ODataError {
  return new ODataError(400, "-1002", `Error: ${text}`);
}
