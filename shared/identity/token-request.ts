import { ServiceError } from "#shared/contract/errors.ts";
import { parseJson } from "#shared/http/json.ts";
import { hasMoreParameters } from "#shared/http/parameters.ts";
import { wholeBody } from "#shared/http/whole-body.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { TokenFields } from "./providers/provider.ts";

/** Maximum size of a token request, which contains little more than a code or a token. */
const maxBytes = 16_384;
const maxFields = 100;

/** OAuth error (RFC 6749, 5.2). */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  readonly status: number;
  readonly error: string;
  /** Explanation for troubleshooting, without secrets. */
  readonly description: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, error: string, description: string, retryAfterSeconds?: number) {
    super(`${error}: ${description}`);
    this.status = status;
    this.error = error;
    this.description = description;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Header = (name: string) => string | undefined;

/**
 * Returns the fields of a token request: a form as specified in RFC 6749, or JSON as existing clients send it.
 * @throws TokenRefused
 */
export async function tokenFields(body: HttpCall["body"], header: Header, bodyMs: number): Promise<TokenFields> {
  const bytes = await arrived(body, header, bodyMs);
  const type = (header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const fields = { ...basicClient(header), ...fieldsIn(bytes.toString("utf8"), type) };
  return { ...fields, grant_type: grantIn(fields) };
}

async function arrived(body: HttpCall["body"], header: Header, bodyMs: number): Promise<Buffer> {
  try {
    return await wholeBody(body, { maxBytes, bodyMs, declaredBytes: Number(header("content-length") ?? 0) });
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw invalid(thrown.text, thrown.status);
    throw thrown;
  }
}

/** Returns a client that uses HTTP Basic. Its parts are form-encoded (RFC 6749, 2.3.1). */
function basicClient(header: Header): TokenFields {
  const [, value] = /^Basic +([\w+/=-]+)$/i.exec(header("authorization") ?? "") ?? [];
  if (value === undefined) return {};
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) throw invalid("The client in the Authorization header can't be decoded.");
  const { id = "", secret = "" } = Object.fromEntries(
    new URLSearchParams(`id=${text.slice(0, colon)}&secret=${text.slice(colon + 1)}`),
  );
  return { client_id: id, client_secret: secret };
}

function fieldsIn(text: string, type: string | undefined): TokenFields {
  if (type === "application/json") return jsonFields(text);
  if (type === "application/x-www-form-urlencoded") {
    if (hasMoreParameters(text, maxFields)) throw invalid(`The form has more than ${maxFields} fields.`);
    return formFields(new URLSearchParams(text));
  }
  throw invalid("The body must be a form or JSON.", 415);
}

function formFields(form: URLSearchParams): TokenFields {
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name)) throw invalid(`\`${name.slice(0, 50)}\` must not be repeated.`);
    names.add(name);
  }
  return Object.fromEntries(form);
}

function jsonFields(text: string): TokenFields {
  let value: unknown;
  try {
    value = parseJson(text, maxFields);
  } catch {
    throw invalid("The body isn't valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid("The body must be a JSON object.");
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      typeof field === "string" || typeof field === "number" || typeof field === "boolean"
        ? [[name, String(field)]]
        : [],
    ),
  );
}

/** Required fields for each grant type, with the client. */
const needs: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ["client_id", "code", "redirect_uri"],
  refresh_token: ["client_id", "refresh_token"],
};

function grantIn(fields: TokenFields): string {
  const { grant_type: grant = "authorization_code" } = fields;
  if (!Object.hasOwn(needs, grant))
    throw new TokenRefused(400, "unsupported_grant_type", "`authorization_code` and `refresh_token` are supported.");
  for (const name of needs[grant] ?? []) if (!fields[name]) throw invalid(`\`${name}\` is missing.`);
  return grant;
}

function invalid(description: string, status = 400): TokenRefused {
  return new TokenRefused(status, "invalid_request", description);
}
